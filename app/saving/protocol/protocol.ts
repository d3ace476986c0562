import type { FieldValue, Values } from "#fields/value.ts";

/**
 * What a sheet and the server say to each other (design section 5). A request carries one save id and any number of
 * rows; once sent it is repeated unchanged until it is answered, and a repeat is harmless.
 */

/** `base` is the version the row had when it was read: 0 when nothing was stored yet. */
export type RowSave = { row: string; base: number; changes: Values };
export type SaveRequest = { saveId: string; rows: RowSave[] };

/** What is stored: version 0 and empty values when nothing is. */
export type StoredRow = { version: number; values: Values };

/** Who made a change, in the place of a name, when it was the reader on another page. */
export const YOURSELF = "you on another page";

/** One value that a colleague changed since `base`: what it was then and what it is now. */
export type ChangedField = { field: string; from: FieldValue; to: FieldValue };

/** None of `fields` is stored, for they are one statement; it is said beside `field`, or of the row as a whole. */
export type RefusedFields = { reason: string; field: string | null; fields: readonly string[] };

/** All fields that some refusals are about. */
export function refusedFields(refusals: readonly RefusedFields[]): string[] {
  return refusals.flatMap(({ fields }) => fields);
}

/** Each reason once: '58 of 50; the term has 122 sessions'. */
export function reasonsOf(refusals: readonly RefusedFields[]): string {
  return [...new Set(refusals.map(({ reason }) => reason))].join("; ");
}

/** What became of the fields of a save: all are stored, or all but those that were refused or that somebody changed. */
export type Ruling =
  | { outcome: "saved" }
  | { outcome: "refused"; refusals: readonly RefusedFields[] }
  | { outcome: "conflict"; by: string; at: string; fields: readonly ChangedField[] };

/** `stored` is what is stored after the save; where that is `brief`, what of it is not as it was read and sent. */
export type RowResult = Ruling & { row: string; stored: StoredRow; brief?: true };

/** The rows of the saved target, counted by the server after the save under names that its feature gives. */
export type Receipt = Readonly<Record<string, number>> & { readonly total: number };

export type SaveReply = { results: RowResult[]; receipt: Receipt };

/** For how many seconds the oldest row of a request has waited on its device, where that is longer than a moment. */
export const WAITED = "X-Waited";

/** Rows one request may carry: more than any class has. */
export const MOST_ROWS = 200;
