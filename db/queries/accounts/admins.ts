import { rows, run, type Transaction } from "../../index.ts";

/** An arbitrary number that only this lock uses. */
const ADMINS_LOCK = 7_210_203;

/**
 * Returns the accounts that have permission 9 and can sign in. No other transaction can change them until this one
 * ends: otherwise two administrators who remove each other at the same time would leave the school without one.
 */
export async function lockAdmins(t: Transaction): Promise<number[]> {
  await run("select pg_advisory_xact_lock($lock)", { lock: ADMINS_LOCK }, t);
  const admins = await rows<{ account_id: number }>(
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
