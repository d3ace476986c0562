import { createEmitter } from "#ui/emitter.ts";
import { listOpenTabs } from "./open-tabs.ts";
import {
  saveOutboxChanges,
  listUnsentRows,
  type StoredUnsentRow,
  type OutboxChange,
} from "./outbox-database.ts";
import {
  unsentKeyText,
  createMemoryUnsentStore,
  type UnsentKey,
  type UnsentRow,
  type UnsentStore,
} from "./unsent.ts";

/** A mark is sent after this time even if the disk has not stored it. */
const DISK_PATIENCE_MS = 1_000;

/** Writes changes to the disk, in one transaction at a time. Changes made meanwhile wait for the next one. */
abstract class DiskWriter<Change> {
  private readonly pending = new Map<string, Change>();
  /** The changes in the current transaction. */
  private begun: readonly [string, Change][] = [];
  private readonly ends = createEmitter();
  private writing: Promise<void> | null = null;
  private durable = true;

  /** Writes all changes or none. Rejects on failure. */
  protected abstract write(changes: readonly Change[]): Promise<void>;

  /** Subscribes to the end of each write. */
  readonly subscribe = this.ends.subscribe;

  /** Queues a change for writing. A later change with the same name replaces it. */
  protected writeSoon(name: string, change: Change) {
    this.pending.set(name, change);
    this.start();
  }

  /** Repeats a failed write, because the network is back or the person has returned. */
  retry() {
    if (this.pending.size > 0) this.start();
  }

  /** Returns the changes that may not be on the disk yet. */
  protected unwritten(): Change[] {
    return [...new Map([...this.begun, ...this.pending]).values()];
  }

  /** Resolves when all changes are on the disk, or cannot be stored on this device. Never rejects. */
  async written() {
    if (this.writing) await this.inTime(this.writing, undefined);
  }

  /** Tells whether unsent values survive the closing of this page. */
  isDurable(): boolean {
    return this.durable;
  }

  /** Limits the time to wait for the disk. If it hangs, values count as not stored, and the page asks to stay open. */
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
    // Writing starts after the caller has made all its changes, so that the entries of a whole class are stored
    // together or not at all.
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
      // The browser may have closed the connection while the page was hidden. The second attempt opens a new one.
      this.durable = (await this.hasWritten(changes)) || (await this.hasWritten(changes));
      this.begun = [];
      if (this.durable) continue;
      // Changes that could not be written are written together with the next change.
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

/** The time is longer than a page needs to load and appear. */
const GOING_MS = 10_000;

type RowChange = { key: UnsentKey; now: UnsentRow | null };
type Owner = { account: number; target?: string };

/**
 * Stores in IndexedDB the rows of this page that the server has not confirmed. Such rows survive a reload, a closed
 * tab, a crash and signing out. A later page can take over the rows of an earlier one.
 */
export class Outbox extends DiskWriter<RowChange> implements UnsentStore {
  private readonly page: string;
  private readonly memory = createMemoryUnsentStore();
  /** Rows of closed pages that this page has taken over, by page and time. No row is taken over twice. */
  private readonly handedOut = new Set<string>();
  /**
   * Rows of other pages that a row of this page replaces. They are deleted when that row is next written, unless their
   * own page has changed them since.
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

  /** Stores unwritten changes in `localStorage`, because the page may close before they are in the database. */
  noteLastChanges() {
    const changes = this.unwritten();
    this.hasLastChanges = changes.length > 0;
    saveLastChanges(
      this.page,
      changes.map((change) => this.stored(change)),
    );
  }

  /**
   * Delays deleting rows from the disk, because the page may be closing and the next page may already have been loaded.
   * If a save completes now, the next page still finds the row, sends it again and learns that it is stored.
   */
  beforeUnload() {
    this.erasing = new Promise((resolve) => setTimeout(resolve, GOING_MS));
  }

  put(unsent: UnsentRow) {
    const name = unsentKeyText(unsent);
    this.acknowledged.delete(name);
    this.memory.put(unsent);
    this.writeSoon(name, { key: unsent, now: unsent });
  }

  erase(key: UnsentKey) {
    const name = unsentKeyText(key);
    this.memory.erase(key);
    this.acknowledged.add(name);
    void this.erasing.then(() => {
      if (this.acknowledged.delete(name)) this.writeSoon(name, { key, now: null });
    });
  }

  adopt(left: UnsentRow) {
    if (!isStored(left)) return;
    const name = unsentKeyText(left);
    this.adopted.set(name, [...(this.adopted.get(name) ?? []), left]);
    this.handedOut.add(stampOf(left));
  }

  /** Counts the unsent rows of this page. */
  count(): number {
    return this.memory.count();
  }

  /** Lists the unsent rows of an account on this device, from all pages. */
  async unsentRows(of: Owner): Promise<StoredUnsentRow[]> {
    await this.written();
    const onDisk = await this.inTime(this.onDisk(of), []);
    const written = new Set(onDisk.filter(({ page }) => page === this.page).map(unsentKeyText));
    const inMemory = this.memory
      .rows()
      .filter(({ account, target }) => account === of.account && (of.target ?? target) === target)
      .filter((unsent) => !written.has(unsentKeyText(unsent)));
    return [...onDisk, ...inMemory.map((unsent) => this.stamped(unsent))];
  }

  /**
   * Takes over rows that closed pages did not send, oldest first. From now on this page alone sends and deletes them.
   * The wait for the disk is not limited here, because rows that are not found now would be missing from the page.
   */
  async takeOver(of: Owner, isWanted: (unsent: StoredUnsentRow) => boolean): Promise<StoredUnsentRow[]> {
    this.takingUp ??= recoverLastChanges(this.page).finally(() => (this.takingUp = null));
    await this.takingUp;
    const found = (await this.onDisk(of)).filter((unsent) => this.isNew(unsent) && isWanted(unsent));
    if (found.length === 0) return [];
    const open = await listOpenTabs();
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
    await saveOutboxChanges(stamped);
    for (const { key, takenOver } of stamped) if (takenOver.length > 0) this.forgetAdopted(key, takenOver);
  }

  private stored({ key, now }: RowChange): OutboxChange {
    const takenOver = this.adopted.get(unsentKeyText(key)) ?? [];
    return { key, now: now && this.stamped(now), takenOver, page: this.page };
  }

  private forgetAdopted(key: UnsentKey, erased: readonly StoredUnsentRow[]) {
    const name = unsentKeyText(key);
    const others = (this.adopted.get(name) ?? []).filter((item) => !erased.includes(item));
    if (others.length > 0) this.adopted.set(name, others);
    else this.adopted.delete(name);
  }

  /** Adds this page's id and a time in milliseconds to a row. No two rows get the same time. */
  private stamped(unsent: UnsentRow): StoredUnsentRow {
    this.lastStamp = Math.max(Date.now(), this.lastStamp + 1);
    return { ...unsent, page: this.page, at: this.lastStamp };
  }
}

function isStored(unsent: UnsentRow): unsent is StoredUnsentRow {
  return "page" in unsent && "at" in unsent;
}

function stampOf(unsent: StoredUnsentRow): string {
  return `${unsentKeyText(unsent)} ${unsent.page} ${unsent.at}`;
}

const NAME = "termbook-last-changes ";

/**
 * Stores unwritten changes in `localStorage`, which writes at once, because a closing page cannot wait for the
 * database. They stay there until the page proves to be still open or the next page has stored them.
 */
function saveLastChanges(page: string, changes: readonly OutboxChange[]): void {
  try {
    if (changes.length > 0) localStorage.setItem(NAME + page, JSON.stringify(changes));
    else localStorage.removeItem(NAME + page);
  } catch {
    // If storage is blocked or full, the changes may still be in the database.
  }
}

/** Moves closed pages' changes from `localStorage` into the database. On failure, they stay for another page. */
async function recoverLastChanges(ownPage: string): Promise<void> {
  const left = leftChanges().filter(({ page }) => page !== ownPage);
  if (left.length === 0) return;
  const open = await listOpenTabs();
  for (const { page, changes } of left.filter(({ page }) => !open.has(page))) {
    await saveOutboxChanges(changes).then(
      () => saveLastChanges(page, []),
      () => undefined,
    );
  }
}

function leftChanges(): { page: string; changes: OutboxChange[] }[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(NAME));
    return names.map((name) => ({
      page: name.slice(NAME.length),
      changes: JSON.parse(localStorage.getItem(name) ?? "[]") as OutboxChange[],
    }));
  } catch {
    return [];
  }
}
