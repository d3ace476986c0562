import { changesAgainst, hasChanges, isSameValue, withoutConflicting, yoursOver } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { ChangedField, RowResult, RowSave, StoredRow } from "../protocol/protocol.ts";
import type { UnsentRow } from "./unsent.ts";

/** Why a row waits for the person: the server would not have it, or a colleague changed it meanwhile. */
export type Issue =
  | { kind: "refused"; reason: string; field: string | null }
  | { kind: "changed"; by: string; at: string; fields: readonly ChangedField[]; theirs: StoredRow };

/**
 * One row on its way from the fingers to the server. Its values stand in three layers, each over the one before:
 * `stored`, `sent` in the request that is not answered yet, `typed` since.
 */
export type RowState = {
  /** The version that what is unsent was typed over: the next save is judged by it. */
  readonly base: number;
  /** The version that `stored` is of; newer than `base` where something typed before is not decided yet. */
  readonly version: number;
  readonly stored: Values;
  readonly sent: Values | null;
  readonly typed: Values;
  /** The field was left: what is typed may be sent. */
  readonly committed: boolean;
  readonly issue: Issue | null;
};

export function openedRow({ version, values, outcome }: LoadedRow): RowState {
  const clean = {
    base: version,
    version,
    stored: values,
    sent: null,
    typed: {},
    committed: false,
    issue: null,
  };
  if (!outcome || outcome.state === "saved") return clean;
  if (outcome.state === "refused") {
    const { reason, field, typed } = outcome;
    return { ...clean, typed, issue: { kind: "refused", reason, field } };
  }
  const { by, at, fields, typed, base } = outcome;
  const theirs = { version, values };
  return { ...clean, base, typed, issue: { kind: "changed", by, at, fields, theirs } };
}

/** What the server is known to hold now: after a colleague's change that is theirs. */
export function storedNow({ version, stored, issue }: RowState): StoredRow {
  return issue?.kind === "changed" ? issue.theirs : { version, values: stored };
}

/** What is stored once the request on its way is answered well. */
export function storedValues({ stored, sent }: RowState): Values {
  return { ...stored, ...sent };
}

export function shownValues(state: RowState): Values {
  return { ...storedValues(state), ...state.typed };
}

/** A refusal is about what was typed before; a colleague's change stays until somebody chooses. */
export function typedRow(state: RowState, values: Values): RowState {
  const typed = changesAgainst(storedValues(state), { ...state.typed, ...values });
  const issue = state.issue?.kind === "refused" ? null : state.issue;
  return withContests({ ...state, typed, issue: issue, committed: false });
}

/** A field that is typed while a row waits for a decision may be one that the colleague changed too: then it is told. */
function withContests(state: RowState): RowState {
  const { issue, typed, stored } = state;
  if (issue?.kind !== "changed") return state;
  const told = new Set(issue.fields.map(({ field }) => field));
  const also = Object.keys(typed)
    .filter((field) => !told.has(field) && !isSameValue(stored[field], issue.theirs.values[field]))
    .map((field) => ({ field, from: stored[field] ?? null, to: issue.theirs.values[field] ?? null }));
  return also.length > 0 ? { ...state, issue: { ...issue, fields: [...issue.fields, ...also] } } : state;
}

export function committedRow(state: RowState): RowState {
  if (!hasChanges(state.typed)) return seenRow(state);
  return state.committed ? state : { ...state, committed: true };
}

/** Nothing of it is unsent and its fields show what is stored: what is typed next is typed over that. */
function seenRow(state: RowState): RowState {
  return state.base === state.version || !isClean(state) ? state : { ...state, base: state.version };
}

function isClean({ sent, issue, typed }: RowState): boolean {
  return sent === null && issue === null && !hasChanges(typed);
}

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
    return withContests({
      ...state,
      sent: null,
      typed: unsent,
      issue: { kind: "changed", by, at, fields, theirs },
    });
  }
  const answered = { ...state, ...seenOf(state, result), sent: null };
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
function seenOf(state: RowState, { outcome, stored: { version, values } }: RowResult) {
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

/**
 * Escape and 'Put back': what was typed is given up. A colleague's change is not decided by it.
 * @param fields those in hand, what was left in others goes on; null for the whole row
 */
export function putBackRow(state: RowState, fields: readonly string[] | null): RowState {
  if (state.issue?.kind === "changed") return state;
  const kept = Object.entries(state.typed).filter(([field]) => fields !== null && !fields.includes(field));
  return seenRow({ ...state, typed: Object.fromEntries(kept), committed: kept.length > 0, issue: null });
}

/** 'Keep yours': a save like any other, on the newer version. */
export function yoursKept(state: RowState): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  return decidedRow(theirs, yoursOver(theirs.values, state.typed, fields));
}

/** 'Take theirs'. @param settle makes values agree with each other, such as no mark for who is absent */
export function theirsTaken(state: RowState, settle: (values: Values) => Values): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  const kept = withoutConflicting(theirs.values, state.typed, fields);
  return decidedRow(theirs, changesAgainst(theirs.values, settle({ ...theirs.values, ...kept })));
}

function decidedRow({ version, values }: StoredRow, typed: Values): RowState {
  return { base: version, version, stored: values, sent: null, typed, committed: true, issue: null };
}

/** A row that is known only from what was kept of it. */
export function unknownRow(base: number): RowState {
  return { base, version: base, stored: {}, sent: null, typed: {}, committed: false, issue: null };
}

/**
 * What an earlier page left of a row, with what was typed here. Whoever reads of a colleague's change has to be told by
 * the server whose it is: such a row is sent again. A mark that was deleted since has no version to judge by.
 * @param isNewer the other page was typed in after this one
 */
export function restoredRow(state: RowState, kept: UnsentRow, isNewer = false): RowState {
  const isTyped = hasChanges(state.typed);
  const wasRefused = kept.issue?.kind === "refused" && !isTyped ? kept.issue : null;
  return {
    base: state.base === 0 ? kept.base : Math.min(kept.base, state.base),
    version: state.version,
    stored: state.stored,
    sent: kept.sent?.changes ?? null,
    typed: isNewer ? { ...state.typed, ...kept.typed } : { ...kept.typed, ...state.typed },
    committed: isTyped && !isNewer ? state.committed : kept.committed || kept.issue?.kind === "changed",
    issue: state.issue ?? wasRefused,
  };
}

/**
 * Newer values that came with the page's data. A row with anything unsent keeps its base: saving will tell.
 * @param isSettled the data were read after the last save: a row without a version was deleted
 */
export function absorbedRow(state: RowState, { version, values }: StoredRow, isSettled = false): RowState {
  // What was taken up before its sheet was opened: around it nothing was known yet.
  if (!isClean(state)) return hasChanges(state.stored) ? state : { ...state, version, stored: values };
  const isNewer = version > state.version || (isSettled && version === 0);
  return isNewer ? { ...state, base: version, version, stored: values } : state;
}
