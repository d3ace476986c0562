import { DiskWriter } from "./disk-writer.ts";
import { openTabs } from "./open-tabs.ts";
import { saveLastChanges, recoverLastChanges } from "./last-changes.ts";
import {
  saveChanges,
  listUnsentRows,
  type Change as StoredChange,
  type StoredUnsentRow,
} from "./outbox-database.ts";
import { nameOf, unsentInMemory, type UnsentKey, type UnsentRow, type UnsentStore } from "./unsent.ts";

/** A time longer than a page needs to be read and shown. */
const GOING_MS = 10_000;

type Change = { key: UnsentKey; now: UnsentRow | null };
type Owner = { account: number; target?: string };

/**
 * Holds in IndexedDB the rows of this page that the server has not acknowledged. They survive a reload, a closed tab, a
 * crash and signing out. A page that needs rows which an earlier page left takes them over.
 */
export class Outbox extends DiskWriter<Change> implements UnsentStore {
  private readonly page: string;
  private readonly memory = unsentInMemory();
  /** Rows that were found on this device and handed out, by page and moment, so that each is handed out once. */
  private readonly handedOut = new Set<string>();
  /**
   * Rows of other pages that a row of this page replaces. The next write of that row erases them, unless their page
   * wrote on.
   */
  private readonly adopted = new Map<string, StoredUnsentRow[]>();
  private readonly acknowledged = new Set<string>();
  private erasing: Promise<unknown> = Promise.resolve();
  private lastStamp = 0;
  private hasLastChanges = false;
  private takingUp: Promise<void> | null = null;

  constructor(page: string) {
    super();
    this.page = page;
    this.subscribe(() => this.hasLastChanges && this.noteLastChanges());
  }

  /** Leaves unwritten changes in `localStorage`, because the page may close before its database has them. */
  noteLastChanges() {
    const changes = this.unwritten();
    this.hasLastChanges = changes.length > 0;
    saveLastChanges(
      this.page,
      changes.map((change) => this.stored(change)),
    );
  }

  /**
   * Delays erasing from the disk, because the page may close now. The next page may have been read before a save that
   * is acknowledged from here on: that page finds the row, sends it again and learns that the row is stored.
   */
  beforeUnload() {
    this.erasing = new Promise((resolve) => setTimeout(resolve, GOING_MS));
  }

  put(unsent: UnsentRow) {
    const name = nameOf(unsent);
    this.acknowledged.delete(name);
    this.memory.put(unsent);
    this.writeSoon(name, { key: unsent, now: unsent });
  }

  erase(key: UnsentKey) {
    const name = nameOf(key);
    this.memory.erase(key);
    this.acknowledged.add(name);
    void this.erasing.then(() => {
      if (this.acknowledged.delete(name)) this.writeSoon(name, { key, now: null });
    });
  }

  adopt(left: UnsentRow) {
    if (!isStored(left)) return;
    const name = nameOf(left);
    this.adopted.set(name, [...(this.adopted.get(name) ?? []), left]);
    this.handedOut.add(stampOf(left));
  }

  /** Counts the rows of this page that are not acknowledged. */
  count(): number {
    return this.memory.count();
  }

  /** Lists everything that waits on this device for an account, from any page. */
  async unsentRows(of: Owner): Promise<StoredUnsentRow[]> {
    await this.written();
    const onDisk = await this.inTime(this.onDisk(of), []);
    const written = new Set(onDisk.filter(({ page }) => page === this.page).map(nameOf));
    const inMemory = this.memory
      .rows()
      .filter(({ account, target }) => account === of.account && (of.target ?? target) === target)
      .filter((unsent) => !written.has(nameOf(unsent)));
    return [...onDisk, ...inMemory.map((unsent) => this.stamped(unsent))];
  }

  /**
   * Takes over the rows that closed pages left unsent, oldest first, each once: this page now sends and erases them.
   * The disk has no time limit here, because rows that are not found now would be missing from the page.
   */
  async takeOver(of: Owner, isWanted: (unsent: StoredUnsentRow) => boolean): Promise<StoredUnsentRow[]> {
    this.takingUp ??= recoverLastChanges(this.page).finally(() => (this.takingUp = null));
    await this.takingUp;
    const found = (await this.onDisk(of)).filter((unsent) => this.isNew(unsent) && isWanted(unsent));
    if (found.length === 0) return [];
    const open = await openTabs();
    const orphans = found.filter((unsent) => !open.has(unsent.page) && this.isNew(unsent));
    for (const unsent of orphans) this.handedOut.add(stampOf(unsent));
    return orphans.sort((one, other) => one.at - other.at);
  }

  private async onDisk(of: Owner): Promise<StoredUnsentRow[]> {
    const found = await listUnsentRows(of).catch((): StoredUnsentRow[] => []);
    this.lastStamp = Math.max(this.lastStamp, ...found.map(({ at }) => at));
    return found;
  }

  private isNew(unsent: StoredUnsentRow): boolean {
    return unsent.page !== this.page && !this.handedOut.has(stampOf(unsent));
  }

  protected override async write(changes: readonly Change[]) {
    const stamped = changes.map((change) => this.stored(change));
    await saveChanges(stamped);
    for (const { key, takenOver } of stamped) if (takenOver.length > 0) this.forgetAdopted(key, takenOver);
  }

  private stored({ key, now }: Change): StoredChange {
    const takenOver = this.adopted.get(nameOf(key)) ?? [];
    return { key, now: now && this.stamped(now), takenOver, page: this.page };
  }

  private forgetAdopted(key: UnsentKey, erased: readonly StoredUnsentRow[]) {
    const name = nameOf(key);
    const others = (this.adopted.get(name) ?? []).filter((item) => !erased.includes(item));
    if (others.length > 0) this.adopted.set(name, others);
    else this.adopted.delete(name);
  }

  /** Stamps a row with a millisecond that is never the same twice. */
  private stamped(unsent: UnsentRow): StoredUnsentRow {
    this.lastStamp = Math.max(Date.now(), this.lastStamp + 1);
    return { ...unsent, page: this.page, at: this.lastStamp };
  }
}

function isStored(unsent: UnsentRow): unsent is StoredUnsentRow {
  return "page" in unsent && "at" in unsent;
}

function stampOf(unsent: StoredUnsentRow): string {
  return `${nameOf(unsent)} ${unsent.page} ${unsent.at}`;
}
