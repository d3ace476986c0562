import { createEmitter } from "#ui/emitter.ts";
import type { SavingRules, SaveReceipt } from "../protocol/protocol.ts";
import {
  recountRowInReceipt,
  subtractUnsavedRows,
  toRowSnapshot,
  summariseRows,
  type ConnectionState,
  type RowSnapshot,
  type SavingCounts,
} from "./row-phase.ts";
import { getLatestStoredRow, type RowState } from "./row-state.ts";
import type { SaveDestination } from "./send.ts";
import { toUnsentRow, type UnsentKey, type UnsentStore } from "../outbox/unsent.ts";

type Listing = { rows: readonly string[]; rules: SavingRules; receipt: SaveReceipt | null };

/**
 * Holds all rows, and stores unsent rows on the device as well. All changes go through this class, so that both
 * copies agree.
 */
export class RowStore {
  private readonly destination: SaveDestination;
  private readonly unsentStore: UnsentStore;
  private readonly snapshots = new Map<string, RowSnapshot>();
  private readonly changes = createEmitter();
  /** For each row that is being sent, the id of its save. */
  private readonly saveIds = new Map<string, string>();
  private readonly unsent = new Set<string>();
  private listed: ReadonlySet<string> = new Set();
  private rules: SavingRules;
  private connection: ConnectionState = "open";
  private receipt: SaveReceipt = { total: 0 };
  private counted: SavingCounts | null = null;
  private isNotifying = false;

  constructor({ rules, ...destination }: SaveDestination & { rules: SavingRules }, unsentStore: UnsentStore) {
    this.destination = destination;
    this.unsentStore = unsentStore;
    this.rules = rules;
  }

  /** Returns the row. It is the same object until the row changes, as `useSyncExternalStore` requires. */
  readonly row = (row: string): RowSnapshot | undefined => this.snapshots.get(row);

  readonly subscribe = this.changes.subscribe;

  readonly summary = (): SavingCounts => {
    this.counted ??= this.count();
    return this.counted;
  };

  names(): string[] {
    return [...this.snapshots.keys()];
  }

  /** Applies `next` to a row. Returns whether anything changed. */
  change(row: string, next: (state: RowState) => RowState): boolean {
    const before = this.snapshots.get(row)?.state;
    const after = before && next(before);
    if (!after || after === before) return false;
    this.put(row, after);
    return true;
  }

  /** Stores a row's state. A row keeps its save id while it is being sent. */
  put(row: string, state: RowState, saveId?: string) {
    if (saveId) this.saveIds.set(row, saveId);
    if (!state.sent) this.saveIds.delete(row);
    this.snapshots.set(row, this.snapshotOf(state));
    this.counted = null;
    this.storeUnsent(row, state);
  }

  /** Stores a row that is newer than the page's data, and corrects the receipt, which counted the old row. */
  recount(row: string, state: RowState) {
    const before = this.snapshots.get(row)?.state;
    this.put(row, state);
    if (!before || !this.listed.has(row)) return;
    this.receipt = recountRowInReceipt(this.receipt, this.countedAs(before), this.countedAs(state));
  }

  /** Tells whether these rows, and with them the receipt, were loaded before a save that has since completed. */
  isAheadOf(rows: readonly { row: string; version: number }[]): boolean {
    return rows.some(({ row, version }) => {
      const known = this.snapshots.get(row);
      return known !== undefined && version < getLatestStoredRow(known.state).version;
    });
  }

  /** Sets the rows that the page shows. `receipt` is null if the last save returned a newer one. */
  list({ rows, rules, receipt }: Listing) {
    this.listed = new Set(rows);
    this.rules = rules;
    if (receipt) this.receipt = receipt;
  }

  /** Deletes an earlier page's values from the device, because they are stored. Newer typed values remain. */
  erase(row: string) {
    this.unsent.delete(row);
    this.unsentStore.erase(this.keyOf(row));
    const known = this.snapshots.get(row);
    if (known) this.storeUnsent(row, known.state);
  }

  setReceipt(receipt: SaveReceipt) {
    this.receipt = receipt;
  }

  setConnection(connection: ConnectionState) {
    if (connection === this.connection) return;
    this.connection = connection;
    for (const [row, { state }] of this.snapshots) this.snapshots.set(row, this.snapshotOf(state));
    this.notify();
  }

  notify() {
    this.isNotifying = false;
    this.counted = null;
    this.changes.notify();
  }

  /** Notifies listeners after the next frame. The field shows the keystroke at once, and the rest can wait. */
  notifySoon() {
    if (this.isNotifying) return;
    this.isNotifying = true;
    runAfterNextFrame(() => this.isNotifying && this.notify());
  }

  private snapshotOf(state: RowState): RowSnapshot {
    return toRowSnapshot(state, { connection: this.connection, countedAs: this.rules.countedAs });
  }

  /** Stores an unsent row on the device, or deletes it. Rows that another page stored are not deleted. */
  private storeUnsent(row: string, state: RowState) {
    const key = this.keyOf(row);
    const unsent = toUnsentRow(key, state, this.saveIds.get(row) ?? null);
    if (unsent) {
      this.unsent.add(row);
      this.unsentStore.put(unsent);
    } else if (this.unsent.delete(row)) {
      this.unsentStore.erase(key);
    }
  }

  private keyOf(row: string): UnsentKey {
    const { account, saveUrl } = this.destination;
    return { account, target: saveUrl, row };
  }

  private count(): SavingCounts {
    const shown = [...this.snapshots].flatMap(([row, snapshot]) => (this.listed.has(row) ? [snapshot] : []));
    const unsaved = shown.filter(({ phase }) => phase !== "saved" && phase !== "blank");
    const notStored = unsaved.map(({ state }) => this.countedAs(state));
    return summariseRows({
      phases: shown.map(({ phase }) => phase),
      offSheetRows: [...this.unsent].filter((row) => !this.listed.has(row)).length,
      receipt: subtractUnsavedRows(this.receipt, notStored),
    });
  }

  private countedAs(state: RowState): string {
    return this.rules.countedAs(getLatestStoredRow(state).values);
  }
}

/** The longest wait for a frame: a slow page may not render in time, and a hidden page never does. */
const LATEST_MS = 50;

/** Runs the callback after the next frame, so that typing never waits for it. */
export function runAfterNextFrame(callback: () => void): void {
  let isDone = false;
  if (typeof requestAnimationFrame === "undefined") return doIt();
  setTimeout(doIt, LATEST_MS);
  requestAnimationFrame(() => setTimeout(doIt));

  function doIt() {
    if (isDone) return;
    isDone = true;
    callback();
  }
}
