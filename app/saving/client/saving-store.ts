import { afterFrame } from "./row-store.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/protocol.ts";
import type { LoadedTarget, SavingDependencies } from "./loaded-target.ts";
import { RowSender } from "./row-sender.ts";
import * as rowState from "./row-state.ts";
import type { RowState } from "./row-state.ts";

/** The longest time that page data are on their way. They may have been read before a save that is already answered. */
export const LOADING_MS = 60_000;

/** The rest after which a choice is saved, so that ten ratings in a row make few saves. */
const REST_MS = 900;

/** The rows of one saved target, as the person and the page's data change them. */
export class SavingStore extends RowSender {
  private target: LoadedTarget;

  constructor(target: LoadedTarget, outside: SavingDependencies) {
    super(target, outside);
    this.target = target;
    this.show(target);
  }

  type(row: string, values: Values) {
    this.typedAt.set(row, Date.now());
    if (this.rows.change(row, (state) => rowState.typedRow(state, values))) this.rows.notifySoon();
  }

  /** Enters many rows at once, such as a pasted column. The rows go out together. */
  enter(rows: readonly { row: string; values: Values }[]) {
    for (const { row, values } of rows) {
      this.type(row, values);
      this.change(row, rowState.committedRow);
    }
    this.queue.wake();
  }

  /**
   * Commits a row whose field was left. The value is on the device at once, and goes out after the screen shows the
   * cursor in the next field.
   */
  commit(row: string) {
    this.stopResting(row);
    if (this.rows.change(row, rowState.committedRow)) this.rows.notifySoon();
    afterFrame(() => this.queue.wake());
  }

  commitAtRest(row: string) {
    this.stopResting(row);
    this.resting.set(
      row,
      setTimeout(() => this.commit(row), REST_MS),
    );
  }

  /** Stops the timer of a row, and returns whether a choice was waiting to be committed. */
  stopResting(row: string): boolean {
    clearTimeout(this.resting.get(row));
    return this.resting.delete(row);
  }

  /** Gives up typed values, on 'Put back' or, only in the `fields` being typed in, on Escape. */
  putBack(row: string, fields: readonly string[] | null = null) {
    this.decide(row, (state) => rowState.discardTyped(state, fields));
  }

  keepYours(row: string) {
    this.decide(row, rowState.keepYours);
  }

  takeTheirs(row: string) {
    this.decide(row, (state) => rowState.takeTheirs(state, this.target.rules.normalise));
  }

  /**
   * Applies the page's data: newer values for rows with nothing unsent, and rows that joined. Unsent values of a row
   * that left the target stay until the person decides.
   */
  show(target: LoadedTarget) {
    if (target.account !== this.destination.account) return;
    this.target = target;
    const { rows, receipt, rules } = target;
    const isSettled = Date.now() - this.answeredAt > LOADING_MS;
    const isNewest = this.queue.unanswered().length === 0 && (isSettled || !this.rows.isAheadOf(rows));
    const names = rows.map(({ row }) => row);
    this.rows.list({ rows: names, rules, receipt: isNewest ? receipt : null });
    for (const loaded of rows) {
      const state = this.rows.row(loaded.row)?.state;
      const shown = state ? rowState.withLoadedRow(state, loaded, isSettled) : rowState.openedRow(loaded);
      this.rows.put(loaded.row, shown);
    }
    this.rows.notify();
  }

  /** Applies saves that were acknowledged after the page's data were read. */
  applyAcknowledged(acknowledged: readonly LoadedRow[]) {
    // Once the server has answered, its receipt already counts these rows.
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

  /**
   * Tells whether an answer is on its way. Rows that wait for the network or the person do not count, because waiting
   * longer does not save them.
   */
  isSaving(): boolean {
    return this.rows.names().some((row) => this.rows.row(row)?.progress === "saving");
  }

  private decide(row: string, next: (state: RowState) => RowState) {
    this.change(row, next);
    this.queue.wake();
  }
}
