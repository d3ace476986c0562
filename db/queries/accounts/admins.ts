import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";

/** An arbitrary number that only this lock uses. */
const ADMINS_LOCK = 7_210_203;

/**
 * Returns the accounts that have permission 9 and can sign in. No other transaction can change them until this one
 * ends: otherwise two administrators who remove each other at the same time would leave the school without one.
 */
export async function lockAdmins(t: Transaction): Promise<number[]> {
  await runQuery("select pg_advisory_xact_lock($lock)", { lock: ADMINS_LOCK }, t);
  const admins = await queryRows<{ account_id: number }>(
    `select a.account_id
       from account_permissions p
       join accounts a using (account_id)
       left join employees e using (employee_id)
      where p.user_permission_id = 9 and (e.employee_id is null or e.employee_status_id = 1)
      order by a.account_id`,
    {},
    t,
  );
  return admins.map(({ account_id }) => account_id);
}

export type AdminAccount = Pick<Account, "account_id" | "user_name">;

/** Lists the administrators who can sign in, the school's own account first. */
export function listAdminAccounts(t: ReadTransaction): Promise<AdminAccount[]> {
  return queryRows<AdminAccount>(
    `select a.account_id, a.user_name
       from account_permissions p
       join accounts a using (account_id)
       left join employees e using (employee_id)
      where p.user_permission_id = 9 and (e.employee_id is null or e.employee_status_id = 1)
      order by e.employee_id is not null, a.account_id`,
    {},
    t,
  );
}
