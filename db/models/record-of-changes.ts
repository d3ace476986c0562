import { literal } from "sequelize";
import { bigint, identity, integer, json, nullable, text, timestamp, withDefault } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The audit trail. Only triggers write to it, and rows are never changed. */
export const AuditEvent = table("audit_events", {
  event_id: identity(bigint()),
  at: withDefault(timestamp(), literal("clock_timestamp()")),
  actor: text(),
  account_id: nullable(integer()),
  save_id: nullable(text()),
  table_name: text(),
  row_id: text(),
  version: nullable(bigint()),
  operation: text<"insert" | "update" | "delete">(),
  old_values: nullable(json<Values>()),
  new_values: nullable(json<Values>()),
});
export type AuditEvent = RowOf<typeof AuditEvent>;
