import { afterFrame } from "./after-frame.ts";
import { MOST_ROWS } from "../protocol/protocol.ts";
import type { Values } from "#fields/value.ts";
import type { SaveReply, SaveRequest } from "../protocol/protocol.ts";
import { Queue } from "./queue.ts";
import { restoration } from "./restoration.ts";
import { RowStore } from "./row-store.ts";
import * as rowState from "./row-state.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { RowState } from "./row-state.ts";
import type { LoadedSheet, Outside, ResultListener } from "./loaded-sheet.ts";
import type { Destination } from "./send.ts";
import type { UnsentRow } from "./unsent.ts";

/** A loader may have read before a save that was answered while its answer was on the way. */
export const LOADING_MS = 60_000;

/** What a person does to the rows of one sheet, and the rows' way to the server and back. */
export class SheetStore {
  readonly rows: RowStore;
  /** Of the page that the store was made for: other page data never change who saves. */
  readonly destination: Destination;
  private sheet: LoadedSheet;
  private readonly outside: Outside;
  private readonly queue: Queue;
  private readonly listeners = new Set<ResultListener>();
  /** Left by earlier pages of rows that were on their way when it was found. */
  private later: UnsentRow[] = [];
  /** When somebody last typed in a row, in milliseconds. */
  private readonly typedAt = new Map<string, number>();
  private lastAnswer = 0;

  constructor(sheet: LoadedSheet, outside: Outside) {
    const { saveUrl, account } = sheet;
    this.destination = { saveUrl, account };
    this.sheet = sheet;
    this.outside = outside;
    this.rows = new RowStore({ account, target: saveUrl, keeper: outside.keeper });
    this.queue = new Queue({
      collect: () => this.collect(),
      send: (request) => outside.send(this.destination, request),
      onAnswer: (request, reply) => this.answered(request, reply),
      onTurnedDown: (request, reason) =>
        this.settle(request, (state) => rowState.turnedDownRow(state, reason)),
      onLink: (link) => this.rows.setConnection(link),
    });
    this.show(sheet);
  }

  type(row: string, values: Values) {
    this.typedAt.set(row, Date.now());
    if (this.put(row, (state) => rowState.typedRow(state, values))) this.rows.tellSoon();
  }

  /** Many rows by one act, such as a pasted column: they go out together. */
  enter(rows: readonly { row: string; values: Values }[]) {
    for (const { row, values } of rows) {
      this.type(row, values);
      this.change(row, rowState.committedRow);
    }
    this.queue.wake();
  }

  /** 'Put back'; and Escape, which is about the `fields` in hand alone. */
  putBack(row: string, fields: readonly string[] | null = null) {
    this.change(row, (state) => rowState.putBackRow(state, fields));
    this.queue.wake();
  }

  /** The field was left: it is kept as such at once, and sent when the screen shows the cursor in the next one. */
  commit(row: string) {
    if (this.put(row, rowState.committedRow)) this.rows.tellSoon();
    afterFrame(() => this.queue.wake());
  }

  keepYours(row: string) {
    this.change(row, rowState.yoursKept);
    this.queue.wake();
  }

  takeTheirs(row: string) {
    this.change(row, (state) => rowState.theirsTaken(state, this.sheet.rules.normalise));
    this.queue.wake();
  }

  /**
   * The page's data came, or came again: newer values for rows with nothing unsent, and students who joined. What is
   * unsent of a student who left the sheet stays until the person decides.
   */
  show(sheet: LoadedSheet) {
    if (sheet.account !== this.destination.account) return;
    this.sheet = sheet;
    const { rows, receipt, rules } = sheet;
    const isSettled = Date.now() - this.lastAnswer > LOADING_MS;
    const isNewest = this.queue.unanswered().length === 0 && (isSettled || !this.rows.isAheadOf(rows));
    const names = rows.map(({ row }) => row);
    this.rows.list({ rows: names, count: rules.count, receipt: isNewest ? receipt : null });
    for (const loaded of rows) {
      const state = this.rows.row(loaded.row)?.state;
      const shown = state ? rowState.absorbedRow(state, loaded, isSettled) : rowState.openedRow(loaded);
      this.rows.put(loaded.row, shown);
    }
    this.rows.tell();
  }

  /** What was acknowledged after the page's data were read. */
  applyAcknowledged(acknowledged: readonly LoadedRow[]) {
    // Once the server has answered, its receipt counts them.
    const take = this.lastAnswer > 0 ? "put" : "recount";
    for (const newer of acknowledged) {
      const state = this.rows.row(newer.row)?.state;
      if (state) this.rows[take](newer.row, rowState.absorbedRow(state, newer));
    }
    this.rows.tell();
  }

  /** Nothing goes out until it is known what earlier pages left of this sheet. */
  hold() {
    this.queue.hold();
  }

  release() {
    this.queue.release();
  }

  /** What earlier pages left unsent, oldest first: requests are repeated as they were made. */
  restore(kept: readonly UnsentRow[]) {
    const { done, rows, requests, later } = restoration(kept, (row) => ({
      state: this.rows.row(row)?.state,
      typedAt: this.typedAt.get(row) ?? 0,
    }));
    const waiting = new Set(later);
    for (const unsent of kept) if (!waiting.has(unsent)) this.outside.keeper.adopt(unsent);
    for (const row of done) this.rows.erase(row);
    for (const { row, state, saveId } of rows) this.rows.put(row, state, saveId);
    for (const request of requests) this.queue.add(request);
    this.later.push(...later);
    this.rows.tell();
    this.queue.wake();
  }

  onResults(listener: ResultListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  commitAll() {
    for (const row of this.rows.names()) this.change(row, rowState.committedRow);
    this.queue.wake();
  }

  /** The page goes: all that is typed is left. @returns what to send once more without waiting for an answer */
  flushOnUnload(): readonly SaveRequest[] {
    for (const row of this.rows.names()) this.change(row, rowState.committedRow);
    const last = this.collect();
    if (last) this.queue.add(last);
    return this.queue.unanswered();
  }

  hasUnsent(): boolean {
    const { unsaved, offSheetRows } = this.rows.summary();
    return unsaved + offSheetRows > 0;
  }

  /** When the server last answered, in milliseconds: what a page read before that is older than what is here. */
  get answeredAt(): number {
    return this.lastAnswer;
  }

  /** The network or the person is back. */
  resume() {
    this.queue.retry();
    this.queue.wake();
  }

  private change(row: string, next: (state: RowState) => RowState) {
    if (this.put(row, next)) this.rows.tell();
  }

  /** @returns whether it changed anything */
  private put(row: string, next: (state: RowState) => RowState): boolean {
    const before = this.rows.row(row)?.state;
    const after = before && next(before);
    if (!after || after === before) return false;
    this.rows.put(row, after);
    return true;
  }

  private collect(): SaveRequest | null {
    const ready = this.rows.names().flatMap((row) => {
      const state = this.rows.row(row)?.state;
      return state && rowState.isReady(state) ? [{ row, state }] : [];
    });
    if (ready.length === 0) return null;
    const saveId = this.outside.newSaveId();
    const batch = ready.slice(0, MOST_ROWS);
    for (const { row, state } of batch) this.rows.put(row, rowState.sentRow(state), saveId);
    this.rows.tell();
    const rows = batch.map(({ row, state }) => rowState.saveOf(row, state));
    return { saveId, rows };
  }

  private answered(request: SaveRequest, reply: SaveReply) {
    this.lastAnswer = Date.now();
    const results = new Map(reply.results.map((result) => [result.row, result]));
    this.rows.setReceipt(reply.receipt);
    this.settle(request, (state, row) => {
      const result = results.get(row);
      return result ? rowState.answeredRow(state, result) : state;
    });
    for (const listener of this.listeners) listener(reply.results);
  }

  private settle({ rows }: SaveRequest, next: (state: RowState, row: string) => RowState) {
    for (const { row } of rows) {
      const state = this.rows.row(row)?.state;
      if (state) this.rows.put(row, next(state, row));
    }
    this.rows.tell();
    if (this.later.length > 0) this.restore(this.later.splice(0));
  }
}
