import { queryRow, type ReadTransaction, type Transaction } from "../../index.ts";
import { Account } from "../../models/accounts.ts";
import { NOW_LITERAL } from "../../models/columns.ts";
import type { Employee } from "../../models/people.ts";
import { userNameKeySql } from "../parts.ts";

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
