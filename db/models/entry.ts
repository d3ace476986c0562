import type { EntryKind } from "#domain/entry/windows.ts";
import {
  dateColumn,
  identityColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** The beginning and the end of entering a term's marks or reports. A term without a row has no limits. */
export const EntryWindow = table("entry_windows", {
  academic_term_id: primaryKey(integerColumn()),
  kind: primaryKey(textColumn<EntryKind>()),
  opens_at: nullable(timestampColumn()),
  closes_at: nullable(timestampColumn()),
  ...VERSION_COLUMNS,
});
export type EntryWindow = RowOf<typeof EntryWindow>;

/** An extension of entry: one teacher may enter a term's marks or reports for longer. */
export const EntryExtension = table("entry_extensions", {
  entry_extension_id: identityColumn(integerColumn()),
  academic_term_id: integerColumn(),
  kind: textColumn<EntryKind>(),
  employee_id: integerColumn(),
  until: timestampColumn(),
  reason: textColumn(),
  given_by: integerColumn(),
  given_at: withDefault(timestampColumn(), NOW_LITERAL),
  ended_at: nullable(timestampColumn()),
});
export type EntryExtension = RowOf<typeof EntryExtension>;

/** A past term that is open for correction for one class, teacher or student, until the end of a day. */
export const EntryCorrection = table("entry_corrections", {
  entry_correction_id: identityColumn(integerColumn()),
  academic_term_id: integerColumn(),
  class_id: nullable(integerColumn()),
  employee_id: nullable(integerColumn()),
  student_key: nullable(integerColumn()),
  until: dateColumn(),
  reason: textColumn(),
  opened_by: integerColumn(),
  opened_at: withDefault(timestampColumn(), NOW_LITERAL),
  closed_by: nullable(integerColumn()),
  closed_at: nullable(timestampColumn()),
  ...VERSION_COLUMNS,
});
export type EntryCorrection = RowOf<typeof EntryCorrection>;
