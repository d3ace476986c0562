import {
  changesAgainst,
  hasChanges,
  isSameValue,
  valuesBut,
  withoutConflicting,
  yoursOver,
} from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import {
  refusedFields,
  type ChangedField,
  type RefusedFields,
  type StoredRow,
} from "../protocol/protocol.ts";

/** Why something of a row waits for the person: the server would not have it, or a colleague changed it meanwhile. */
export type Issue = { kind: "refused"; refusals: readonly RefusedFields[] } | ChangedIssue;

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
  /** Fields of `typed` that were not left yet: half a mark is not sent. */
  readonly uncommitted: readonly string[];
  readonly issue: Issue | null;
};

/** A row that holds what is stored, and nothing else. */
export function cleanRow({ version, values }: StoredRow): RowState {
  return { base: version, version, stored: values, sent: null, typed: {}, uncommitted: [], issue: null };
}

export function openedRow({ version, values, outcome }: LoadedRow): RowState {
  const clean = cleanRow({ version, values });
  if (!outcome || outcome.state === "saved") return clean;
  const { typed } = outcome;
  if (outcome.state === "refused") {
    const { refusals } = outcome;
    return { ...clean, typed, issue: { kind: "refused", refusals } };
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

type Typed = Pick<RowState, "typed" | "uncommitted">;
type Held = Typed & {
  issue: { kind: "changed" } | { kind: "refused"; refusals: readonly RefusedFields[] } | null;
};

/** What of the row may go out: half a mark waits to be left, a refusal to be put right, a colleague's change for a choice. */
export function sendable({ typed, uncommitted, issue }: Held): Values {
  if (issue?.kind === "changed") return {};
  return valuesBut(typed, [...uncommitted, ...(issue ? refusedFields(issue.refusals) : [])]);
}

export function isBeingTyped({ typed, uncommitted }: Typed): boolean {
  return uncommitted.some((field) => field in typed);
}

/** A refusal is about what was typed before; a colleague's change stays until somebody chooses. */
export function typedRow(state: RowState, values: Values): RowState {
  const typed = changesAgainst(storedValues(state), { ...state.typed, ...values });
  const touched = [...state.uncommitted, ...Object.keys(changesAgainst(shownValues(state), values))];
  const uncommitted = Object.keys(typed).filter((field) => touched.includes(field));
  const issue = issueBeside(state.issue, Object.keys(values));
  return withNewConflicts({ ...state, typed, issue, uncommitted });
}

/** What is still at issue once something else was done about these fields; null when nothing is. */
export function issueBeside(issue: Issue | null, fields: readonly string[]): Issue | null {
  if (issue?.kind !== "refused" || fields.length === 0) return issue;
  const isOf = (refusal: RefusedFields) =>
    refusal.field === null || refusal.fields.some((field) => fields.includes(field));
  return refusedIssue(issue.refusals.filter((refusal) => !isOf(refusal)));
}

export function refusedIssue(refusals: readonly RefusedFields[]): Issue | null {
  return refusals.length > 0 ? { kind: "refused", refusals } : null;
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
  return state.uncommitted.length === 0 ? state : { ...state, uncommitted: [] };
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
  const others = fields === null ? {} : valuesBut(state.typed, fields);
  return rebasedRow({
    ...state,
    typed: others,
    uncommitted: state.uncommitted.filter((field) => field in others),
    issue: fields === null ? null : issueBeside(state.issue, fields),
  });
}

/** 'Keep yours': a save like any other, on the newer version. */
export function yoursKept(state: RowState): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  return decidedRow(theirs, yoursOver(theirs.values, state.typed, fields));
}

/**
 * 'Take theirs': a save of the very values that are taken, on the version that was shown. Where they are stored still it
 * changes nothing; where they were changed once more that is told. @param normalise makes the values agree with each other
 */
export function theirsTaken(state: RowState, normalise: (values: Values) => Values): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  const others = withoutConflicting(theirs.values, state.typed, fields);
  const wanted = normalise({ ...theirs.values, ...others });
  const taken = fields.map(({ field }) => [field, wanted[field] ?? null] as const);
  return decidedRow(theirs, { ...changesAgainst(theirs.values, wanted), ...Object.fromEntries(taken) });
}

function decidedRow(theirs: StoredRow, typed: Values): RowState {
  return { ...cleanRow(theirs), typed };
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
