import { EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Employee } from "../../models/people.ts";
import { registerOrderSql, userNameKeySql } from "../parts.ts";

export type ImportedEmployee = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "employee_status_id"
> & {
  user_name: string | null;
  permissions: number[];
  record: Readonly<Record<string, ColumnValue>>;
};

export function listEmployeesToImport(t: ReadTransaction): Promise<ImportedEmployee[]> {
  const columns = [
    ...PERSONAL_COLUMNS.map((column) => `'${column}', e.${column}`),
    ...EMPLOYMENT_COLUMNS.map((column) => `'${column}', m.${column}`),
  ];
  return queryRows<ImportedEmployee>(
    `select e.employee_id, e.first_name, e.last_name, e.employee_status_id, a.user_name,
            array(select p.user_permission_id::integer from account_permissions p
                   where p.account_id = a.account_id order by 1) as permissions,
            jsonb_build_object(${columns.join(", ")}) as record
       from employees e
       left join accounts a using (employee_id)
       left join employee_employment m using (employee_id)
      order by ${registerOrderSql("e", "e.employee_id")}`,
    {},
    t,
  );
}

/** Lists all user names in lower case, because two user names may not differ in case alone. */
export async function listUserNames(t: ReadTransaction): Promise<string[]> {
  const taken = await queryRows<{ user_name: string }>(
    `select ${userNameKeySql("a.user_name")} as user_name from accounts a order by 1`,
    {},
    t,
  );
  return taken.map(({ user_name }) => user_name);
}

/** Creates missing rows of employment data for employees, so that their columns can be updated. */
export function ensureEmploymentRows(employeeIds: readonly number[], t: Transaction): Promise<void> {
  return runQuery(
    `insert into employee_employment (employee_id)
     select unnest($employeeIds::integer[])
     on conflict (employee_id) do nothing`,
    { employeeIds },
    t,
  );
}

/** Counts the employees whose accounts have security events. Such accounts cannot be deleted. */
export async function countAccountsWithEvents(
  employeeIds: readonly number[],
  t: ReadTransaction,
): Promise<number> {
  const found = await queryRow<{ count: number }>(
    `select count(distinct a.account_id)::integer as count
       from accounts a
       join security_events s using (account_id)
      where a.employee_id = any ($employeeIds::integer[])
      order by 1`,
    { employeeIds },
    t,
  );
  return found?.count ?? 0;
}
