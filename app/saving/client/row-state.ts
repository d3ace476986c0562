import {
  findValueChanges,
  hasChanges,
  isSameValue,
  omitFields,
  withGroupedFields,
  mergeOwnOverTheirs,
  type LoadedRow,
  type SavingRules,
  refusedFields,
  type FieldChangedByColleague,
  type RefusedFields,
  type StoredRow,
} from "../protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";

/** The reason why a row needs attention: the server refused a value, or a colleague has changed the row. */
export type RowIssue = { kind: "refused"; refusals: readonly RefusedFields[] } | ChangedByColleagueIssue;

export type ChangedByColleagueIssue = {
  kind: "changed";
  by: string;
  at: string;
  fields: readonly FieldChangedByColleague[];
  theirs: StoredRow;
};

/**
 * One row, with its values in three layers: `stored` on the server, `sent` in the pending request, and `typed` since
 * then. Each layer covers the one before it.
 */
export type RowState = {
  /** The version on which the unsent values are based. The server compares this version when it saves the row. */
  readonly base: number;
  /** The version of `stored`. It is newer than `base` while a value typed over an older version is undecided. */
  readonly version: number;
  readonly stored: FieldValues;
  readonly sent: FieldValues | null;
  readonly typed: FieldValues;
  /** Fields of `typed` that still have the focus. They are not sent, because a mark may be typed only in part. */
  readonly uncommitted: readonly string[];
  readonly issue: RowIssue | null;
};

export function toCleanRowState({ version, values }: StoredRow): RowState {
  return { base: version, version, stored: values, sent: null, typed: {}, uncommitted: [], issue: null };
}

export function toLoadedRowState({ version, values, outcome }: LoadedRow): RowState {
  const clean = toCleanRowState({ version, values });
  if (!outcome || outcome.state === "saved") return clean;
  const { typed } = outcome;
  if (outcome.state === "refused") {
    const { refusals } = outcome;
    return { ...clean, typed, issue: { kind: "refused", refusals } };
  }
  const { by, at, fields, base } = outcome;
  return { ...clean, base, typed, issue: { kind: "changed", by, at, fields, theirs: { version, values } } };
}

/** Returns the latest values on the server as far as they are known. In a conflict, these are the colleague's. */
export function getLatestStoredRow({ version, stored, issue }: RowState): StoredRow {
  return issue?.kind === "changed" ? issue.theirs : { version, values: stored };
}

/** Returns the values that will be stored if the pending request succeeds. */
export function optimisticValues({ stored, sent }: RowState): FieldValues {
  return { ...stored, ...sent };
}

export function displayedValues(state: RowState): FieldValues {
  return { ...optimisticValues(state), ...state.typed };
}

type Typed = Pick<RowState, "typed" | "uncommitted">;
type Held = Typed & {
  issue: { kind: "changed" } | { kind: "refused"; refusals: readonly RefusedFields[] } | null;
};

/**
 * Returns the values that can be sent. A value being typed waits until the field is left, a refused value until it is
 * corrected, and a conflict until the person decides.
 */
export function sendableValues({ typed, uncommitted, issue }: Held): FieldValues {
  if (issue?.kind === "changed") return {};
  return omitFields(typed, [...uncommitted, ...(issue ? refusedFields(issue.refusals) : [])]);
}

export function isBeingTyped({ typed, uncommitted }: Typed): boolean {
  return uncommitted.some((field) => field in typed);
}

/** Applies typed values. Typing in a field ends its refusal, but a conflict remains until the person decides. */
export function withTypedValues(state: RowState, values: FieldValues): RowState {
  const typed = findValueChanges(optimisticValues(state), { ...state.typed, ...values });
  const touched = [...state.uncommitted, ...Object.keys(findValueChanges(displayedValues(state), values))];
  const uncommitted = Object.keys(typed).filter((field) => touched.includes(field));
  const issue = withoutResolvedFields(state.issue, Object.keys(values));
  return withNewConflicts({ ...state, typed, issue, uncommitted });
}

/** Returns the issue without the fields that were dealt with, or null if nothing remains. */
export function withoutResolvedFields(issue: RowIssue | null, fields: readonly string[]): RowIssue | null {
  if (issue?.kind !== "refused" || fields.length === 0) return issue;
  const isOf = (refusal: RefusedFields) =>
    refusal.field === null || refusal.fields.some((field) => fields.includes(field));
  return toRefusedIssue(issue.refusals.filter((refusal) => !isOf(refusal)));
}

export function toRefusedIssue(refusals: readonly RefusedFields[]): RowIssue | null {
  return refusals.length > 0 ? { kind: "refused", refusals } : null;
}

/** Adds fields to a conflict that the person typed later and that the colleague has changed too. */
export function withNewConflicts(state: RowState): RowState {
  const { issue, typed, stored } = state;
  if (issue?.kind !== "changed") return state;
  const known = new Set(issue.fields.map(({ field }) => field));
  const also = Object.keys(typed)
    .filter((field) => !known.has(field) && !isSameValue(stored[field], issue.theirs.values[field]))
    .map((field) => ({ field, from: stored[field] ?? null, to: issue.theirs.values[field] ?? null }));
  return also.length > 0 ? { ...state, issue: { ...issue, fields: [...issue.fields, ...also] } } : state;
}

export function withCommittedValues(state: RowState): RowState {
  if (!hasChanges(state.typed)) return rebasedRow(state);
  return state.uncommitted.length === 0 ? state : { ...state, uncommitted: [] };
}

/**
 * Moves the base to the stored version if the row has nothing unsent. The fields then show the stored values, so the
 * next value that is typed is a change to those values.
 */
function rebasedRow(state: RowState): RowState {
  return state.base === state.version || !isClean(state) ? state : { ...state, base: state.version };
}

function isClean({ sent, issue, typed }: RowState): boolean {
  return sent === null && issue === null && !hasChanges(typed);
}

/**
 * Discards the typed values of these fields on Escape, or of the whole row (null) on 'Put back'. Committed values of
 * other fields are still sent, and a conflict remains undecided.
 */
export function discardTypedValues(state: RowState, fields: readonly string[] | null): RowState {
  if (state.issue?.kind === "changed") return state;
  const others = fields === null ? {} : omitFields(state.typed, fields);
  return rebasedRow({
    ...state,
    typed: others,
    uncommitted: state.uncommitted.filter((field) => field in others),
    issue: fields === null ? null : withoutResolvedFields(state.issue, fields),
  });
}

/** Resolves a conflict by 'Keep yours': the person's values are saved over the newer version. */
export function keepYours(state: RowState): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  return decidedRow(theirs, mergeOwnOverTheirs(theirs.values, state.typed, fields));
}

/**
 * Lists the fields whose values 'Take theirs' discards: the fields in conflict, and typed fields in the same groups.
 */
export function conflictedFields({ issue, typed }: RowState, { atomicGroups = [] }: GroupRules): string[] {
  if (issue?.kind !== "changed") return [];
  const fields = issue.fields.map(({ field }) => field);
  return withGroupedFields(fields, typed, atomicGroups);
}

type GroupRules = Pick<SavingRules, "atomicGroups">;

/**
 * Resolves a conflict by 'Take theirs', which saves the colleague's values as they were shown. If these values are
 * still stored, nothing changes; if they have changed again, there is a new conflict. Other typed values are saved too,
 * and `normalise` makes them consistent with the colleague's.
 */
export function takeTheirs(
  state: RowState,
  { normalise, ...rules }: GroupRules & Pick<SavingRules, "normalise">,
): RowState {
  const { issue } = state;
  if (issue?.kind !== "changed") return state;
  const { theirs, fields } = issue;
  const others = findValueChanges(theirs.values, omitFields(state.typed, conflictedFields(state, rules)));
  const wanted = normalise({ ...theirs.values, ...others });
  const taken = fields.map(({ field }) => [field, wanted[field] ?? null] as const);
  return decidedRow(theirs, { ...findValueChanges(theirs.values, wanted), ...Object.fromEntries(taken) });
}

function decidedRow(theirs: StoredRow, typed: FieldValues): RowState {
  return { ...toCleanRowState(theirs), typed };
}

/**
 * Applies newer values from the page's data. A row with unsent values keeps its base, so that its save reports a
 * conflict. `isSettled` means that the data were read after the last save, so that a row without a version has been
 * deleted.
 */
export function withLoadedRow(state: RowState, { version, values }: StoredRow, isSettled = false): RowState {
  // A row that was taken over before its page opened has no stored values yet. They are filled in here.
  if (!isClean(state)) return hasChanges(state.stored) ? state : { ...state, version, stored: values };
  const isNewer = version > state.version || (isSettled && version === 0);
  return isNewer ? { ...state, base: version, version, stored: values } : state;
}
