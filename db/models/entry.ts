import type { EntryKind } from "#domain/entry/windows.ts";
import {
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

/** The first and last moment for entering a term's marks or reports. Without a row there is no limit. */
export const EntryWindow = table("entry_windows", {
  academic_term_id: primaryKey(integer()),
  kind: primaryKey(text<EntryKind>()),
  opens_at: nullable(timestamp()),
  closes_at: nullable(timestamp()),
  ...VERSIONED,
});
export type EntryWindow = RowOf<typeof EntryWindow>;

/** An extension: one teacher may enter a term's marks or reports for longer. */
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
