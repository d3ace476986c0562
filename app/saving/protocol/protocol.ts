import { type AtomicGroups, withAtomicGroups } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";

/** One row of a request to save. `base` is the version of the row that the page read, or 0 if nothing was stored. */
export type RowSave = { row: string; base: number; changes: FieldValues };
export type SaveRequest = { saveId: string; rows: RowSave[] };

/** If nothing is stored, the version is 0 and there are no values. */
export type StoredRow = { version: number; values: FieldValues };

/** The author that the history shows for a change that its reader made on another page. */
export const OWN_CHANGE_AUTHOR = "you on another page";

/** A value that a colleague has changed since `base`: `from` is the old value, `to` is the current value. */
export type FieldChangedByColleague = { field: string; from: FieldValue; to: FieldValue };

/**
 * A refusal. None of `fields` is stored, because they belong together. The page shows the reason at `field`, or for the
 * whole row if `field` is null.
 */
export type RefusedFields = { reason: string; field: string | null; fields: readonly string[] };

export function refusedFields(refusals: readonly RefusedFields[]): string[] {
  return refusals.flatMap(({ fields }) => fields);
}

/** Joins the different reasons: '58 of 50; the term has 122 sessions'. */
export function joinReasons(refusals: readonly RefusedFields[]): string {
  return [...new Set(refusals.map(({ reason }) => reason))].join("; ");
}

/**
 * The outcome of a save: either all fields were stored, or all fields except the refused fields or the fields in
 * conflict.
 */
export type SaveVerdict =
  | { outcome: "saved" }
  | { outcome: "refused"; refusals: readonly RefusedFields[] }
  | { outcome: "conflict"; by: string; at: string; fields: readonly FieldChangedByColleague[] };

/** `stored` contains the values after the save. With `brief`, it omits values that the page already knows. */
export type RowResult = SaveVerdict & { row: string; stored: StoredRow; brief?: true };

/** The numbers of the target's rows after a save, by category. Each feature has its own categories. */
export type SaveReceipt = Readonly<Record<string, number>> & { readonly total: number };

export type SaveReply = { results: RowResult[]; receipt: SaveReceipt };

/** The header with the seconds for which a request's oldest row waited on its device, if it waited noticeably. */
export const WAIT_TIME_HEADER = "X-Waited";

/** The maximum number of rows in a request. No class has that many students. */
export const MAX_ROWS_PER_REQUEST = 200;

/** The history of one row, newest first, as text. */
export type RowHistory = {
  /** The name of the row, such as the student's. */
  about: string;
  /** The title of the field, such as 'Teacher's Comments'; empty for the history of the whole row. */
  title: string;
  closeTo: string;
  /** The version of the row, which the button 'Put back' sends as its base. */
  version: number;
  canPutBack: boolean;
  entries: readonly HistoryEntry[];
};

export type HistoryEntry = {
  version: number;
  by: string;
  at: string;
  changes: readonly { title: string; from: string; to: string }[];
  /** The reason for opening the past term in which this correction was made. */
  reason?: string | undefined;
};

/** A row as loaded with the page, with the outcome of a form submitted without JavaScript. */
export type LoadedRow = { row: string; version: number; values: FieldValues; outcome?: RowSaveOutcome };

export type RowSaveOutcome =
  | { state: "saved" }
  /** `typed` contains the refused values. All other values of the form are stored. */
  | { state: "refused"; refusals: readonly RefusedFields[]; typed: FieldValues }
  /** `base` is the version of the row when the form was read. The row's own version is newer. */
  | {
      state: "changed";
      by: string;
      at: string;
      fields: readonly FieldChangedByColleague[];
      typed: FieldValues;
      base: number;
    };

/**
 * Returns the version on which the form is based. While a conflict is undecided, this is the version from before the
 * conflict.
 */
export function getBaseVersion({ version, outcome }: LoadedRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}

export type SavingRules = {
  /** Makes values consistent: for example, removes the mark of a student who was absent. */
  normalise: (values: FieldValues) => FieldValues;
  /** Returns the category of the receipt that counts the stored row. It is `blank` if nothing is entered. */
  countedAs: (values: FieldValues) => string;
  /** The fields that are saved together. By default, each field is saved on its own. */
  atomicGroups?: AtomicGroups;
};

export function countSaveReceipt(rows: readonly FieldValues[], { countedAs }: SavingRules): SaveReceipt {
  const counts: Record<string, number> & { total: number } = { total: rows.length };
  for (const name of rows.map(countedAs)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Compares two values. A missing field is the same as an empty one. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return (one ?? null) === (other ?? null);
}

export function findValueChanges(stored: FieldValues, wanted: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSameValue(value, stored[field])),
  );
}

export function pickFields(values: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

export function omitFields(values: FieldValues, fields: readonly string[]): FieldValues {
  const left = new Set(fields);
  return Object.fromEntries(Object.entries(values).filter(([field]) => !left.has(field)));
}

export function hasChanges(changes: FieldValues): boolean {
  return Object.keys(changes).length > 0;
}

/**
 * Returns the values that 'Keep yours' saves over a colleague's values: everything the person typed, and the other
 * fields of each group as the person saw them. For example, a teacher gave 72 to a student shown as present, and a
 * colleague has entered absent. Then both 72 and present are saved.
 */
export function mergeOwnOverTheirs(
  theirs: FieldValues,
  typed: FieldValues,
  conflicting: readonly FieldChangedByColleague[],
): FieldValues {
  const read = Object.fromEntries(conflicting.map(({ field, from }) => [field, from]));
  return findValueChanges(theirs, { ...read, ...typed });
}

/**
 * Returns these fields with all other changes in the same groups. Fields of a group are saved or refused together. A
 * field in two groups connects them: an absence clears every criterion, so a conflict about one is about all.
 */
export function withGroupedFields(
  fields: readonly string[],
  changes: FieldValues,
  atomicGroups: AtomicGroups,
): string[] {
  const said = withAtomicGroups(fields, atomicGroups);
  const also = Object.keys(changes).filter((field) => said.includes(field) && !fields.includes(field));
  return also.length > 0 ? withGroupedFields([...fields, ...also], changes, atomicGroups) : [...fields];
}
