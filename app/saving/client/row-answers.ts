import { changesAgainst, hasChanges, isSameValue, valuesBut, valuesOf } from "../protocol/merge.ts";
import { refusedFields, type RefusedFields, type RowResult, type RowSave } from "../protocol/protocol.ts";
import { refusedIssue, sendable, storedValues, withNewConflicts, type RowState } from "./row-state.ts";

export function isReady(state: RowState): boolean {
  return state.sent === null && hasChanges(sendable(state));
}

/** What is being typed stays behind. */
export function sentRow(state: RowState): RowState {
  const sent = sendable(state);
  return { ...state, sent, typed: valuesBut(state.typed, Object.keys(sent)) };
}

/** A row of a request; the request is kept and repeated as it was made. */
export function saveOf(row: string, state: RowState): RowSave {
  return { row, base: state.base, changes: sendable(state) };
}

export function answeredRow(state: RowState, answer: RowResult): RowState {
  const { version, values } = answer.stored;
  const stored = answer.brief ? { version, values: { ...storedValues(state), ...values } } : answer.stored;
  const result = { ...answer, stored };
  if (result.outcome === "conflict") return contestedRow(state, result);
  const answered = { ...state, ...basisOf(state, result), sent: null };
  if (result.outcome === "refused") return refusedRow(answered, result.refusals, state.sent ?? {});
  const typed = changesAgainst(answered.stored, state.typed);
  return { ...answered, typed, issue: issueOf(standing(state), typed) };
}

/** What of the save nobody changed meanwhile is stored beside the colleague's change. */
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
    typed: { ...valuesBut(state.sent ?? {}, Object.keys(beside)), ...state.typed },
    issue: { kind: "changed", by, at, fields, theirs },
  });
}

/**
 * What was refused stays as it was typed, and everything else of the save is stored. Where somebody typed on since, the
 * correction may be under the fingers already, and is sent when it is left.
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
    issue: issueOf([...standing(state), ...refusals.filter((each) => !isRetyped(each))], typed),
  };
}

function standing({ issue }: RowState): readonly RefusedFields[] {
  return issue?.kind === "refused" ? issue.refusals : [];
}

/** What was refused may have been stored by a colleague since. */
function issueOf(refusals: readonly RefusedFields[], typed: RowState["typed"]) {
  return refusedIssue(refusals.filter(({ fields }) => fields.some((field) => field in typed)));
}
/**
 * What is stored now, and the version that it is judged by. What was typed while the answer was on its way was typed
 * over what was seen before: if a colleague's change came with the answer, the next save has to tell of it.
 */
function basisOf(state: RowState, { outcome, stored: { version, values } }: RowResult) {
  const knowsNothing = outcome === "refused" && version === 0 && !hasChanges(values);
  if (knowsNothing) return { base: state.base, version: state.version, stored: state.stored };
  const isUnseen = hasChanges(state.typed) && hasChanges(changesAgainst(storedValues(state), values));
  return { base: isUnseen ? state.base : version, version, stored: values };
}

/** The request as a whole was turned down: nothing of it is stored. */
export function turnedDownRow(state: RowState, reason: string): RowState {
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
