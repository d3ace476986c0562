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
