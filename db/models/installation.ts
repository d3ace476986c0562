import {
  bigintColumn,
  identityColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  textColumn,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export type BackupOutcome = "whole" | "incomplete" | "failed";

export const Backup = table("backups", {
  backup_id: identityColumn(integerColumn()),
  begun_at: timestampColumn(),
  ended_at: withDefault(timestampColumn(), NOW_LITERAL),
  version: textColumn(),
  outcome: textColumn<BackupOutcome>(),
  file_name: nullable(textColumn()),
  bytes: nullable(bigintColumn()),
  fault: withDefault(textColumn(), ""),
});

export type Backup = RowOf<typeof Backup>;

export const ErrorEvent = table("error_events", {
  error_event_id: identityColumn(bigintColumn()),
  happened_at: withDefault(timestampColumn(), NOW_LITERAL),
  request_id: textColumn(),
  place: textColumn(),
  fault: textColumn(),
  source: textColumn(),
});

export type ErrorEvent = RowOf<typeof ErrorEvent>;
