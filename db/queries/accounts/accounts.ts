import { queryRow, type ReadTransaction, type Transaction, queryRows, runQuery } from "../../index.ts";
import { Account } from "../../models/accounts.ts";
import { NOW_LITERAL } from "../../models/columns.ts";
import type { Employee } from "../../models/people.ts";
import { userNameKeySql, registerOrderSql, PASSWORD_EXPIRY_SQL } from "../parts.ts";

export type AccountRow = Pick<
  Account,
  "account_id" | "user_name" | "password_hash" | "password_reset" | "one_time_until" | "employee_id"
> &
  Pick<Employee, "first_name" | "last_name"> & { permissions: number[] };

const ACCOUNT = `
  select a.account_id, a.user_name, a.password_hash, a.password_reset, a.one_time_until, a.employee_id,
         coalesce(e.first_name, '') as first_name, coalesce(e.last_name, a.user_name) as last_name,
         array(select p.user_permission_id from account_permissions p
                where p.account_id = a.account_id order by p.user_permission_id) as permissions
    from accounts a
    left join employees e using (employee_id)
   where (e.employee_id is null or e.employee_status_id = 1)`;

/** Finds an account by user name, ignoring case. Returns null if the employee has left. */
export function findAccountByUserName(userName: string, t: ReadTransaction): Promise<AccountRow | null> {
  return queryRow<AccountRow>(
    `${ACCOUNT} and ${userNameKeySql("a.user_name")} = ${userNameKeySql("$userName")} order by a.account_id`,
    { userName },
    t,
  );
}

export function findAccount(accountId: number, t: ReadTransaction): Promise<AccountRow | null> {
  return queryRow<AccountRow>(
    `${ACCOUNT} and a.account_id = $accountId order by a.account_id`,
    { accountId },
    t,
  );
}

/** Stores a new password. Returns false if the stored hash is no longer `from`, because somebody else changed it. */
export async function replacePasswordHash(
  { accountId, from, to }: { accountId: number; from: string; to: string },
  t: Transaction,
): Promise<boolean> {
  const changed = await Account.update(
    { password_hash: to, password_reset: false, one_time_until: null, password_changed_at: NOW_LITERAL },
    { account_id: accountId, password_hash: from },
    t,
  );
  return changed > 0;
}

export type ResettablePasswordRow = Pick<
  Employee,
  "employee_id" | "title" | "first_name" | "last_name" | "gender"
> &
  Pick<
    Account,
    "account_id" | "user_name" | "password_hash" | "password_reset" | "password_changed_at" | "one_time_until"
  > & {
    permissions: number[];
  };

export function listResettableAccounts(
  employeeIds: readonly number[],
  t: ReadTransaction,
): Promise<ResettablePasswordRow[]> {
  return queryRows<ResettablePasswordRow>(
    `select e.employee_id, e.title, e.first_name, e.last_name, e.gender,
            a.account_id, a.user_name, a.password_hash, a.password_reset, a.password_changed_at, a.one_time_until,
            array(select p.user_permission_id from account_permissions p
                   where p.account_id = a.account_id order by p.user_permission_id) as permissions
       from employees e
       join accounts a using (employee_id)
      where e.employee_id = any ($employeeIds::integer[]) and e.employee_status_id = 1
      order by ${registerOrderSql("e", "e.employee_id")}`,
    { employeeIds },
    t,
  );
}

/** Locks accounts. Until the transaction ends, nobody can change them or record that their owners have left. */
export function lockAccountsOfEmployees(employeeIds: readonly number[], t: Transaction): Promise<void> {
  return runQuery(
    `select from employees e
       join accounts a using (employee_id)
      where e.employee_id = any ($employeeIds::integer[])
      order by e.employee_id
        for no key update`,
    { employeeIds },
    t,
  );
}

/** Stores a one-time password. Returns when it expires. */
export async function storeOneTimePassword(
  params: { accountId: number; passwordHash: string; days: number },
  t: Transaction,
): Promise<Date> {
  const stored = await queryRow<{ one_time_until: Date }>(
    `update accounts a
        set password_hash = $passwordHash, password_reset = true, password_changed_at = now(),
            one_time_until = ${PASSWORD_EXPIRY_SQL}
       from schools o
      where a.account_id = $accountId
     returning a.one_time_until`,
    params,
    t,
  );
  if (!stored) throw new Error("The password was not stored.");
  return stored.one_time_until;
}
