import { MOST_ROWS } from "./protocol.ts";
import type { Receipt, RowResult, SaveReply, SaveRequest, Values } from "./protocol.ts";
import { Queue } from "./queue.ts";
import { RowBook } from "./row-book.ts";
import type { Counted } from "./row-phase.ts";
import * as rowState from "./row-state.ts";
import type { LoadedRow, RowState } from "./row-state.ts";
import type { Attempt, Destination } from "./send.ts";
import type { UnsentKeeper } from "./unsent.ts";

/** What a sheet knows about its own values. */
export type ValueRules = {
  /** Values that agree with each other, such as no mark for who is absent. */
  settle: (values: Values) => Values;
  count: (values: Values) => Counted;
};

export type LoadedSheet = Destination & {
  rows: readonly LoadedRow[];
  receipt: Receipt;
  rules: ValueRules;
};

export type Outside = {
  keeper: UnsentKeeper;
  newSaveId: () => string;
  send: (to: Destination, request: SaveRequest) => Promise<Attempt>;
};

/** What a request was answered, for those who tell it on. */
export type ResultListener = (results: readonly RowResult[]) => void;

/** What a person does to the rows of one sheet, and the rows' way to the server and back. */
export class SheetStore {
  readonly book: RowBook;
  private readonly sheet: LoadedSheet;
  private readonly outside: Outside;
  private readonly queue: Queue;
  private readonly listeners = new Set<ResultListener>();

  constructor(sheet: LoadedSheet, outside: Outside) {
    const { saveUrl, account, receipt, rules, rows } = sheet;
    this.sheet = sheet;
    this.outside = outside;
    this.book = new RowBook({ account, sheet: saveUrl, receipt, count: rules.count, keeper: outside.keeper });
    for (const loaded of rows) this.book.put(loaded.row, rowState.openedRow(loaded));
    this.queue = new Queue({
      collect: () => this.collect(),
      send: (request) => outside.send(sheet, request),
      onAnswer: (request, reply) => this.answered(request, reply),
      onTurnedDown: (request, reason) => this.turnedDown(request, reason),
      onLink: (link) => this.book.setLink(link),
    });
  }

  type(row: string, values: Values) {
    this.change(row, (state) => rowState.typedRow(state, values));
  }

  /** Escape, and 'Put back'. */
  putBack(row: string) {
    this.change(row, rowState.putBackRow);
  }

  /** The field was left: now it may be sent. */
  leave(row: string) {
    this.change(row, rowState.leftRow);
    this.queue.wake();
  }

  keepYours(row: string) {
    this.change(row, rowState.yoursKept);
    this.queue.wake();
  }

  takeTheirs(row: string) {
    this.change(row, (state) => rowState.theirsTaken(state, this.sheet.rules.settle));
    this.queue.wake();
  }

  /**
   * The page's data came again: newer values for rows with nothing unsent, and students who joined. Who left the sheet
   * leaves it here too, once the server has refused what was typed.
   */
  absorb(rows: readonly LoadedRow[], receipt: Receipt) {
    const listed = new Set(rows.map(({ row }) => row));
    for (const row of this.book.names()) {
      const isDone = this.book.row(row)?.state.trouble?.kind === "refused";
      if (isDone && !listed.has(row)) this.book.forget(row);
    }
    for (const loaded of rows) {
      const state = this.book.row(loaded.row)?.state;
      this.book.put(loaded.row, state ? rowState.absorbedRow(state, loaded) : rowState.openedRow(loaded));
    }
    if (this.queue.unanswered().length === 0) this.book.setReceipt(receipt);
    this.book.tell();
  }

  onResults(listener: ResultListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  leaveAll() {
    for (const row of this.book.names()) this.change(row, rowState.leftRow);
    this.queue.wake();
  }

  /** The page goes: all that is typed is left. @returns what to send once more without waiting for an answer */
  part(): readonly SaveRequest[] {
    for (const row of this.book.names()) this.change(row, rowState.leftRow);
    const last = this.collect();
    if (last) this.queue.add(last);
    return this.queue.unanswered();
  }

  hasUnsent(): boolean {
    return this.book.summary().unsaved > 0;
  }

  get destination(): Destination {
    return this.sheet;
  }

  /** The network or the person is back. */
  resume() {
    this.queue.retry();
    this.queue.wake();
  }

  private change(row: string, next: (state: RowState) => RowState) {
    const before = this.book.row(row)?.state;
    if (!before) return;
    const after = next(before);
    if (after === before) return;
    this.book.put(row, after);
    this.book.tell();
  }

  private collect(): SaveRequest | null {
    const ready = this.book.names().flatMap((row) => {
      const state = this.book.row(row)?.state;
      return state && rowState.isReady(state) ? [{ row, state }] : [];
    });
    if (ready.length === 0) return null;
    const saveId = this.outside.newSaveId();
    const batch = ready.slice(0, MOST_ROWS);
    for (const { row, state } of batch) this.book.put(row, rowState.sentRow(state), saveId);
    this.book.tell();
    const rows = batch.map(({ row, state }) => rowState.saveOf(row, state));
    return { saveId, rows };
  }

  private answered(request: SaveRequest, reply: SaveReply) {
    const results = new Map(reply.results.map((result) => [result.row, result]));
    this.book.setReceipt(reply.receipt);
    this.settle(request, (state, row) => {
      const result = results.get(row);
      return result ? rowState.answeredRow(state, result) : state;
    });
    for (const listener of this.listeners) listener(reply.results);
  }

  private turnedDown(request: SaveRequest, reason: string) {
    this.settle(request, (state) => rowState.turnedDownRow(state, reason));
  }

  private settle({ rows }: SaveRequest, next: (state: RowState, row: string) => RowState) {
    for (const { row } of rows) {
      const state = this.book.row(row)?.state;
      if (state) this.book.put(row, next(state, row));
    }
    this.book.tell();
  }
}
