import { literal } from "sequelize";
import type { SecurityEventKind } from "#domain/security-events.ts";
import {
  bigintColumn,
  booleanColumn,
  dateColumn,
  bytesColumn,
  identityColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const Account = table("accounts", {
  account_id: identityColumn(integerColumn()),
  user_name: textColumn(),
  employee_id: nullable(integerColumn()),
  password_hash: textColumn(),
  password_reset: withDefault(booleanColumn(), false),
  password_changed_at: withDefault(timestampColumn(), NOW_LITERAL),
  /** The time when a password issued by the school expires; null for a password that the owner chose. */
  one_time_until: nullable(timestampColumn()),
});
export type Account = RowOf<typeof Account>;

export const AccountPermission = table("account_permissions", {
  account_id: primaryKey(integerColumn()),
  user_permission_id: primaryKey(smallintColumn()),
});

export const Session = table("sessions", {
  session_id: identityColumn(bigintColumn()),
  token_hash: bytesColumn(),
  account_id: integerColumn(),
  started_at: withDefault(timestampColumn(), NOW_LITERAL),
  last_seen_at: withDefault(timestampColumn(), NOW_LITERAL),
  address: textColumn(),
  device: textColumn(),
  /** The identity provider's ID token, encrypted; null for a session that began with a password. */
  id_token: nullable(textColumn()),
});
export type Session = RowOf<typeof Session>;

/** A student whom somebody has selected in the list. Selections end with the session. */
export const StudentSelection = table("student_selections", {
  session_id: primaryKey(bigintColumn()),
  student_key: primaryKey(integerColumn()),
});

export const LoginAttempt = table("login_attempts", {
  attempt_id: identityColumn(bigintColumn()),
  user_name: textColumn(),
  address: textColumn(),
  at: withDefault(timestampColumn(), NOW_LITERAL),
  succeeded: nullable(booleanColumn()),
  browser: nullable(textColumn()),
});
export type LoginAttempt = RowOf<typeof LoginAttempt>;

/** A token with which a script calls the API in its owner's name. Only its hash is stored. */
export const AccessToken = table("access_tokens", {
  access_token_id: identityColumn(integerColumn()),
  account_id: integerColumn(),
  name: textColumn(),
  token_hash: bytesColumn(),
  may_write: booleanColumn(),
  made_at: withDefault(timestampColumn(), NOW_LITERAL),
  last_day: dateColumn(),
  last_used_at: nullable(timestampColumn()),
});
export type AccessToken = RowOf<typeof AccessToken>;

/** Rows are never changed, and may be deleted only after 400 days. */
export const SecurityEvent = table("security_events", {
  event_id: identityColumn(bigintColumn()),
  at: withDefault(timestampColumn(), literal("clock_timestamp()")),
  kind: textColumn<SecurityEventKind>(),
  account_id: nullable(integerColumn()),
  address: textColumn(),
  detail: withDefault(textColumn(), ""),
});
export type SecurityEvent = RowOf<typeof SecurityEvent>;

/** The addresses of records that an account has opened, in periods of five minutes. */
export const OpenedRecordCount = table("record_reads", {
  account_id: primaryKey(integerColumn()),
  period: primaryKey(integerColumn()),
  target: primaryKey(bytesColumn()),
});
