import {
  boolean,
  identity,
  integer,
  NOW,
  nullable,
  primaryKey,
  text,
  timestamp,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

/** Pictures of many students, uploaded together. */
export const PictureUpload = table("picture_uploads", {
  upload_id: primaryKey(text()),
  asked_by: integer(),
  begun_at: withDefault(timestamp(), NOW),
  saved_at: nullable(timestamp()),
  archive: nullable(text()),
  archive_name: withDefault(text(), ""),
  archive_entries: withDefault(integer(), 0),
  failure: withDefault(text(), ""),
});

export const PictureUploadFile = table("picture_upload_files", {
  picture_upload_file_id: identity(integer()),
  upload_id: text(),
  name: text(),
  bytes: integer(),
  picture: nullable(text()),
  fault: withDefault(text(), ""),
  student_key: nullable(integer()),
  is_chosen: withDefault(boolean(), false),
  is_left_out: withDefault(boolean(), false),
  saved_at: nullable(timestamp()),
  replaced: nullable(text()),
});

export type PictureUpload = RowOf<typeof PictureUpload>;
export type PictureUploadFile = RowOf<typeof PictureUploadFile>;
