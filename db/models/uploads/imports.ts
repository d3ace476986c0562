import { literal } from "sequelize";
import type {
  ImportFileChoices,
  ImportFileReading,
  ImportCells,
  ImportKind,
  ImportRemark,
  ImportState,
  ImportOutcome,
} from "#domain/people/imports.ts";
import {
  booleanColumn,
  integerColumn,
  jsonColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  textColumn,
  timestampColumn,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

/** A file of students or employees that was uploaded for import. */
export const Import = table("imports", {
  import_id: primaryKey(textColumn()),
  kind: textColumn<ImportKind>(),
  asked_by: integerColumn(),
  begun_at: withDefault(timestampColumn(), NOW_LITERAL),
  file_name: textColumn(),
  file: nullable(textColumn()),
  state: withDefault(textColumn<ImportState>(), "reading"),
  failure: withDefault(textColumn(), ""),
  imported_by: nullable(integerColumn()),
  imported_at: nullable(timestampColumn()),
  undone_by: nullable(integerColumn()),
  undone_at: nullable(timestampColumn()),
  address: withDefault(textColumn(), "unknown"),
  attempts: withDefault(integerColumn(), 0),
});

/** The way in which the file of an import was read. The row is kept until the import can no longer be undone. */
export const ImportReading = table("import_readings", {
  import_id: primaryKey(textColumn()),
  choices: withDefault(jsonColumn<ImportFileChoices>(), literal("'{}'::jsonb")),
  reading: nullable(jsonColumn<ImportFileReading>()),
  is_confirmed: withDefault(booleanColumn(), false),
  version: withDefault(integerColumn(), 1),
});

/** The fields that somebody chose for the columns of files with the same headings. */
export const ImportMatch = table("import_matches", {
  kind: primaryKey(textColumn<ImportKind>()),
  shape: primaryKey(textColumn()),
  fields: jsonColumn<Readonly<Record<string, string>>>(),
  used_at: withDefault(timestampColumn(), NOW_LITERAL),
});

export const ImportRow = table("import_rows", {
  import_id: primaryKey(textColumn()),
  row_number: primaryKey(integerColumn()),
  cells: jsonColumn<ImportCells>(),
  choice: withDefault(textColumn(), ""),
  outcome: nullable(textColumn<ImportOutcome>()),
  public_id: withDefault(textColumn(), ""),
  name: withDefault(textColumn(), ""),
  class: withDefault(textColumn(), ""),
  lines: withDefault(jsonColumn<readonly ImportRemark[]>(), literal("'[]'::jsonb")),
});

type Image = Readonly<Record<string, readonly object[]>>;

/** The rows that an import created or changed, by table. */
export const ImportSnapshot = table("import_images", {
  import_id: primaryKey(textColumn()),
  created: jsonColumn<number[]>(),
  changed: jsonColumn<number[]>(),
  before: jsonColumn<Image>(),
  after: jsonColumn<{ created: Image; changed: Image }>(),
});

export type Import = RowOf<typeof Import>;
export type ImportReading = RowOf<typeof ImportReading>;
export type ImportRow = RowOf<typeof ImportRow>;
export type ImportSnapshot = RowOf<typeof ImportSnapshot>;
