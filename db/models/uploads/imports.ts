import { literal } from "sequelize";
import type {
  FileChoices,
  FileReading,
  ImportCells,
  ImportKind,
  ImportLine,
  ImportState,
  ImportOutcome,
} from "#domain/people/imports.ts";
import {
  boolean,
  integer,
  json,
  NOW,
  nullable,
  primaryKey,
  text,
  timestamp,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

/** A file of students or employees that was uploaded for import. */
export const Import = table("imports", {
  import_id: primaryKey(text()),
  kind: text<ImportKind>(),
  asked_by: integer(),
  begun_at: withDefault(timestamp(), NOW),
  file_name: text(),
  file: nullable(text()),
  state: withDefault(text<ImportState>(), "reading"),
  failure: withDefault(text(), ""),
  imported_by: nullable(integer()),
  imported_at: nullable(timestamp()),
  undone_by: nullable(integer()),
  undone_at: nullable(timestamp()),
  address: withDefault(text(), "unknown"),
  attempts: withDefault(integer(), 0),
});

/** How the file of an import was read. It is kept until the import can no longer be undone. */
export const ImportReading = table("import_readings", {
  import_id: primaryKey(text()),
  choices: withDefault(json<FileChoices>(), literal("'{}'::jsonb")),
  reading: nullable(json<FileReading>()),
  is_confirmed: withDefault(boolean(), false),
  version: withDefault(integer(), 1),
});

/** The fields that somebody chose for the columns of files with the same headings. */
export const ImportMatch = table("import_matches", {
  kind: primaryKey(text<ImportKind>()),
  shape: primaryKey(text()),
  fields: json<Readonly<Record<string, string>>>(),
  used_at: withDefault(timestamp(), NOW),
});

export const ImportRow = table("import_rows", {
  import_id: primaryKey(text()),
  row_number: primaryKey(integer()),
  cells: json<ImportCells>(),
  choice: withDefault(text(), ""),
  outcome: nullable(text<ImportOutcome>()),
  public_id: withDefault(text(), ""),
  name: withDefault(text(), ""),
  class: withDefault(text(), ""),
  lines: withDefault(json<readonly ImportLine[]>(), literal("'[]'::jsonb")),
});

type Image = Readonly<Record<string, readonly object[]>>;

/** The rows that an import created or changed, by table. */
export const ImportImage = table("import_images", {
  import_id: primaryKey(text()),
  created: json<number[]>(),
  changed: json<number[]>(),
  before: json<Image>(),
  after: json<{ created: Image; changed: Image }>(),
});

export type Import = RowOf<typeof Import>;
export type ImportReading = RowOf<typeof ImportReading>;
export type ImportRow = RowOf<typeof ImportRow>;
export type ImportImage = RowOf<typeof ImportImage>;
