import { afterFrame } from "./after-frame.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { SaveRequest } from "../protocol/protocol.ts";
import type { LoadedTarget, Outside } from "./loaded-target.ts";
import { RowSender } from "./row-sender.ts";
import { RowStore } from "./row-store.ts";
import * as rowState from "./row-state.ts";
import type { RowState } from "./row-state.ts";
import type { Destination } from "./send.ts";
import type { UnsentRow } from "../outbox/unsent.ts";

/** A loader may have read before a save that was answered while its answer was on the way. */
export const LOADING_MS = 60_000;

/** The rows of one saved target: what a person does to them, and what the page's data say of them. */
export class SavingStore {
  readonly rows: RowStore;
  /** Of the page that the store was made for: other page data never change who saves. */
  readonly destination: Destination;
  private target: LoadedTarget;
  private readonly sender: RowSender;

  constructor(target: LoadedTarget, outside: Outside) {
    const { saveUrl, account, rules } = target;
    this.destination = { saveUrl, account };
    this.target = target;
    this.rows = new RowStore({ saveUrl, account, rules }, outside.unsentStore);
    this.sender = new RowSender(this.rows, this.destination, outside);
    this.show(target);
  }

  type(row: string, values: Values) {
    this.sender.typedAt.set(row, Date.now());
    if (this.rows.change(row, (state) => rowState.typedRow(state, values))) this.rows.notifySoon();
  }

  /** Many rows by one act, such as a pasted column: they go out together. */
  enter(rows: readonly { row: string; values: Values }[]) {
    for (const { row, values } of rows) {
      this.type(row, values);
      this.change(row, rowState.committedRow);
    }
    this.sender.queue.wake();
  }

  /** The field was left: that is on the device at once, and sent when the screen shows the cursor in the next one. */
  commit(row: string) {
    if (this.rows.change(row, rowState.committedRow)) this.rows.notifySoon();
    afterFrame(() => this.sender.queue.wake());
  }

  commitAll() {
    for (const row of this.rows.names()) this.change(row, rowState.committedRow);
    this.sender.queue.wake();
  }

  /** 'Put back'; and Escape, which is about the `fields` that are being typed in alone. */
  putBack(row: string, fields: readonly string[] | null = null) {
    this.decide(row, (state) => rowState.putBackRow(state, fields));
  }

  keepYours(row: string) {
    this.decide(row, rowState.yoursKept);
  }

  takeTheirs(row: string) {
    this.decide(row, (state) => rowState.theirsTaken(state, this.target.rules.normalise));
  }

  /**
   * The page's data came, or came again: newer values for rows with nothing unsent, and rows that joined. What is
   * unsent of a row that left the target stays until the person decides.
   */
  show(target: LoadedTarget) {
    if (target.account !== this.destination.account) return;
    this.target = target;
    const { rows, receipt, rules } = target;
    const isSettled = Date.now() - this.answeredAt > LOADING_MS;
    const isNewest = this.sender.queue.unanswered().length === 0 && (isSettled || !this.rows.isAheadOf(rows));
    const names = rows.map(({ row }) => row);
    this.rows.list({ rows: names, rules, receipt: isNewest ? receipt : null });
    for (const loaded of rows) {
      const state = this.rows.row(loaded.row)?.state;
      const shown = state ? rowState.absorbedRow(state, loaded, isSettled) : rowState.openedRow(loaded);
      this.rows.put(loaded.row, shown);
    }
    this.rows.notify();
  }

  /** What was acknowledged after the page's data were read. */
  applyAcknowledged(acknowledged: readonly LoadedRow[]) {
    // Once the server has answered, its receipt counts them.
    const take = this.answeredAt > 0 ? "put" : "recount";
    for (const newer of acknowledged) {
      const state = this.rows.row(newer.row)?.state;
      if (state) this.rows[take](newer.row, rowState.absorbedRow(state, newer));
    }
    this.rows.notify();
  }

  /** Nothing goes out until it is known what earlier pages left of this target. */
  hold() {
    this.sender.queue.hold();
  }

  release() {
    this.sender.queue.release();
  }

  restore(left: readonly UnsentRow[]) {
    this.sender.restore(left);
  }

  /** The network or the person is back. */
  resume() {
    this.sender.queue.retry();
    this.sender.queue.wake();
  }

  /** The page goes: all that is typed is committed. @returns what to send once more without waiting for an answer */
  flushOnUnload(): readonly SaveRequest[] {
    for (const row of this.rows.names()) this.change(row, rowState.committedRow);
    const last = this.sender.collect();
    if (last) this.sender.queue.add(last);
    return this.sender.queue.unanswered();
  }

  hasUnsent(): boolean {
    const { unsaved, offSheetRows } = this.rows.summary();
    return unsaved + offSheetRows > 0;
  }

  get onResults() {
    return this.sender.results.subscribe;
  }

  get answeredAt(): number {
    return this.sender.answeredAt;
  }

  private decide(row: string, next: (state: RowState) => RowState) {
    this.change(row, next);
    this.sender.queue.wake();
  }

  private change(row: string, next: (state: RowState) => RowState) {
    if (this.rows.change(row, next)) this.rows.notify();
  }
}
