import { createEmitter } from "#ui/emitter.ts";
import type { ValueRules, Receipt } from "../protocol/protocol.ts";
import {
  receiptMoved,
  receiptWithout,
  rowSnapshot,
  summariseRows,
  type ConnectionState,
  type RowSnapshot,
  type Summary,
} from "./row-phase.ts";
import { storedNow, type RowState } from "./row-state.ts";
import type { Destination } from "./send.ts";
import { unsentOf, type UnsentKey, type UnsentStore } from "../outbox/unsent.ts";

type Listing = { rows: readonly string[]; rules: ValueRules; receipt: Receipt | null };

/** Holds the rows as shown and as stored on the device. Rows change only here, so that the two always agree. */
export class RowStore {
  private readonly destination: Destination;
  private readonly unsentStore: UnsentStore;
  private readonly snapshots = new Map<string, RowSnapshot>();
  private readonly changes = createEmitter();
  /** The save ids of rows on their way. */
  private readonly saveIds = new Map<string, string>();
  private readonly unsent = new Set<string>();
  private listed: ReadonlySet<string> = new Set();
  private rules: ValueRules;
  private connection: ConnectionState = "open";
  private receipt: Receipt = { total: 0 };
  private counted: Summary | null = null;
  private isNotifying = false;

  constructor({ rules, ...destination }: Destination & { rules: ValueRules }, unsentStore: UnsentStore) {
    this.destination = destination;
    this.unsentStore = unsentStore;
    this.rules = rules;
  }

  /** Returns the same object until the row changes, as React's external stores require. */
  readonly row = (row: string): RowSnapshot | undefined => this.snapshots.get(row);

  readonly subscribe = this.changes.subscribe;

  readonly summary = (): Summary => {
    this.counted ??= this.count();
    return this.counted;
  };

  names(): string[] {
    return [...this.snapshots.keys()];
  }

  /** Applies `next` to a row, and returns whether anything changed. */
  change(row: string, next: (state: RowState) => RowState): boolean {
    const before = this.snapshots.get(row)?.state;
    const after = before && next(before);
    if (!after || after === before) return false;
    this.put(row, after);
    return true;
  }

  /**
   * Stores a row's state. A save id belongs to a row that goes out, and stays until the row is no longer on its way.
   */
  put(row: string, state: RowState, saveId?: string) {
    if (saveId) this.saveIds.set(row, saveId);
    if (!state.sent) this.saveIds.delete(row);
    this.snapshots.set(row, this.snapshotOf(state));
    this.counted = null;
    this.storeUnsent(row, state);
  }

  /**
   * Stores a row that turned out to be newer than the page's data, and corrects the receipt, which counted the old row.
   */
  recount(row: string, state: RowState) {
    const before = this.snapshots.get(row)?.state;
    this.put(row, state);
    if (!before || !this.listed.has(row)) return;
    this.receipt = receiptMoved(this.receipt, this.countedAs(before), this.countedAs(state));
  }

  /** Tells whether these rows, and the receipt with them, were read before a save that has since been answered. */
  isAheadOf(rows: readonly { row: string; version: number }[]): boolean {
    return rows.some(({ row, version }) => {
      const known = this.snapshots.get(row);
      return known !== undefined && version < storedNow(known.state).version;
    });
  }

  /** Sets the rows that the page shows. The receipt is null if the last save's answer is newer. */
  list({ rows, rules, receipt }: Listing) {
    this.listed = new Set(rows);
    this.rules = rules;
    if (receipt) this.receipt = receipt;
  }

  /**
   * Erases what an earlier page left of a row, because those values turned out to be stored. Values typed here since
   * stay.
   */
  erase(row: string) {
    this.unsent.delete(row);
    this.unsentStore.erase(this.keyOf(row));
    const known = this.snapshots.get(row);
    if (known) this.storeUnsent(row, known.state);
  }

  setReceipt(receipt: Receipt) {
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

  /** Notifies after the next frame. The field already shows the keystroke, and the rest of the page can follow. */
  notifySoon() {
    if (this.isNotifying) return;
    this.isNotifying = true;
    afterFrame(() => this.isNotifying && this.notify());
  }

  private snapshotOf(state: RowState): RowSnapshot {
    return rowSnapshot(state, { connection: this.connection, countedAs: this.rules.countedAs });
  }

  /** Stores or erases a row on the device. A row that this page has not put is another page's, and is not erased. */
  private storeUnsent(row: string, state: RowState) {
    const key = this.keyOf(row);
    const unsent = unsentOf(key, state, this.saveIds.get(row) ?? null);
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

  private count(): Summary {
    const shown = [...this.snapshots].flatMap(([row, snapshot]) => (this.listed.has(row) ? [snapshot] : []));
    const unsaved = shown.filter(({ phase }) => phase !== "saved" && phase !== "blank");
    const notStored = unsaved.map(({ state }) => this.countedAs(state));
    return summariseRows({
      phases: shown.map(({ phase }) => phase),
      offSheetRows: [...this.unsent].filter((row) => !this.listed.has(row)).length,
      receipt: receiptWithout(this.receipt, notStored),
    });
  }

  private countedAs(state: RowState): string {
    return this.rules.countedAs(storedNow(state).values);
  }
}

/** A slow page, or one out of sight, may draw no frame in time, so the work waits no longer than this. */
const LATEST_MS = 50;

/** Runs the work after the next frame, so that typing never waits for it. */
export function afterFrame(work: () => void): void {
  let isDone = false;
  if (typeof requestAnimationFrame === "undefined") return doIt();
  setTimeout(doIt, LATEST_MS);
  requestAnimationFrame(() => setTimeout(doIt));

  function doIt() {
    if (isDone) return;
    isDone = true;
    work();
  }
}
