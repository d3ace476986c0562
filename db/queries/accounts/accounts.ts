import { row } from "../../index.ts";
import type { Reading, Transaction } from "../../index.ts";

export type AccountRow = {
  account_id: number;
  user_name: string;
  password_hash: string;
  password_reset: boolean;
  employee_id: number | null;
  first_name: string;
  last_name: string;
  permissions: number[];
};

const ACCOUNT = `
  select a.account_id, a.user_name, a.password_hash, a.password_reset, a.employee_id,
         coalesce(e.first_name, '') as first_name, coalesce(e.last_name, a.user_name) as last_name,
         array(select p.user_permission_id from account_permissions p
                where p.account_id = a.account_id order by p.user_permission_id) as permissions
    from accounts a
    left join employees e using (employee_id)
   where (e.employee_id is null or e.employee_status_id = 1)`;

/** The account that signs in by this name, in whichever case; a leaver's cannot (design section 8). */
export function accountByUserName(userName: string, t: Reading): Promise<AccountRow | null> {
  return row<AccountRow>(
    `${ACCOUNT} and lower(a.user_name) = lower($1) order by a.account_id`,
    [userName],
    t,
  );
}

export function accountOf(accountId: number, t: Reading): Promise<AccountRow | null> {
  return row<AccountRow>(`${ACCOUNT} and a.account_id = $1 order by a.account_id`, [accountId], t);
}

/** A password of the person's own. @returns null when it is not `from` any more: somebody changed it meanwhile */
export function storePassword(
  { accountId, from, to }: { accountId: number; from: string; to: string },
  t: Transaction,
): Promise<{ account_id: number } | null> {
  return row<{ account_id: number }>(
    `update accounts
        set password_hash = $3, password_reset = false, password_changed_at = now()
      where account_id = $1 and password_hash = $2
      returning account_id`,
    [accountId, from, to],
    t,
  );
}
