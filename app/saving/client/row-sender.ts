import { createEmitter } from "#ui/emitter.ts";
import { mustStayOffDevice, type LoadedTarget, type SavingDependencies } from "./loaded-target.ts";
import {
  MAX_ROWS_PER_REQUEST,
  type RowResult,
  type SaveReply,
  type SaveRequest,
  refusedFields,
  type RefusedFields,
  type RowSave,
  findValueChanges,
  hasChanges,
  isSameValue,
  omitFields,
  pickFields,
} from "../protocol/protocol.ts";
import { SaveQueue } from "./queue.ts";
import { getUnsentStoredTime, restoreRows } from "./restoration.ts";
import {
  withCommittedValues,
  type RowState,
  toRefusedIssue,
  sendableValues,
  optimisticValues,
  withNewConflicts,
} from "./row-state.ts";
import { RowStore } from "./row-store.ts";
import type { SaveDestination } from "./send.ts";
import type { UnsentRow } from "../outbox/unsent.ts";

/** Sends rows to the server and applies the responses, including rows that earlier pages did not send. */
export class RowSender {
  readonly rows: RowStore;
  /** The URL and account for which the sender was created. New data for the page never change them. */
  readonly destination: SaveDestination;
  readonly staysOffDevice: boolean;
  /** The time of the server's last response, in milliseconds. Page data read before then are older than the rows. */
  answeredAt = 0;
  protected readonly queue: SaveQueue;
  /** The rows in which the person chose an option, with the timers that will commit these rows. */
  protected readonly resting = new Map<string, ReturnType<typeof setTimeout>>();
  /** The time when somebody last typed in each row, in milliseconds. */
  protected readonly typedAt = new Map<string, number>();
  /** For each pending request, the time when its oldest row was typed, in milliseconds. */
  private readonly since = new Map<string, number>();
  private readonly outside: SavingDependencies;
  private readonly results = createEmitter<[results: readonly RowResult[]]>();
  /** Unsent values of earlier pages in rows that are being sent now. The response decides what happens to them. */
  private later: UnsentRow[] = [];

  constructor(target: LoadedTarget, outside: SavingDependencies) {
    const { saveUrl, account, rules } = target;
    this.staysOffDevice = mustStayOffDevice(target);
    this.outside = outside;
    this.destination = { saveUrl, account };
    this.rows = new RowStore({ saveUrl, account, rules }, outside.unsentStore);
    this.queue = new SaveQueue({
      collect: () => this.collect(),
      send: (request) => outside.send(this.destination, request, this.since.get(request.saveId)),
      onAnswer: (request, reply) => this.answered(request, reply),
      onTurnedDown: (request, reason) => this.settle(request, (state) => withFailedRequest(state, reason)),
      onConnection: (connection) => this.rows.setConnection(connection),
    });
  }

  readonly onResults = this.results.subscribe;

  /** Puts requests on hold until the rows that earlier pages did not send are known. */
  hold() {
    this.queue.hold();
  }

  release() {
    this.queue.release();
  }

  /** Sends again at once, because the network is back or the person has returned. */
  resume() {
    this.queue.retry();
    this.queue.wake();
  }

  commitAll() {
    for (const row of this.rows.names()) this.change(row, withCommittedValues);
    this.queue.wake();
  }

  /**
   * Returns the requests that a closing page sends once more without waiting for a response. A mark that is still being
   * typed is not sent, but stays on the device.
   */
  flushOnUnload(): readonly SaveRequest[] {
    for (const row of this.resting.keys()) this.change(row, withCommittedValues);
    const last = this.collect();
    if (last) this.queue.add(last);
    return this.queue.unanswered();
  }

  /** Takes over rows that earlier pages did not send, oldest first. Pending requests are repeated unchanged. */
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
    for (const unsent of left)
      if (unsent.sent) this.noteSince(unsent.sent.saveId, getUnsentStoredTime(unsent));
    this.later.push(...later);
    this.rows.notify();
    this.queue.wake();
  }

  protected change(row: string, next: (state: RowState) => RowState) {
    if (this.rows.change(row, next)) this.rows.notify();
  }

  /** Builds the next request from all rows that are ready to be sent, or returns null if there are none. */
  private collect(): SaveRequest | null {
    const ready = this.rows.names().flatMap((row) => {
      const state = this.rows.row(row)?.state;
      return state && isReadyToSend(state) ? [{ row, state }] : [];
    });
    if (ready.length === 0) return null;
    const saveId = this.outside.newSaveId();
    const batch = ready.slice(0, MAX_ROWS_PER_REQUEST);
    for (const { row, state } of batch) this.rows.put(row, withPendingRequest(state), saveId);
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
      return result ? withRowResult(state, result) : state;
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

export function isReadyToSend(state: RowState): boolean {
  return state.sent === null && hasChanges(sendableValues(state));
}

/** Moves the values that can be sent into the request. A value that is still being typed is not included. */
export function withPendingRequest(state: RowState): RowState {
  const sent = sendableValues(state);
  return { ...state, sent, typed: omitFields(state.typed, Object.keys(sent)) };
}

export function toSaveRequest(row: string, state: RowState): RowSave {
  return { row, base: state.base, changes: sendableValues(state) };
}

export function withRowResult(state: RowState, answer: RowResult): RowState {
  const { version, values } = answer.stored;
  const stored = answer.brief
    ? { version, values: { ...optimisticValues(state), ...values } }
    : answer.stored;
  const result = { ...answer, stored };
  if (result.outcome === "conflict") return contestedRow(state, result);
  const answered = { ...state, ...basisOf(state, result), sent: null };
  if (result.outcome === "refused") return refusedRow(answered, result.refusals, state.sent ?? {});
  const typed = findValueChanges(answered.stored, state.typed);
  return { ...answered, typed, issue: issueOf(standing(state), typed) };
}

/** Stores the fields without a conflict, and records the conflict for the other fields. */
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
 * Keeps the refused values in their fields; all other values of the request are stored. A value that the person has
 * typed in a refused field since may be a correction, so it is sent when the field is left.
 */
function refusedRow(state: RowState, refusals: readonly RefusedFields[], sent: RowState["typed"]): RowState {
  const isRetyped = ({ fields }: RefusedFields) => fields.some((field) => field in state.typed);
  const isUnderFingers = ({ fields }: RefusedFields) =>
    fields.some((field) => field in state.typed && state.uncommitted.includes(field));
  const unsaved = { ...pickFields(sent, refusedFields(refusals)), ...state.typed };
  const typed = findValueChanges(state.stored, unsaved);
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

/** Returns the refusals, except refusals of values that a colleague has replaced since. */
function issueOf(refusals: readonly RefusedFields[], typed: RowState["typed"]) {
  return toRefusedIssue(refusals.filter(({ fields }) => fields.some((field) => field in typed)));
}
/**
 * Returns the stored values, and the version on which the next save is based. The base stays the same if the response
 * contains a colleague's change that the person had not seen while typing, so that the next save reports a conflict.
 */
function basisOf(state: RowState, { outcome, stored: { version, values } }: RowResult) {
  const knowsNothing = outcome === "refused" && version === 0 && !hasChanges(values);
  if (knowsNothing) return { base: state.base, version: state.version, stored: state.stored };
  const isUnseen = hasChanges(state.typed) && hasChanges(findValueChanges(optimisticValues(state), values));
  return { base: isUnseen ? state.base : version, version, stored: values };
}

/** Moves the values of a refused request back to the typed values, because none was stored. */
export function withFailedRequest(state: RowState, reason: string): RowState {
  const { sent } = state;
  if (!sent) return state;
  const typed = { ...sent, ...state.typed };
  return {
    ...state,
    sent: null,
    typed,
    issue: toRefusedIssue([{ reason, field: null, fields: Object.keys(sent) }]),
  };
}
