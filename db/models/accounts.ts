import {
  bigint,
  boolean,
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
});
export type Session = RowOf<typeof Session>;

export const LoginAttempt = table("login_attempts", {
  attempt_id: identity(bigint()),
  user_name: text(),
  address: text(),
  at: withDefault(timestamp(), NOW),
  succeeded: boolean(),
});
export type LoginAttempt = RowOf<typeof LoginAttempt>;
