import { changesAgainst, hasChanges, isSameValue, withoutConflicting, yoursOver } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { ChangedField, StoredRow } from "../protocol/protocol.ts";

/** Why a row waits for the person: the server would not have it, or a colleague changed it meanwhile. */
export type Issue = { kind: "refused"; reason: string; field: string | null } | ChangedIssue;

export type ChangedIssue = {
  kind: "changed";
  by: string;
  at: string;
  fields: readonly ChangedField[];
  theirs: StoredRow;
};

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

/** A row that holds what is stored, and nothing else. */
export function cleanRow({ version, values }: StoredRow): RowState {
  return { base: version, version, stored: values, sent: null, typed: {}, committed: false, issue: null };
}

export function openedRow({ version, values, outcome }: LoadedRow): RowState {
  const clean = cleanRow({ version, values });
  if (!outcome || outcome.state === "saved") return clean;
  const { typed } = outcome;
  if (outcome.state === "refused") {
    const { reason, field } = outcome;
    return { ...clean, typed, issue: { kind: "refused", reason, field } };
  }
  const { by, at, fields, base } = outcome;
  return { ...clean, base, typed, issue: { kind: "changed", by, at, fields, theirs: { version, values } } };
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
  return withNewConflicts({ ...state, typed, issue, committed: false });
}

/** A field that is typed while a row waits for a decision may be one that the colleague changed too. */
export function withNewConflicts(state: RowState): RowState {
  const { issue, typed, stored } = state;
  if (issue?.kind !== "changed") return state;
  const known = new Set(issue.fields.map(({ field }) => field));
  const also = Object.keys(typed)
    .filter((field) => !known.has(field) && !isSameValue(stored[field], issue.theirs.values[field]))
    .map((field) => ({ field, from: stored[field] ?? null, to: issue.theirs.values[field] ?? null }));
  return also.length > 0 ? { ...state, issue: { ...issue, fields: [...issue.fields, ...also] } } : state;
}

export function committedRow(state: RowState): RowState {
  if (!hasChanges(state.typed)) return rebasedRow(state);
  return state.committed ? state : { ...state, committed: true };
}

/** Nothing of it is unsent and its fields show what is stored: what is typed next is typed over that. */
function rebasedRow(state: RowState): RowState {
  return state.base === state.version || !isClean(state) ? state : { ...state, base: state.version };
}

function isClean({ sent, issue, typed }: RowState): boolean {
  return sent === null && issue === null && !hasChanges(typed);
}

/**
 * Escape and 'Put back': what was typed is given up. A colleague's change is not decided by it.
 * @param fields those being typed in, what was committed in others goes on; null for the whole row
 */
export function putBackRow(state: RowState, fields: readonly string[] | null): RowState {
  if (state.issue?.kind === "changed") return state;
  const others = Object.entries(state.typed).filter(([field]) => fields !== null && !fields.includes(field));
  return rebasedRow({
    ...state,
    typed: Object.fromEntries(others),
    committed: others.length > 0,
    issue: null,
  });
}

/** 'Keep yours': a save like any other, on the newer version. */
export function yoursKept(state: RowState): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  return decidedRow(theirs, yoursOver(theirs.values, state.typed, fields));
}

/** 'Take theirs'. @param normalise makes the row's values agree with each other */
export function theirsTaken(state: RowState, normalise: (values: Values) => Values): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  const others = withoutConflicting(theirs.values, state.typed, fields);
  return decidedRow(theirs, changesAgainst(theirs.values, normalise({ ...theirs.values, ...others })));
}

function decidedRow(theirs: StoredRow, typed: Values): RowState {
  return { ...cleanRow(theirs), typed, committed: true };
}

/**
 * Newer values that came with the page's data. A row with anything unsent keeps its base: saving will tell.
 * @param isSettled the data were read after the last save: a row without a version was deleted
 */
export function absorbedRow(state: RowState, { version, values }: StoredRow, isSettled = false): RowState {
  // A row that was taken up before its screen was opened: nothing was known of its other fields yet.
  if (!isClean(state)) return hasChanges(state.stored) ? state : { ...state, version, stored: values };
  const isNewer = version > state.version || (isSettled && version === 0);
  return isNewer ? { ...state, base: version, version, stored: values } : state;
}
