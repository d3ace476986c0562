import { createEmitter } from "#ui/emitter.ts";
import { staysOffDevice, type LoadedTarget, type SavingDependencies } from "./loaded-target.ts";
import {
  MOST_ROWS,
  type RowResult,
  type SaveReply,
  type SaveRequest,
  refusedFields,
  type RefusedFields,
  type RowSave,
} from "../protocol/protocol.ts";
import { Queue } from "./queue.ts";
import { storedAtMoment, restoreRows } from "./restoration.ts";
import {
  committedRow,
  type RowState,
  refusedIssue,
  sendable,
  storedValues,
  withNewConflicts,
} from "./row-state.ts";
import { RowStore } from "./row-store.ts";
import type { Destination } from "./send.ts";
import type { UnsentRow } from "../outbox/unsent.ts";
import { changesAgainst, hasChanges, isSameValue, omitFields, valuesOf } from "../protocol/merge.ts";

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

export function isReady(state: RowState): boolean {
  return state.sent === null && hasChanges(sendable(state));
}

/** Moves the values that may go out into the request. A value that is being typed stays behind. */
export function withRequest(state: RowState): RowState {
  const sent = sendable(state);
  return { ...state, sent, typed: omitFields(state.typed, Object.keys(sent)) };
}

export function toSaveRequest(row: string, state: RowState): RowSave {
  return { row, base: state.base, changes: sendable(state) };
}

export function withAnswer(state: RowState, answer: RowResult): RowState {
  const { version, values } = answer.stored;
  const stored = answer.brief ? { version, values: { ...storedValues(state), ...values } } : answer.stored;
  const result = { ...answer, stored };
  if (result.outcome === "conflict") return contestedRow(state, result);
  const answered = { ...state, ...basisOf(state, result), sent: null };
  if (result.outcome === "refused") return refusedRow(answered, result.refusals, state.sent ?? {});
  const typed = changesAgainst(answered.stored, state.typed);
  return { ...answered, typed, issue: issueOf(standing(state), typed) };
}

/** Stores the fields that nobody changed meanwhile, and makes the others a conflict. */
function contestedRow(state: RowState, result: Extract<RowResult, { outcome: "conflict" }>): RowState {
  const { by, at, fields, stored: theirs } = result;
  const contested = fields.map(({ field }) => field);
  const isStored = ([field, value]: [string, RowState["typed"][string]]) =>
    !contested.includes(field) && isSameValue(value, theirs.values[field]);
  const beside = Object.fromEntries(Object.entries(state.sent ?? {}).filter(isStored));
  return withNewConflicts({
    ...state,
    stored: { ...state.stored, ...beside },
    sent: null,
    typed: { ...omitFields(state.sent ?? {}, Object.keys(beside)), ...state.typed },
    issue: { kind: "changed", by, at, fields, theirs },
  });
}

/**
 * Keeps the refused values as typed; everything else of the save is stored. A person who has typed on in a refused
 * field may be correcting it already, so that value is sent when the field is left.
 */
function refusedRow(state: RowState, refusals: readonly RefusedFields[], sent: RowState["typed"]): RowState {
  const isRetyped = ({ fields }: RefusedFields) => fields.some((field) => field in state.typed);
  const isUnderFingers = ({ fields }: RefusedFields) =>
    fields.some((field) => field in state.typed && state.uncommitted.includes(field));
  const unsaved = { ...valuesOf(sent, refusedFields(refusals)), ...state.typed };
  const typed = changesAgainst(state.stored, unsaved);
  const waiting = [...state.uncommitted, ...refusedFields(refusals.filter(isUnderFingers))];
  return {
    ...state,
    typed,
    uncommitted: Object.keys(typed).filter((field) => waiting.includes(field)),
    issue: issueOf([...standing(state), ...refusals.filter((refusal) => !isRetyped(refusal))], typed),
  };
}

function standing({ issue }: RowState): readonly RefusedFields[] {
  return issue?.kind === "refused" ? issue.refusals : [];
}

/** Leaves out refused values that a colleague has stored since. */
function issueOf(refusals: readonly RefusedFields[], typed: RowState["typed"]) {
  return refusedIssue(refusals.filter(({ fields }) => fields.some((field) => field in typed)));
}
/**
 * Returns the stored values, and the version that judges the next save. Values typed while the answer was on its way
 * were typed over the earlier values: if the answer brought a colleague's change, the next save must report that
 * change.
 */
function basisOf(state: RowState, { outcome, stored: { version, values } }: RowResult) {
  const knowsNothing = outcome === "refused" && version === 0 && !hasChanges(values);
  if (knowsNothing) return { base: state.base, version: state.version, stored: state.stored };
  const isUnseen = hasChanges(state.typed) && hasChanges(changesAgainst(storedValues(state), values));
  return { base: isUnseen ? state.base : version, version, stored: values };
}

/** Takes back the values of a request that was refused as a whole: nothing of it is stored. */
export function withFailedRequest(state: RowState, reason: string): RowState {
  const { sent } = state;
  if (!sent) return state;
  const typed = { ...sent, ...state.typed };
  return {
    ...state,
    sent: null,
    typed,
    issue: refusedIssue([{ reason, field: null, fields: Object.keys(sent) }]),
  };
}
