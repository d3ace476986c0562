import { WHOLE_LIST_REQUEST, type ListRequest, type RowsWithTotal } from "#domain/list/paging.ts";
import { type ReadTransaction, queryRows } from "../index.ts";
import type { Account } from "../models/accounts.ts";
import type { Employee } from "../models/people.ts";
import type { NullableColumns } from "../models/rows.ts";
import { queryPage } from "../paged.ts";
import { registerOrderSql, hasEveryWordSql } from "./parts.ts";

export type EmployeeRow = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "employee_status_id" | "picture"
> &
  NullableColumns<Pick<Account, "user_name">>;

/** Lists current employees by name. @param params.only the id of one employee, or null for all */
export async function listCurrentEmployees(
  params: { only: number | null },
  t: ReadTransaction,
): Promise<EmployeeRow[]> {
  return (await searchEmployees({ ...params, ...WHOLE_LIST_REQUEST }, t)).listed;
}

/** The columns that API calls can sort by. User names are left out, because not everybody may see them. */
const ORDERS = {
  id: "e.employee_id",
  employee_id: "e.employee_id",
  first_name: "e.first_name collate names",
  last_name: "e.last_name collate names",
  gender: "e.gender",
};

/** Lists current employees with the search, order and page of an API call. */
export function searchEmployees(
  params: { only: number | null } & ListRequest,
  t: ReadTransaction,
): Promise<RowsWithTotal<EmployeeRow>> {
  return queryPage<EmployeeRow>(
    {
      select:
        "e.employee_id, e.first_name, e.last_name, e.gender, e.employee_status_id, e.picture, a.user_name",
      of: `from employees e
           left join accounts a using (employee_id)
          where e.employee_status_id = 1 and ($only::integer is null or e.employee_id = $only)
            and ${hasEveryWordSql("e.first_name || ' ' || e.last_name")}`,
      orders: ORDERS,
      inOrder: registerOrderSql("e", "e.employee_id"),
    },
    params,
    t,
  );
}

export type CurrentTeacher = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name">;

export function listCurrentTeachers(t: ReadTransaction): Promise<CurrentTeacher[]> {
  return queryRows<CurrentTeacher>(
    `select e.employee_id, e.title, e.first_name, e.last_name
       from employees e
      cross join schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id
      where e.employee_status_id = 1
        and (exists (select 1 from accounts a join account_permissions p using (account_id)
                      where a.employee_id = e.employee_id and p.user_permission_id = 1)
             or exists (select 1 from lessons l join classes c using (class_id)
                         where l.employee_id = e.employee_id and l.ended_on is null
                           and c.academic_year_id = y.academic_year_id)
             or exists (select 1 from class_teachers h join classes c using (class_id)
                         where h.employee_id = e.employee_id and h.to_date is null
                           and c.academic_year_id = y.academic_year_id))
      order by ${registerOrderSql("e", "e.employee_id")}`,
    {},
    t,
  );
}
