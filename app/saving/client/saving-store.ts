import { runAfterNextFrame } from "./row-store.ts";
import type { FieldValues } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/protocol.ts";
import type { LoadedTarget, SavingDependencies } from "./loaded-target.ts";
import { RowSender } from "./row-sender.ts";
import * as rowState from "./row-state.ts";
import type { RowState } from "./row-state.ts";

/** The longest time for which a page's data may still load after a save, and so may be older than the save. */
export const MAX_LOADING_MS = 60_000;

/** The delay before a chosen option is saved, so that ten ratings in a row need only a few saves. */
const REST_MS = 900;

/** The rows of one mark sheet, report or record. They change as a person types and when a page loads newer data. */
export class SavingStore extends RowSender {
  private target: LoadedTarget;

  constructor(target: LoadedTarget, outside: SavingDependencies) {
    super(target, outside);
    this.target = target;
    this.show(target);
  }

  type(row: string, values: FieldValues) {
    this.typedAt.set(row, Date.now());
    if (this.rows.change(row, (state) => rowState.withTypedValues(state, values))) this.rows.notifySoon();
  }

  /** Enters values in many rows, such as a pasted column. The rows are sent together. */
  enter(rows: readonly { row: string; values: FieldValues }[]) {
    for (const { row, values } of rows) {
      this.type(row, values);
      this.change(row, rowState.withCommittedValues);
    }
    this.queue.wake();
  }

  /**
   * Commits a row when its field loses the focus. The value is stored on the device at once, and sent after the cursor
   * has moved to the next field.
   */
  commit(row: string) {
    this.stopResting(row);
    if (this.rows.change(row, rowState.withCommittedValues)) this.rows.notifySoon();
    runAfterNextFrame(() => this.queue.wake());
  }

  commitAtRest(row: string) {
    this.stopResting(row);
    this.resting.set(
      row,
      setTimeout(() => this.commit(row), REST_MS),
    );
  }

  /** Stops the timer of a row. Returns whether a chosen option was waiting for that timer. */
  stopResting(row: string): boolean {
    clearTimeout(this.resting.get(row));
    return this.resting.delete(row);
  }

  /** Discards typed values: all values of the row on 'Put back', or the values of `fields` on Escape. */
  putBack(row: string, fields: readonly string[] | null = null) {
    this.decide(row, (state) => rowState.discardTypedValues(state, fields));
  }

  keepYours(row: string) {
    this.decide(row, rowState.keepYours);
  }

  takeTheirs(row: string) {
    this.decide(row, (state) => rowState.takeTheirs(state, this.target.rules));
  }

  /** Lists the fields of a row whose values 'Take theirs' discards. */
  conflictedFields(state: RowState): string[] {
    return rowState.conflictedFields(state, this.target.rules);
  }

  /**
   * Applies newly loaded page data: new rows, and newer values of rows without unsent values. Unsent values of a
   * removed row remain until the person decides.
   */
  show(target: LoadedTarget) {
    if (target.account !== this.destination.account) return;
    this.target = target;
    const { rows, receipt, rules } = target;
    const isSettled = Date.now() - this.answeredAt > MAX_LOADING_MS;
    const isNewest = this.queue.unanswered().length === 0 && (isSettled || !this.rows.isAheadOf(rows));
    const names = rows.map(({ row }) => row);
    this.rows.list({ rows: names, rules, receipt: isNewest ? receipt : null });
    for (const loaded of rows) {
      const state = this.rows.row(loaded.row)?.state;
      const shown = state
        ? rowState.withLoadedRow(state, loaded, isSettled)
        : rowState.toLoadedRowState(loaded);
      this.rows.put(loaded.row, shown);
    }
    this.rows.notify();
  }

  /** Applies saves that completed after the page's data were read. */
  applyAcknowledged(acknowledged: readonly LoadedRow[]) {
    // After a response, the receipt already includes these rows.
    const take = this.answeredAt > 0 ? "put" : "recount";
    for (const newer of acknowledged) {
      const state = this.rows.row(newer.row)?.state;
      if (state) this.rows[take](newer.row, rowState.withLoadedRow(state, newer));
    }
    this.rows.notify();
  }

  hasUnsent(): boolean {
    const { unsaved, offSheetRows } = this.rows.summary();
    return unsaved + offSheetRows > 0;
  }

  /** Tells whether a request is pending. Rows that wait for the network or for a person do not count. */
  isSaving(): boolean {
    return this.rows.names().some((row) => this.rows.row(row)?.progress === "saving");
  }

  private decide(row: string, next: (state: RowState) => RowState) {
    this.change(row, next);
    this.queue.wake();
  }
}
