import type { FieldValue, Values } from "#fields/value.ts";

/**
 * The messages between a screen and the server. A request carries one save id and any number of rows. A sent request is
 * repeated unchanged until it is answered, and a repeat is harmless.
 */

/** `base` is the version at which the row was read; 0 if nothing was stored yet. */
export type RowSave = { row: string; base: number; changes: Values };
export type SaveRequest = { saveId: string; rows: RowSave[] };

/** The version is 0, and the values are empty, if nothing is stored. */
export type StoredRow = { version: number; values: Values };

/** The name of a change's author if the reader made the change on another page. */
export const YOURSELF = "you on another page";

/** A value that a colleague has changed since `base`: `from` is the value then, `to` the value now. */
export type ChangedField = { field: string; from: FieldValue; to: FieldValue };

/**
 * A refusal. None of `fields` is stored, because they are one statement. The reason is shown beside `field`, or for the
 * row as a whole (null).
 */
export type RefusedFields = { reason: string; field: string | null; fields: readonly string[] };

export function refusedFields(refusals: readonly RefusedFields[]): string[] {
  return refusals.flatMap(({ fields }) => fields);
}

/** Joins the reasons, each once: '58 of 50; the term has 122 sessions'. */
export function reasonsOf(refusals: readonly RefusedFields[]): string {
  return [...new Set(refusals.map(({ reason }) => reason))].join("; ");
}

/** The outcome of a save: all fields are stored, or all but those that were refused or that somebody changed. */
export type SaveVerdict =
  | { outcome: "saved" }
  | { outcome: "refused"; refusals: readonly RefusedFields[] }
  | { outcome: "conflict"; by: string; at: string; fields: readonly ChangedField[] };

/**
 * `stored` holds the values after the save. With `brief`, they are only those that differ from what was read and sent.
 */
export type RowResult = SaveVerdict & { row: string; stored: StoredRow; brief?: true };

/** The server's counts of the target's rows after a save, under names that the feature chooses. */
export type Receipt = Readonly<Record<string, number>> & { readonly total: number };

export type SaveReply = { results: RowResult[]; receipt: Receipt };

/** The header with the seconds that a request's oldest row waited on its device, if longer than a moment. */
export const WAITED = "X-Waited";

/** The most rows in one request: more than any class has. */
export const MOST_ROWS = 200;

/** The history of one row, newest first, in the words that its screen shows. */
export type RowHistory = {
  /** The name of the row, such as the student's. */
  about: string;
  /** The title of the field, such as 'Teacher's Comments'; empty if the whole row is shown. */
  title: string;
  closeTo: string;
  /** The version that 'Put back' is judged by. */
  version: number;
  canPutBack: boolean;
  entries: readonly HistoryEntry[];
};

export type HistoryEntry = {
  version: number;
  by: string;
  at: string;
  changes: readonly { title: string; from: string; to: string }[];
};

/** A row as the page was served, with the outcome of a form that was sent without script. */
export type LoadedRow = { row: string; version: number; values: Values; outcome?: RowOutcome };

export type RowOutcome =
  | { state: "saved" }
  /** `typed` holds the refused values. Everything else of the form is stored. */
  | { state: "refused"; refusals: readonly RefusedFields[]; typed: Values }
  /** `base` is the version at which the form was read. The row has the newer one. */
  | {
      state: "changed";
      by: string;
      at: string;
      fields: readonly ChangedField[];
      typed: Values;
      base: number;
    };

/** Returns the version at which a form was read: until a conflict is decided, the one before it. */
export function baseOf({ version, outcome }: LoadedRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}

export type ValueRules = {
  /** Makes values agree with each other, such as no mark for a student who was absent. */
  normalise: (values: Values) => Values;
  /** Returns the count of the receipt that a stored row belongs to; `blank` if nothing was entered. */
  countedAs: (values: Values) => string;
};

export function receiptOf(rows: readonly Values[], { countedAs }: ValueRules): Receipt {
  const counts: Record<string, number> & { total: number } = { total: rows.length };
  for (const name of rows.map(countedAs)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
