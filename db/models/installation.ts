import { bigint, identity, integer, NOW, nullable, text, timestamp, withDefault } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export type BackupOutcome = "whole" | "incomplete" | "failed";

export const Backup = table("backups", {
  backup_id: identity(integer()),
  begun_at: timestamp(),
  ended_at: withDefault(timestamp(), NOW),
  version: text(),
  outcome: text<BackupOutcome>(),
  file_name: nullable(text()),
  bytes: nullable(bigint()),
  fault: withDefault(text(), ""),
});

export type Backup = RowOf<typeof Backup>;

export const ErrorEvent = table("error_events", {
  error_event_id: identity(bigint()),
  happened_at: withDefault(timestamp(), NOW),
  request_id: text(),
  place: text(),
  fault: text(),
  source: text(),
});

export type ErrorEvent = RowOf<typeof ErrorEvent>;
