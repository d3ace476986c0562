import type { EntryKind } from "#domain/entry/windows.ts";
import {
  date,
  identity,
  integer,
  NOW,
  nullable,
  primaryKey,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** When entering a term's marks or reports begins and ends. A term without a row has no limits. */
export const EntryWindow = table("entry_windows", {
  academic_term_id: primaryKey(integer()),
  kind: primaryKey(text<EntryKind>()),
  opens_at: nullable(timestamp()),
  closes_at: nullable(timestamp()),
  ...VERSIONED,
});
export type EntryWindow = RowOf<typeof EntryWindow>;

/** An extension of entry: one teacher may enter a term's marks or reports for longer. */
export const EntryExtension = table("entry_extensions", {
  entry_extension_id: identity(integer()),
  academic_term_id: integer(),
  kind: text<EntryKind>(),
  employee_id: integer(),
  until: timestamp(),
  reason: text(),
  given_by: integer(),
  given_at: withDefault(timestamp(), NOW),
  ended_at: nullable(timestamp()),
});
export type EntryExtension = RowOf<typeof EntryExtension>;

/** A past term that is open for correction for one class, teacher or student, until the end of a day. */
export const EntryCorrection = table("entry_corrections", {
  entry_correction_id: identity(integer()),
  academic_term_id: integer(),
  class_id: nullable(integer()),
  employee_id: nullable(integer()),
  student_key: nullable(integer()),
  until: date(),
  reason: text(),
  opened_by: integer(),
  opened_at: withDefault(timestamp(), NOW),
  closed_by: nullable(integer()),
  closed_at: nullable(timestamp()),
  ...VERSIONED,
});
export type EntryCorrection = RowOf<typeof EntryCorrection>;
