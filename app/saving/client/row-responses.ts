import { changesAgainst, hasChanges, isSameValue, omitFields, valuesOf } from "../protocol/merge.ts";
import { refusedFields, type RefusedFields, type RowResult, type RowSave } from "../protocol/protocol.ts";
import { refusedIssue, sendable, storedValues, withNewConflicts, type RowState } from "./row-state.ts";

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
