import { rows, type Reading } from "../index.ts";
import type { Account } from "../models/accounts.ts";
import type { Employee } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import { byNames } from "./parts.ts";

export type EmployeeRow = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "employee_status_id" | "picture"
> &
  OrNull<Pick<Account, "user_name">>;

/** Who works at the school now, by name. @param only one of them, or null for all */
export function currentEmployees(asked: { only: number | null }, t: Reading): Promise<EmployeeRow[]> {
  return rows<EmployeeRow>(
    `select e.employee_id, e.first_name, e.last_name, e.gender, e.employee_status_id, e.picture, a.user_name
       from employees e
       left join accounts a using (employee_id)
      where e.employee_status_id = 1 and ($only::integer is null or e.employee_id = $only)
      order by ${byNames("e", "e.employee_id")}`,
    asked,
    t,
  );
}
