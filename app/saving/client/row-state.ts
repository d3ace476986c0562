import {
  changesAgainst,
  hasChanges,
  isSameValue,
  omitFields,
  withoutConflicting,
  mergeOwnOverTheirs,
} from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import {
  type LoadedRow,
  refusedFields,
  type ChangedField,
  type RefusedFields,
  type StoredRow,
} from "../protocol/protocol.ts";

/** The reason why a row waits for the person: the server refused a value, or a colleague changed the row meanwhile. */
export type Issue = { kind: "refused"; refusals: readonly RefusedFields[] } | ChangedIssue;

export type ChangedIssue = {
  kind: "changed";
  by: string;
  at: string;
  fields: readonly ChangedField[];
  theirs: StoredRow;
};

/**
 * One row on its way from the keyboard to the server. Its values are in three layers, each over the one before:
 * `stored`, `sent` in the request that is not answered yet, and `typed` since.
 */
export type RowState = {
  /** The version that the unsent values were typed over. The next save is judged by it. */
  readonly base: number;
  /** The version of `stored`; newer than `base` while a value that was typed before is undecided. */
  readonly version: number;
  readonly stored: Values;
  readonly sent: Values | null;
  readonly typed: Values;
  /** Fields of `typed` that the person has not left yet: a half-typed mark is not sent. */
  readonly uncommitted: readonly string[];
  readonly issue: Issue | null;
};

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

/** Returns what the server is known to hold: during a conflict, the colleague's values. */
export function storedNow({ version, stored, issue }: RowState): StoredRow {
  return issue?.kind === "changed" ? issue.theirs : { version, values: stored };
}

/** Returns what is stored if the request on its way succeeds. */
export function storedValues({ stored, sent }: RowState): Values {
  return { ...stored, ...sent };
}

export function displayedValues(state: RowState): Values {
  return { ...storedValues(state), ...state.typed };
}

type Typed = Pick<RowState, "typed" | "uncommitted">;
type Held = Typed & {
  issue: { kind: "changed" } | { kind: "refused"; refusals: readonly RefusedFields[] } | null;
};

/**
 * Returns the values that may go out. A half-typed mark waits until its field is left, a refused value until it is
 * corrected, and a conflict until somebody decides.
 */
export function sendable({ typed, uncommitted, issue }: Held): Values {
  if (issue?.kind === "changed") return {};
  return omitFields(typed, [...uncommitted, ...(issue ? refusedFields(issue.refusals) : [])]);
}

export function isBeingTyped({ typed, uncommitted }: Typed): boolean {
  return uncommitted.some((field) => field in typed);
}

/** Applies typed values. They end the refusals of their fields; a conflict stays until somebody decides. */
export function typedRow(state: RowState, values: Values): RowState {
  const typed = changesAgainst(storedValues(state), { ...state.typed, ...values });
  const touched = [...state.uncommitted, ...Object.keys(changesAgainst(displayedValues(state), values))];
  const uncommitted = Object.keys(typed).filter((field) => touched.includes(field));
  const issue = remainingIssue(state.issue, Object.keys(values));
  return withNewConflicts({ ...state, typed, issue, uncommitted });
}

/** Returns what remains of an issue after something was done about these fields; null if nothing remains. */
export function remainingIssue(issue: Issue | null, fields: readonly string[]): Issue | null {
  if (issue?.kind !== "refused" || fields.length === 0) return issue;
  const isOf = (refusal: RefusedFields) =>
    refusal.field === null || refusal.fields.some((field) => fields.includes(field));
  return refusedIssue(issue.refusals.filter((refusal) => !isOf(refusal)));
}

export function refusedIssue(refusals: readonly RefusedFields[]): Issue | null {
  return refusals.length > 0 ? { kind: "refused", refusals } : null;
}

/** Extends a conflict to fields that are typed later, if the colleague changed them too. */
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

/**
 * Moves the base up if nothing of the row is unsent. Its fields then show the stored values, and new values are typed
 * over those.
 */
function rebasedRow(state: RowState): RowState {
  return state.base === state.version || !isClean(state) ? state : { ...state, base: state.version };
}

function isClean({ sent, issue, typed }: RowState): boolean {
  return sent === null && issue === null && !hasChanges(typed);
}

/**
 * Gives up the typed values of these fields, or of the whole row (null), on Escape or 'Put back'. Committed values of
 * other fields go on, and a conflict stays undecided.
 */
export function discardTyped(state: RowState, fields: readonly string[] | null): RowState {
  if (state.issue?.kind === "changed") return state;
  const others = fields === null ? {} : omitFields(state.typed, fields);
  return rebasedRow({
    ...state,
    typed: others,
    uncommitted: state.uncommitted.filter((field) => field in others),
    issue: fields === null ? null : remainingIssue(state.issue, fields),
  });
}

/** Decides for 'Keep yours', which saves like any other save, on the newer version. */
export function keepYours(state: RowState): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  return decidedRow(theirs, mergeOwnOverTheirs(theirs.values, state.typed, fields));
}

/**
 * Decides for 'Take theirs', which saves those very values on the version that was shown. The save changes nothing if
 * they are still stored, and reports a conflict if they were changed again. `normalise` makes the values agree with
 * each other.
 */
export function takeTheirs(state: RowState, normalise: (values: Values) => Values): RowState {
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
 * Takes newer values from the page's data. A row with unsent values keeps its base, so that the save reports a
 * conflict. With `isSettled`, the data were read after the last save, so a row without a version was deleted.
 */
export function withLoadedRow(state: RowState, { version, values }: StoredRow, isSettled = false): RowState {
  // A row that was taken over before its screen was opened knows nothing of its other fields yet.
  if (!isClean(state)) return hasChanges(state.stored) ? state : { ...state, version, stored: values };
  const isNewer = version > state.version || (isSettled && version === 0);
  return isNewer ? { ...state, base: version, version, stored: values } : state;
}
