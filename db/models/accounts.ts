import { literal } from "sequelize";
import type { SecurityEventKind } from "#domain/security-events.ts";
import {
  bigint,
  boolean,
  date,
  bytes,
  identity,
  integer,
  NOW,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const Account = table("accounts", {
  account_id: identity(integer()),
  user_name: text(),
  employee_id: nullable(integer()),
  password_hash: text(),
  password_reset: withDefault(boolean(), false),
  password_changed_at: withDefault(timestamp(), NOW),
  /** When a password issued by the school expires; null for a password that the owner chose. */
  one_time_until: nullable(timestamp()),
});
export type Account = RowOf<typeof Account>;

export const AccountPermission = table("account_permissions", {
  account_id: primaryKey(integer()),
  user_permission_id: primaryKey(smallint()),
});

export const Session = table("sessions", {
  session_id: identity(bigint()),
  token_hash: bytes(),
  account_id: integer(),
  started_at: withDefault(timestamp(), NOW),
  last_seen_at: withDefault(timestamp(), NOW),
  address: text(),
  device: text(),
  /** The identity provider's ID token, encrypted; null for a session that began with a password. */
  id_token: nullable(text()),
});
export type Session = RowOf<typeof Session>;

/** A student whom somebody has selected in the list. Selections end with the session. */
export const StudentSelection = table("student_selections", {
  session_id: primaryKey(bigint()),
  student_key: primaryKey(integer()),
});

export const LoginAttempt = table("login_attempts", {
  attempt_id: identity(bigint()),
  user_name: text(),
  address: text(),
  at: withDefault(timestamp(), NOW),
  succeeded: nullable(boolean()),
  browser: nullable(text()),
});
export type LoginAttempt = RowOf<typeof LoginAttempt>;

/** A token with which a script calls the API in its owner's name. Only its hash is stored. */
export const AccessToken = table("access_tokens", {
  access_token_id: identity(integer()),
  account_id: integer(),
  name: text(),
  token_hash: bytes(),
  may_write: boolean(),
  made_at: withDefault(timestamp(), NOW),
  last_day: date(),
  last_used_at: nullable(timestamp()),
});
export type AccessToken = RowOf<typeof AccessToken>;

/** Rows are never changed, and may be deleted only after 400 days. */
export const SecurityEvent = table("security_events", {
  event_id: identity(bigint()),
  at: withDefault(timestamp(), literal("clock_timestamp()")),
  kind: text<SecurityEventKind>(),
  account_id: nullable(integer()),
  address: text(),
  detail: withDefault(text(), ""),
});
export type SecurityEvent = RowOf<typeof SecurityEvent>;

/** The addresses of records that an account has opened, by periods of five minutes. */
export const RecordRead = table("record_reads", {
  account_id: primaryKey(integer()),
  period: primaryKey(integer()),
  target: primaryKey(bytes()),
});
