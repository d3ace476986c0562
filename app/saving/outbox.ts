import { livingPages } from "./living-pages.ts";
import { discardKept, keptRows, storeChanges } from "./outbox-database.ts";
import type { KeptRow } from "./outbox-database.ts";
import { keepInMemory, nameOf } from "./unsent.ts";
import type { UnsentKey, UnsentKeeper, UnsentRow } from "./unsent.ts";

/** A disk that does not answer holds no mark up: it is sent all the same. */
const DISK_PATIENCE_MS = 1_000;

type Pending = { key: UnsentKey; now: UnsentRow | null };

/**
 * The rows of this page that the server has not acknowledged, in IndexedDB: they survive reload, a closed tab, a crash
 * and sign-out (design section 5). What an earlier page left behind is taken over by whoever has a use for it.
 */
export class Outbox implements UnsentKeeper {
  private readonly page: string;
  private readonly memory = keepInMemory();
  private readonly pending = new Map<string, Pending>();
  private readonly takenOver = new Map<string, KeptRow[]>();
  private readonly listeners = new Set<() => void>();
  private writing: Promise<void> | null = null;
  private lastStamp = 0;
  private durable = true;

  constructor(page: string) {
    this.page = page;
  }

  put(unsent: UnsentRow) {
    this.memory.put(unsent);
    this.change({ key: unsent, now: unsent });
  }

  erase(key: UnsentKey) {
    this.memory.erase(key);
    this.change({ key, now: null });
  }

  async written() {
    if (!this.writing) return;
    await Promise.race([this.writing, new Promise((resolve) => setTimeout(resolve, DISK_PATIENCE_MS))]);
  }

  /** Rows of this page that are not acknowledged. */
  count(): number {
    return this.memory.count();
  }

  /** Whether what waits outlives this page. */
  isDurable(): boolean {
    return this.durable;
  }

  /** Told after every change of what is kept. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Everything that this device keeps for an account, of whichever page. */
  async kept(of: { account: number; sheet?: string }): Promise<KeptRow[]> {
    await this.written();
    return keptRows(of).catch(() => []);
  }

  /** What pages that are gone left unsent, oldest first, each handed out once: this page's to send and erase now. */
  async takeOver(
    of: { account: number; sheet?: string },
    wanted: (kept: KeptRow) => boolean,
  ): Promise<KeptRow[]> {
    const found = (await this.kept(of)).filter((kept) => this.isNew(kept) && wanted(kept));
    if (found.length === 0) return [];
    const living = await livingPages();
    const orphans = found.filter((kept) => !living.has(kept.page) && this.isNew(kept));
    for (const kept of orphans) this.takenOver.set(nameOf(kept), [...this.takenOverOf(kept), kept]);
    return orphans.sort((one, other) => one.at - other.at);
  }

  /** Given up by the person. */
  async discard(kept: KeptRow) {
    await discardKept(kept).catch(() => undefined);
    this.tell();
  }

  private isNew(kept: KeptRow): boolean {
    if (kept.page === this.page) return false;
    return !this.takenOverOf(kept).some(({ page, at }) => page === kept.page && at === kept.at);
  }

  private takenOverOf(key: UnsentKey): KeptRow[] {
    return this.takenOver.get(nameOf(key)) ?? [];
  }

  private change(pending: Pending) {
    this.pending.set(nameOf(pending.key), pending);
    this.writing ??= this.write().finally(() => {
      this.writing = null;
      this.tell();
    });
  }

  /** One transaction at a time; what changes meanwhile is in the next. */
  private async write() {
    while (this.pending.size > 0) {
      const changes = [...this.pending.values()];
      this.pending.clear();
      this.durable = await this.store(changes);
      if (this.durable) continue;
      for (const change of changes) this.takeBack(change);
      return;
    }
  }

  /** Tried again with the next change. */
  private takeBack(change: Pending) {
    const name = nameOf(change.key);
    if (!this.pending.has(name)) this.pending.set(name, change);
  }

  private store(changes: readonly Pending[]): Promise<boolean> {
    const { page } = this;
    const stamped = changes.map(({ key, now }) => ({
      key,
      now: now && { ...now, page, at: this.stamp() },
      takenOver: this.takenOverOf(key),
      page,
    }));
    return storeChanges(stamped).then(
      () => true,
      () => false,
    );
  }

  /** Milliseconds, and never the same twice. */
  private stamp(): number {
    this.lastStamp = Math.max(Date.now(), this.lastStamp + 1);
    return this.lastStamp;
  }

  private tell() {
    for (const listener of this.listeners) listener();
  }
}
