import {
  bytesColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table } from "./table.ts";

export const StoredFile = table("files", {
  file_name: primaryKey(textColumn()),
  kind: textColumn(),
  media_type: textColumn(),
  bytes: integerColumn(),
  sha256: bytesColumn(),
  width: nullable(smallintColumn()),
  height: nullable(smallintColumn()),
  created_at: withDefault(timestampColumn(), NOW_LITERAL),
});
