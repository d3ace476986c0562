import { createEmitter } from "#ui/emitter.ts";
import { staysOffDevice, type LoadedTarget, type SavingDependencies } from "./loaded-target.ts";
import { MOST_ROWS, type RowResult, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";
import { Queue } from "./queue.ts";
import { storedAtMoment, restoreRows } from "./restoration.ts";
import { withAnswer, isReady, toSaveRequest, withRequest, withFailedRequest } from "./row-responses.ts";
import { committedRow, type RowState } from "./row-state.ts";
import { RowStore } from "./row-store.ts";
import type { Destination } from "./send.ts";
import type { UnsentRow } from "../outbox/unsent.ts";

/** Sends rows to the server and applies the answers, also for rows that earlier pages left unsent. */
export class RowSender {
  readonly rows: RowStore;
  /** The address and account that the sender was made for. Other page data never change who saves. */
  readonly destination: Destination;
  readonly staysOffDevice: boolean;
  /** When the server last answered, in milliseconds. Data that a page read before then are older than the data here. */
  answeredAt = 0;
  protected readonly queue: Queue;
  /** Rows in which something was chosen, with the timers that commit them. */
  protected readonly resting = new Map<string, ReturnType<typeof setTimeout>>();
  /** The moment when somebody last typed in a row, in milliseconds. */
  protected readonly typedAt = new Map<string, number>();
  /** The moment when the oldest row of each unanswered request was typed, in milliseconds. */
  private readonly since = new Map<string, number>();
  private readonly outside: SavingDependencies;
  private readonly results = createEmitter<[results: readonly RowResult[]]>();
  /** Values that earlier pages left for rows which were on their way when the values were found. */
  private later: UnsentRow[] = [];

  constructor(target: LoadedTarget, outside: SavingDependencies) {
    const { saveUrl, account, rules } = target;
    this.staysOffDevice = staysOffDevice(target);
    this.outside = outside;
    this.destination = { saveUrl, account };
    this.rows = new RowStore({ saveUrl, account, rules }, outside.unsentStore);
    this.queue = new Queue({
      collect: () => this.collect(),
      send: (request) => outside.send(this.destination, request, this.since.get(request.saveId)),
      onAnswer: (request, reply) => this.answered(request, reply),
      onTurnedDown: (request, reason) => this.settle(request, (state) => withFailedRequest(state, reason)),
      onConnection: (connection) => this.rows.setConnection(connection),
    });
  }

  /** Notifies listeners of the results of each request. */
  readonly onResults = this.results.subscribe;

  /** Holds back requests until it is known which rows earlier pages left unsent. */
  hold() {
    this.queue.hold();
  }

  release() {
    this.queue.release();
  }

  /** Sends at once, because the network or the person is back. */
  resume() {
    this.queue.retry();
    this.queue.wake();
  }

  commitAll() {
    for (const row of this.rows.names()) this.change(row, committedRow);
    this.queue.wake();
  }

  /**
   * Returns the requests that a closing page sends once more, without waiting for an answer. A half-typed mark stays on
   * the device.
   */
  flushOnUnload(): readonly SaveRequest[] {
    for (const row of this.resting.keys()) this.change(row, committedRow);
    const last = this.collect();
    if (last) this.queue.add(last);
    return this.queue.unanswered();
  }

  /** Takes over the rows that earlier pages left unsent, oldest first. Their requests are repeated unchanged. */
  restore(left: readonly UnsentRow[]) {
    const { stored, rows, requests, later } = restoreRows(left, (row) => ({
      state: this.rows.row(row)?.state,
      typedAt: this.typedAt.get(row) ?? 0,
    }));
    const waiting = new Set(later);
    for (const unsent of left) if (!waiting.has(unsent)) this.outside.unsentStore.adopt(unsent);
    for (const row of stored) this.rows.erase(row);
    for (const { row, state, saveId } of rows) this.rows.put(row, state, saveId);
    for (const request of requests) this.queue.add(request);
    for (const unsent of left) if (unsent.sent) this.noteSince(unsent.sent.saveId, storedAtMoment(unsent));
    this.later.push(...later);
    this.rows.notify();
    this.queue.wake();
  }

  protected change(row: string, next: (state: RowState) => RowState) {
    if (this.rows.change(row, next)) this.rows.notify();
  }

  /** Makes the next request from all rows that are ready; null if there are none. */
  private collect(): SaveRequest | null {
    const ready = this.rows.names().flatMap((row) => {
      const state = this.rows.row(row)?.state;
      return state && isReady(state) ? [{ row, state }] : [];
    });
    if (ready.length === 0) return null;
    const saveId = this.outside.newSaveId();
    const batch = ready.slice(0, MOST_ROWS);
    for (const { row, state } of batch) this.rows.put(row, withRequest(state), saveId);
    for (const { row } of batch) this.noteSince(saveId, this.typedAt.get(row));
    this.rows.notify();
    return { saveId, rows: batch.map(({ row, state }) => toSaveRequest(row, state)) };
  }

  private answered(request: SaveRequest, reply: SaveReply) {
    this.answeredAt = Date.now();
    const results = new Map(reply.results.map((result) => [result.row, result]));
    this.rows.setReceipt(reply.receipt);
    this.settle(request, (state, row) => {
      const result = results.get(row);
      return result ? withAnswer(state, result) : state;
    });
    this.results.notify(reply.results);
  }

  private noteSince(saveId: string, typedAt = 0) {
    const known = this.since.get(saveId) ?? typedAt;
    if (typedAt > 0) this.since.set(saveId, Math.min(known, typedAt));
  }

  private settle({ rows, saveId }: SaveRequest, next: (state: RowState, row: string) => RowState) {
    this.since.delete(saveId);
    for (const { row } of rows) this.rows.change(row, (state) => next(state, row));
    this.rows.notify();
    if (this.later.length > 0) this.restore(this.later.splice(0));
  }
}
