import {
  booleanColumn,
  identityColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  textColumn,
  timestampColumn,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

export const PictureUpload = table("picture_uploads", {
  upload_id: primaryKey(textColumn()),
  asked_by: integerColumn(),
  begun_at: withDefault(timestampColumn(), NOW_LITERAL),
  saved_at: nullable(timestampColumn()),
  archive: nullable(textColumn()),
  archive_name: withDefault(textColumn(), ""),
  archive_entries: withDefault(integerColumn(), 0),
  failure: withDefault(textColumn(), ""),
});

export const PictureUploadFile = table("picture_upload_files", {
  picture_upload_file_id: identityColumn(integerColumn()),
  upload_id: textColumn(),
  name: textColumn(),
  bytes: integerColumn(),
  picture: nullable(textColumn()),
  fault: withDefault(textColumn(), ""),
  student_key: nullable(integerColumn()),
  is_chosen: withDefault(booleanColumn(), false),
  is_left_out: withDefault(booleanColumn(), false),
  saved_at: nullable(timestampColumn()),
  replaced: nullable(textColumn()),
});

export type PictureUpload = RowOf<typeof PictureUpload>;
export type PictureUploadFile = RowOf<typeof PictureUploadFile>;
