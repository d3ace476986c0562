import { afterFrame } from "./after-frame.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "../protocol/protocol.ts";
import { phaseOf, receiptMoved, receiptWithout, summaryOf } from "./row-phase.ts";
import type { Counted, ConnectionState, Phase, RowSnapshot, Summary } from "./row-phase.ts";
import { storedNow } from "./row-state.ts";
import type { RowState } from "./row-state.ts";
import { unsentOf } from "./unsent.ts";
import type { UnsentStore } from "./unsent.ts";

type BookParts = {
  account: number;
  target: string;
  keeper: UnsentStore;
};

/** What the sheet on the page says of its rows. */
type Listing = { rows: readonly string[]; receipt: Receipt; count: (values: Values) => Counted };

const NOTHING_COUNTED: Receipt = { total: 0, saved: 0, absent: 0, noWork: 0, blank: 0 };

/** The rows of one sheet as they are shown and kept: the one place where a row changes, so that both always agree. */
export class RowStore {
  private readonly parts: BookParts;
  private readonly snapshots = new Map<string, RowSnapshot>();
  private readonly listeners = new Set<() => void>();
  /** The save id under which a row is on its way. */
  private readonly saveIds = new Map<string, string>();
  private readonly kept = new Set<string>();
  private listed: ReadonlySet<string> = new Set();
  private count: (values: Values) => Counted = () => "blank";
  private connection: ConnectionState = "open";
  private connectionSince = new Date();
  private receipt: Receipt = NOTHING_COUNTED;
  private counted: Summary | null = null;
  private isTelling = false;

  constructor(parts: BookParts) {
    this.parts = parts;
  }

  /** The same object until the row changes, as React's external stores want it. */
  readonly row = (row: string): RowSnapshot | undefined => this.snapshots.get(row);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly summary = (): Summary => {
    const { connection, connectionSince, listed } = this;
    const offSheetRows = [...this.kept].filter((row) => !listed.has(row)).length;
    const receipt = this.receiptShown();
    this.counted ??= summaryOf({ phases: this.phases(), offSheetRows, connection, connectionSince, receipt });
    return this.counted;
  };

  names(): string[] {
    return [...this.snapshots.keys()];
  }

  /** @param saveId when the row goes out; it stays with the row until the row is no longer on its way */
  put(row: string, state: RowState, saveId?: string) {
    if (saveId) this.saveIds.set(row, saveId);
    if (!state.sent) this.saveIds.delete(row);
    this.snapshots.set(row, this.snapshotOf(state));
    this.counted = null;
    this.keep(row, state);
  }

  /** It is known now that the row holds something else than the page was served with, and its receipt counted. */
  recount(row: string, state: RowState) {
    const before = this.snapshots.get(row)?.state;
    this.put(row, state);
    if (!before || !this.listed.has(row)) return;
    const [from, to] = [before, state].map((each) => this.count(storedNow(each).values));
    if (from && to) this.receipt = receiptMoved(this.receipt, from, to);
  }

  /** Whether these rows, and so the receipt that came with them, were read before a save that is answered by now. */
  isAheadOf(rows: readonly { row: string; version: number }[]): boolean {
    return rows.some(({ row, version }) => {
      const known = this.snapshots.get(row);
      return known !== undefined && version < storedNow(known.state).version;
    });
  }

  /** What the page shows from now on; the receipt only when it is newer than what saving last answered. */
  list({ rows, count, receipt }: Omit<Listing, "receipt"> & { receipt: Receipt | null }) {
    this.listed = new Set(rows);
    this.count = count;
    if (receipt) this.receipt = receipt;
  }

  /** An earlier page kept it, and it turned out to be stored; what was typed here since is not. */
  erase(row: string) {
    const { keeper, account, target } = this.parts;
    this.kept.delete(row);
    keeper.erase({ account, target, row });
    const known = this.snapshots.get(row);
    if (known) this.keep(row, known.state);
  }

  setReceipt(receipt: Receipt) {
    this.receipt = receipt;
  }

  setConnection(link: ConnectionState) {
    if (link === this.connection) return;
    this.connection = link;
    this.connectionSince = new Date();
    for (const [row, { state }] of this.snapshots) this.snapshots.set(row, this.snapshotOf(state));
    this.tell();
  }

  tell() {
    this.isTelling = false;
    this.counted = null;
    for (const listener of this.listeners) listener();
  }

  /** Of a keystroke: its field shows it already, and the rest of the page comes after that. */
  tellSoon() {
    if (this.isTelling) return;
    this.isTelling = true;
    afterFrame(() => {
      if (this.isTelling) this.tell();
    });
  }

  private snapshotOf(state: RowState): RowSnapshot {
    return { state, phase: phaseOf(state, { link: this.connection, count: this.count }) };
  }

  /** Only what this book has put is erased: what an earlier page left behind is not its to throw away. */
  private keep(row: string, state: RowState) {
    const { keeper, account, target } = this.parts;
    const key = { account, target, row };
    const unsent = unsentOf(key, state, this.saveIds.get(row) ?? null);
    if (unsent) {
      this.kept.add(row);
      keeper.put(unsent);
    } else if (this.kept.delete(row)) {
      keeper.erase(key);
    }
  }

  private phases(): Phase[] {
    return this.shown().map(({ phase }) => phase);
  }

  private shown(): RowSnapshot[] {
    return [...this.snapshots].flatMap(([row, snapshot]) => (this.listed.has(row) ? [snapshot] : []));
  }

  private receiptShown(): Receipt {
    const unsaved = this.shown().filter(({ phase }) => phase !== "saved" && phase !== "blank");
    return receiptWithout(
      this.receipt,
      unsaved.map(({ state }) => this.count(storedNow(state).values)),
    );
  }
}
