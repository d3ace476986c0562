import { createEmitter } from "./emitter.ts";
import type { Outside } from "./loaded-target.ts";
import { MOST_ROWS, type RowResult, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";
import { Queue } from "./queue.ts";
import { restoration } from "./restoration.ts";
import { answeredRow, isReady, saveOf, sentRow, turnedDownRow } from "./row-answers.ts";
import type { RowState } from "./row-state.ts";
import type { RowStore } from "./row-store.ts";
import type { Destination } from "./send.ts";
import type { UnsentRow } from "../outbox/unsent.ts";

/** The way of rows to the server and back, also of those that earlier pages left unsent. */
export class RowSender {
  readonly queue: Queue;
  /** What a request was answered. */
  readonly results = createEmitter<[results: readonly RowResult[]]>();
  /** When somebody last typed in a row, in milliseconds. */
  readonly typedAt = new Map<string, number>();
  /** When the server last answered, in milliseconds: what a page read before that is older than what is here. */
  answeredAt = 0;
  private readonly rows: RowStore;
  private readonly outside: Outside;
  /** Left by earlier pages of rows that were on their way when it was found. */
  private later: UnsentRow[] = [];

  constructor(rows: RowStore, destination: Destination, outside: Outside) {
    this.rows = rows;
    this.outside = outside;
    this.queue = new Queue({
      collect: () => this.collect(),
      send: (request) => outside.send(destination, request),
      onAnswer: (request, reply) => this.answered(request, reply),
      onTurnedDown: (request, reason) => this.settle(request, (state) => turnedDownRow(state, reason)),
      onConnection: (connection) => rows.setConnection(connection),
    });
  }

  /** The next request, made of all rows that are ready; null when there are none. */
  collect(): SaveRequest | null {
    const ready = this.rows.names().flatMap((row) => {
      const state = this.rows.row(row)?.state;
      return state && isReady(state) ? [{ row, state }] : [];
    });
    if (ready.length === 0) return null;
    const saveId = this.outside.newSaveId();
    const batch = ready.slice(0, MOST_ROWS);
    for (const { row, state } of batch) this.rows.put(row, sentRow(state), saveId);
    this.rows.notify();
    return { saveId, rows: batch.map(({ row, state }) => saveOf(row, state)) };
  }

  /** What earlier pages left unsent, oldest first: requests are repeated as they were made. */
  restore(left: readonly UnsentRow[]) {
    const { stored, rows, requests, later } = restoration(left, (row) => ({
      state: this.rows.row(row)?.state,
      typedAt: this.typedAt.get(row) ?? 0,
    }));
    const waiting = new Set(later);
    for (const unsent of left) if (!waiting.has(unsent)) this.outside.unsentStore.adopt(unsent);
    for (const row of stored) this.rows.erase(row);
    for (const { row, state, saveId } of rows) this.rows.put(row, state, saveId);
    for (const request of requests) this.queue.add(request);
    this.later.push(...later);
    this.rows.notify();
    this.queue.wake();
  }

  private answered(request: SaveRequest, reply: SaveReply) {
    this.answeredAt = Date.now();
    const results = new Map(reply.results.map((result) => [result.row, result]));
    this.rows.setReceipt(reply.receipt);
    this.settle(request, (state, row) => {
      const result = results.get(row);
      return result ? answeredRow(state, result) : state;
    });
    this.results.notify(reply.results);
  }

  private settle({ rows }: SaveRequest, next: (state: RowState, row: string) => RowState) {
    for (const { row } of rows) this.rows.change(row, (state) => next(state, row));
    this.rows.notify();
    if (this.later.length > 0) this.restore(this.later.splice(0));
  }
}
