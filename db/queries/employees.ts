import { WHOLE_LIST, type ListRequest, type Listed } from "#domain/list/paging.ts";
import type { Reading } from "../index.ts";
import type { Account } from "../models/accounts.ts";
import type { Employee } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import { pagedRows } from "../paged.ts";
import { byNames, hasEveryWord } from "./parts.ts";

export type EmployeeRow = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "employee_status_id" | "picture"
> &
  OrNull<Pick<Account, "user_name">>;

/** Lists current employees by name. @param only one employee, or null for all */
export async function listCurrentEmployees(
  params: { only: number | null },
  t: Reading,
): Promise<EmployeeRow[]> {
  return (await searchEmployees({ ...params, ...WHOLE_LIST }, t)).listed;
}

/** The columns that the API can sort by. User names are left out, because not everybody may see them. */
const ORDERS = {
  id: "e.employee_id",
  employee_id: "e.employee_id",
  first_name: "e.first_name collate names",
  last_name: "e.last_name collate names",
  gender: "e.gender",
};

/** Lists current employees by the API's search, order and page. */
export function searchEmployees(
  params: { only: number | null } & ListRequest,
  t: Reading,
): Promise<Listed<EmployeeRow>> {
  return pagedRows<EmployeeRow>(
    {
      select:
        "e.employee_id, e.first_name, e.last_name, e.gender, e.employee_status_id, e.picture, a.user_name",
      of: `from employees e
           left join accounts a using (employee_id)
          where e.employee_status_id = 1 and ($only::integer is null or e.employee_id = $only)
            and ${hasEveryWord("e.first_name || ' ' || e.last_name")}`,
      orders: ORDERS,
      inOrder: byNames("e", "e.employee_id"),
    },
    params,
    t,
  );
}
