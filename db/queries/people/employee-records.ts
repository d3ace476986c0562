import { EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRow, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { EmployeeEmployment } from "../../models/employee-records.ts";
import { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { overwriteColumnsSql } from "../parts.ts";

export type EmployeeHeading = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "picture" | "employee_status_id"
> &
  NullableColumns<Pick<Account, "account_id" | "user_name">>;

/** Finds an employee, who may have left, because the history of former employees stays readable. */
export function findEmployeeHeading(employeeId: number, t: ReadTransaction): Promise<EmployeeHeading | null> {
  return queryRow<EmployeeHeading>(
    `select e.employee_id, e.first_name, e.last_name, e.gender, e.picture, e.employee_status_id, a.account_id, a.user_name
       from employees e
       left join accounts a using (employee_id)
      where e.employee_id = $employeeId
      order by e.employee_id`,
    { employeeId },
    t,
  );
}

export type EmployeePersonalRow = Pick<Employee, (typeof PERSONAL_COLUMNS)[number] | "version">;

export function findEmployeePersonal(
  employeeId: number,
  t: ReadTransaction,
): Promise<EmployeePersonalRow | null> {
  return Employee.selectOne([...PERSONAL_COLUMNS, "version"], { where: { employee_id: employeeId } }, t);
}

export type EmploymentRow = Pick<EmployeeEmployment, (typeof EMPLOYMENT_COLUMNS)[number]>;

/** Returns the employment record with its version, or an empty record if there is none. */
export async function findEmployeeEmployment(
  employeeId: number,
  t: ReadTransaction,
): Promise<NullableColumns<EmploymentRow> & { version: number }> {
  const found = await queryRow<NullableColumns<EmploymentRow> & { version: number }>(
    `select coalesce(m.version, 0) as version, ${EMPLOYMENT_COLUMNS.map((column) => `m.${column}`).join(", ")}
       from employees e
       left join employee_employment m using (employee_id)
      where e.employee_id = $employeeId
      order by e.employee_id`,
    { employeeId },
    t,
  );
  if (!found) throw new Error("The employee no longer exists.");
  return found;
}

type Columns = Readonly<Record<string, ColumnValue>>;

/** Stores the Personal tab. Lock the employee first. */
export function saveEmployeePersonal(
  { employeeId, columns }: { employeeId: number; columns: Columns },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update employees e
        set ${PERSONAL_COLUMNS.map((column) => `${column} = i.${column}`).join(", ")}
       from jsonb_populate_record(null::employees, $columns::jsonb) i
      where e.employee_id = $employeeId`,
    { employeeId, columns: JSON.stringify(columns) },
    t,
  );
}

/** Stores the employment record. Lock the employee first. */
export function saveEmployeeEmployment(
  { employeeId, columns }: { employeeId: number; columns: Columns },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `insert into employee_employment (employee_id, ${EMPLOYMENT_COLUMNS.join(", ")})
     select $employeeId, ${EMPLOYMENT_COLUMNS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_record(null::employee_employment, $columns::jsonb) i
     on conflict (employee_id) do update set ${overwriteColumnsSql(EMPLOYMENT_COLUMNS)}`,
    { employeeId, columns: JSON.stringify(columns) },
    t,
  );
}
