import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import type { RowResult, RowSave } from "../protocol/protocol.ts";
import { storedValues, withNewConflicts, type RowState } from "./row-state.ts";

export function isReady({ committed, sent, issue, typed }: RowState): boolean {
  return committed && sent === null && issue === null && hasChanges(typed);
}

export function sentRow(state: RowState): RowState {
  return { ...state, sent: state.typed, typed: {}, committed: false };
}

/** A row of a request; the request is kept and repeated as it was made. */
export function saveOf(row: string, { base, typed }: RowState): RowSave {
  return { row, base, changes: typed };
}

export function answeredRow(state: RowState, result: RowResult): RowState {
  const unsent = { ...state.sent, ...state.typed };
  if (result.outcome === "conflict") {
    const { by, at, fields, stored: theirs } = result;
    return withNewConflicts({
      ...state,
      sent: null,
      typed: unsent,
      issue: { kind: "changed", by, at, fields, theirs },
    });
  }
  const answered = { ...state, ...basisOf(state, result), sent: null };
  const { stored } = answered;
  if (result.outcome === "saved") return { ...answered, typed: changesAgainst(stored, state.typed) };
  const typed = changesAgainst(stored, unsent);
  // Typed on since: the correction may be under the fingers already, and is sent when it is left.
  if (hasChanges(state.typed)) return { ...answered, typed };
  return { ...answered, typed, issue: { kind: "refused", reason: result.reason, field: result.field } };
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
  if (!state.sent) return state;
  const typed = { ...state.sent, ...state.typed };
  return { ...state, sent: null, typed, issue: { kind: "refused", reason, field: null } };
}
