import { openTabs } from "./open-tabs.ts";
import { discardUnsent, unsentRows, storeChanges } from "./outbox-database.ts";
import type { StoredUnsentRow } from "./outbox-database.ts";
import { keepInMemory, nameOf } from "./unsent.ts";
import type { UnsentKey, UnsentStore, UnsentRow } from "./unsent.ts";

/** A disk that does not answer holds no mark up: it is sent all the same. */
const DISK_PATIENCE_MS = 1_000;

/** Longer than a page needs to be read and shown. */
const GOING_MS = 10_000;

type Pending = { key: UnsentKey; now: UnsentRow | null };

/**
 * The rows of this page that the server has not acknowledged, in IndexedDB: they survive reload, a closed tab, a crash
 * and sign-out (design section 5). What an earlier page left behind is taken over by whoever has a use for it.
 */
export class Outbox implements UnsentStore {
  private readonly page: string;
  private readonly memory = keepInMemory();
  private readonly pending = new Map<string, Pending>();
  /** Found on this device and handed on, by page and moment: each once. */
  private readonly handedOut = new Set<string>();
  /** What a row of this page stands for now: erased with its next write, unless its own page wrote on. */
  private readonly adopted = new Map<string, StoredUnsentRow[]>();
  private readonly listeners = new Set<() => void>();
  private writing: Promise<void> | null = null;
  private readonly acknowledged = new Set<string>();
  private erasing: Promise<unknown> = Promise.resolve();
  private lastStamp = 0;
  private durable = true;

  constructor(page: string) {
    this.page = page;
  }

  /**
   * The page may go now: what is acknowledged from here on stays on the disk a while. The next page may have been read
   * before that save; it finds the row here, sends it again and is told that it is stored.
   */
  goes() {
    this.erasing = new Promise((resolve) => setTimeout(resolve, GOING_MS));
  }

  put(unsent: UnsentRow) {
    this.acknowledged.delete(nameOf(unsent));
    this.memory.put(unsent);
    this.change({ key: unsent, now: unsent });
  }

  erase(key: UnsentKey) {
    this.memory.erase(key);
    this.acknowledged.add(nameOf(key));
    void this.erasing.then(() => {
      if (this.acknowledged.delete(nameOf(key))) this.change({ key, now: null });
    });
  }

  adopt(left: UnsentRow) {
    if (!isKept(left)) return;
    const name = nameOf(left);
    this.adopted.set(name, [...(this.adopted.get(name) ?? []), left]);
    this.handedOut.add(stampOf(left));
  }

  async written() {
    if (this.writing) await this.inTime(this.writing, undefined);
  }

  /** A write that failed is tried once more, now that the network or the person is back. */
  retry() {
    if (this.pending.size > 0) this.startWriting();
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
  async unsentRows(of: { account: number; target?: string }): Promise<StoredUnsentRow[]> {
    await this.written();
    const onDisk = await this.inTime<StoredUnsentRow[]>(
      unsentRows(of).catch(() => []),
      [],
    );
    this.lastStamp = Math.max(this.lastStamp, ...onDisk.map(({ at }) => at));
    const written = new Set(onDisk.filter(({ page }) => page === this.page).map(nameOf));
    const inMemory = this.memory
      .rows()
      .filter(({ account, target }) => account === of.account && (of.target ?? target) === target)
      .filter((unsent) => !written.has(nameOf(unsent)));
    return [...onDisk, ...inMemory.map((unsent) => this.stamped(unsent))];
  }

  /** What pages that are gone left unsent, oldest first, each handed out once: this page's to send and erase now. */
  async takeOver(
    of: { account: number; target?: string },
    wanted: (kept: StoredUnsentRow) => boolean,
  ): Promise<StoredUnsentRow[]> {
    const found = (await this.unsentRows(of)).filter((kept) => this.isNew(kept) && wanted(kept));
    if (found.length === 0) return [];
    const living = await openTabs();
    const orphans = found.filter((kept) => !living.has(kept.page) && this.isNew(kept));
    for (const kept of orphans) this.handedOut.add(stampOf(kept));
    return orphans.sort((one, other) => one.at - other.at);
  }

  /** Given up by the person. */
  async discard(kept: StoredUnsentRow) {
    await discardUnsent(kept).catch(() => undefined);
    this.tell();
  }

  private isNew(kept: StoredUnsentRow): boolean {
    return kept.page !== this.page && !this.handedOut.has(stampOf(kept));
  }

  private change(pending: Pending) {
    this.pending.set(nameOf(pending.key), pending);
    this.startWriting();
  }

  private startWriting() {
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
      // A browser may have dropped the connection while the page was out of sight: the second try opens another.
      this.durable = (await this.store(changes)) || (await this.store(changes));
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
      now: now && this.stamped(now),
      takenOver: this.adopted.get(nameOf(key)) ?? [],
      page,
    }));
    return storeChanges(stamped).then(
      () => {
        for (const { key, takenOver } of stamped) if (takenOver.length > 0) this.forget(key, takenOver);
        return true;
      },
      () => false,
    );
  }

  private forget(key: UnsentKey, done: readonly StoredUnsentRow[]) {
    const name = nameOf(key);
    const left = (this.adopted.get(name) ?? []).filter((each) => !done.includes(each));
    if (left.length > 0) this.adopted.set(name, left);
    else this.adopted.delete(name);
  }

  /** A disk that hangs is no disk: the page says then that it must stay open. */
  private async inTime<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<Result>((resolve) => {
      timer = setTimeout(() => {
        this.durable = false;
        resolve(otherwise);
      }, DISK_PATIENCE_MS);
    });
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
  }

  private stamped(unsent: UnsentRow): StoredUnsentRow {
    return { ...unsent, page: this.page, at: this.stamp() };
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

function isKept(unsent: UnsentRow): unsent is StoredUnsentRow {
  return "page" in unsent && "at" in unsent;
}

function stampOf(kept: StoredUnsentRow): string {
  return `${nameOf(kept)} ${kept.page} ${kept.at}`;
}
