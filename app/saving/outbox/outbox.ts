import { createEmitter } from "#ui/emitter.ts";
import { openTabs } from "./open-tabs.ts";
import { saveChanges, listUnsentRows, type StoredUnsentRow, type Change } from "./outbox-database.ts";
import { nameOf, unsentInMemory, type UnsentKey, type UnsentRow, type UnsentStore } from "./unsent.ts";

/** The longest time that a mark waits for the disk before the mark is sent all the same. */
const DISK_PATIENCE_MS = 1_000;

/** Writes changes to the disk of the device, in one transaction at a time. Changes made meanwhile go into the next. */
abstract class DiskWriter<Change> {
  private readonly pending = new Map<string, Change>();
  /** The changes in the current transaction. */
  private begun: readonly [string, Change][] = [];
  private readonly ends = createEmitter();
  private writing: Promise<void> | null = null;
  private durable = true;

  /** Writes all changes or none, and rejects on failure. */
  protected abstract write(changes: readonly Change[]): Promise<void>;

  /** Notifies listeners after every write. */
  readonly subscribe = this.ends.subscribe;

  /** Queues a change for writing. Only the last change under a name counts. */
  protected writeSoon(name: string, change: Change) {
    this.pending.set(name, change);
    this.start();
  }

  /** Tries a failed write again, because the network or the person is back. */
  retry() {
    if (this.pending.size > 0) this.start();
  }

  /** Returns the changes that are not known to be on the disk. */
  protected unwritten(): Change[] {
    return [...new Map([...this.begun, ...this.pending]).values()];
  }

  /** Resolves when all changes are on the disk, as far as this device can store them. Never rejects. */
  async written() {
    if (this.writing) await this.inTime(this.writing, undefined);
  }

  /** Tells whether waiting values outlive this page. */
  isDurable(): boolean {
    return this.durable;
  }

  /** Limits the time for the disk. A disk that hangs counts as no disk, and the page asks to be left open. */
  protected inTime<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<Result>((resolve) => {
      timer = setTimeout(() => {
        this.durable = false;
        resolve(otherwise);
      }, DISK_PATIENCE_MS);
    });
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
  }

  private start() {
    // Writing begins after the caller has made all its changes: a marked class is on the disk whole, or not at all.
    this.writing ??= Promise.resolve()
      .then(() => this.writeAll())
      .finally(() => {
        this.writing = null;
        this.ends.notify();
      });
  }

  private async writeAll() {
    while (this.pending.size > 0) {
      const changes = [...this.pending];
      this.pending.clear();
      this.begun = changes;
      // A browser may have dropped the connection while the page was out of sight. The second try opens another.
      this.durable = (await this.hasWritten(changes)) || (await this.hasWritten(changes));
      this.begun = [];
      if (this.durable) continue;
      // Changes that could not be written are tried again with the next change.
      for (const [name, change] of changes) if (!this.pending.has(name)) this.pending.set(name, change);
      return;
    }
  }

  private hasWritten(changes: readonly [string, Change][]): Promise<boolean> {
    return this.write(changes.map(([, change]) => change)).then(
      () => true,
      () => false,
    );
  }
}

/** A time longer than a page needs to be read and shown. */
const GOING_MS = 10_000;

type RowChange = { key: UnsentKey; now: UnsentRow | null };
type Owner = { account: number; target?: string };

/**
 * Holds in IndexedDB the rows of this page that the server has not acknowledged. They survive a reload, a closed tab, a
 * crash and signing out. A page that needs rows which an earlier page left takes them over.
 */
export class Outbox extends DiskWriter<RowChange> implements UnsentStore {
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

  protected override async write(changes: readonly RowChange[]) {
    const stamped = changes.map((change) => this.stored(change));
    await saveChanges(stamped);
    for (const { key, takenOver } of stamped) if (takenOver.length > 0) this.forgetAdopted(key, takenOver);
  }

  private stored({ key, now }: RowChange): Change {
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

const NAME = "termbook-last-changes ";

/**
 * Leaves unwritten changes in `localStorage`, which is written at once, because a closing page cannot wait for its
 * database. They stay until the page turns out to be still open, or the next page has stored them.
 */
function saveLastChanges(page: string, changes: readonly Change[]): void {
  try {
    if (changes.length > 0) localStorage.setItem(NAME + page, JSON.stringify(changes));
    else localStorage.removeItem(NAME + page);
  } catch {
    // Storage is blocked or full. The database may have been quick enough.
  }
}

/**
 * Stores in the database the changes that closed pages left. Changes that cannot be stored now stay for another page.
 */
async function recoverLastChanges(ownPage: string): Promise<void> {
  const left = leftChanges().filter(({ page }) => page !== ownPage);
  if (left.length === 0) return;
  const open = await openTabs();
  for (const { page, changes } of left.filter(({ page }) => !open.has(page))) {
    await saveChanges(changes).then(
      () => saveLastChanges(page, []),
      () => undefined,
    );
  }
}

function leftChanges(): { page: string; changes: Change[] }[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(NAME));
    return names.map((name) => ({
      page: name.slice(NAME.length),
      changes: JSON.parse(localStorage.getItem(name) ?? "[]") as Change[],
    }));
  } catch {
    return [];
  }
}
