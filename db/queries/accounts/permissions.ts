import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account, Session } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { AuditEvent } from "../../models/record-of-changes.ts";
import type { NullableColumns } from "../../models/rows.ts";

export async function listPermissions(accountId: number, t: ReadTransaction): Promise<number[]> {
  const held = await queryRows<{ id: number }>(
    `select user_permission_id as id from account_permissions where account_id = $accountId order by user_permission_id`,
    { accountId },
    t,
  );
  return held.map(({ id }) => id);
}

type Holder = Pick<Account, "account_id" | "user_name"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name">>;

export function listPermissionHolders(
  { permissionId }: { permissionId: number },
  t: ReadTransaction,
): Promise<Holder[]> {
  return queryRows<Holder>(
    `select a.account_id, a.user_name, e.first_name, e.last_name
       from account_permissions p
       join accounts a using (account_id)
       left join employees e using (employee_id)
      where p.user_permission_id = $permissionId and (e.employee_id is null or e.employee_status_id = 1)
      order by e.employee_id nulls first, a.account_id`,
    { permissionId },
    t,
  );
}

/** Changes the permissions of an account. Call `lockAdmins` first. */
export async function changePermissions(
  params: { accountId: number; given: readonly number[]; taken: readonly number[] },
  t: Transaction,
): Promise<void> {
  await runQuery(
    `delete from account_permissions
      where account_id = $accountId and user_permission_id = any ($taken::smallint[])`,
    { accountId: params.accountId, taken: params.taken },
    t,
  );
  await runQuery(
    `insert into account_permissions (account_id, user_permission_id)
     select $accountId, id
       from unnest($given::smallint[]) as id
      order by id
     on conflict do nothing`,
    { accountId: params.accountId, given: params.given },
    t,
  );
}

/** A change of a permission, with its time and author. */
export type PermissionAction = Pick<AuditEvent, "at" | "actor"> &
  NullableColumns<Pick<Account, "user_name"> & Pick<Employee, "first_name" | "last_name">>;

export type PermissionChange = PermissionAction &
  Pick<AuditEvent, "operation" | "save_id"> & { permission_id: number };

export function listPermissionChanges(
  params: { accountId: number; limit: number },
  t: ReadTransaction,
): Promise<PermissionChange[]> {
  return queryRows<PermissionChange>(
    `select v.at, v.operation, v.actor, v.save_id, p.user_permission_id as permission_id,
            a.user_name, e.first_name, e.last_name
       from permissions p
       join audit_events v on v.table_name = 'account_permissions'
                          and v.row_id = $accountId::text || ':' || p.user_permission_id
       left join accounts a on a.account_id = v.account_id
       left join employees e on e.employee_id = a.employee_id
      order by v.event_id desc
      limit $limit`,
    params,
    t,
  );
}

export function findAccountCreation(accountId: number, t: ReadTransaction): Promise<PermissionAction | null> {
  return queryRow<PermissionAction>(
    `select v.at, v.actor, a.user_name, e.first_name, e.last_name
       from audit_events v
       left join accounts a on a.account_id = v.account_id
       left join employees e on e.employee_id = a.employee_id
      where v.table_name = 'accounts' and v.row_id = $accountId::text and v.operation = 'insert'
      order by v.event_id
      limit 1`,
    { accountId },
    t,
  );
}

export type OwnAccount = Pick<Account, "user_name"> & Pick<Session, "address">;

/** Finds an account that the requester owns or has created, with the IP address of the requester's session. */
export function findOwnAccount(
  params: { employeeId: number; accountId: number; sessionId: number | null },
  t: ReadTransaction,
): Promise<OwnAccount | null> {
  return queryRow<OwnAccount>(
    `select a.user_name,
            coalesce((select s.address from sessions s where s.session_id = $sessionId::bigint), '') as address
       from accounts a
      where a.employee_id = $employeeId
        and (a.account_id = $accountId
             or exists (select 1 from audit_events v
                         where v.table_name = 'accounts' and v.row_id = a.account_id::text
                           and v.operation = 'insert' and v.account_id = $accountId))
      order by a.account_id`,
    params,
    t,
  );
}

export type PendingOneTimePassword = Pick<Account, "password_reset"> & { given_by: number | null };

/**
 * Returns whether the account has an unused one-time password, and the account that issued it (null if nobody did).
 * Nobody else can issue one until the transaction ends.
 */
export function lockOneTimePassword(
  accountId: number,
  t: Transaction,
): Promise<PendingOneTimePassword | null> {
  return queryRow<PendingOneTimePassword>(
    `select a.password_reset,
            (select v.account_id from audit_events v
              where v.table_name = 'accounts' and v.row_id = a.account_id::text
                and (v.operation = 'insert' or v.new_values -> 'password_changed_at' is not null)
              order by v.event_id desc
              limit 1) as given_by
       from accounts a
      where a.account_id = $accountId
      order by a.account_id
        for no key update of a`,
    { accountId },
    t,
  );
}

export type AccountPasswordState = Pick<Account, "password_reset" | "password_changed_at" | "one_time_until">;

export function findPasswordState(
  accountId: number,
  t: ReadTransaction,
): Promise<AccountPasswordState | null> {
  return queryRow<AccountPasswordState>(
    `select password_reset, password_changed_at, one_time_until
       from accounts
      where account_id = $accountId
      order by account_id`,
    { accountId },
    t,
  );
}
