import {
  bytes,
  integer,
  NOW,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  withDefault,
} from "./columns.ts";
import { table } from "./table.ts";

export const StoredFile = table("files", {
  file_name: primaryKey(text()),
  kind: text(),
  media_type: text(),
  bytes: integer(),
  sha256: bytes(),
  width: nullable(smallint()),
  height: nullable(smallint()),
  created_at: withDefault(timestamp(), NOW),
});
