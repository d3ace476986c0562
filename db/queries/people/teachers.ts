import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Employee } from "../../models/people.ts";
import { registerOrderSql } from "../parts.ts";

export type TeacherRow = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name">;

export function listCurrentTeachers(t: ReadTransaction): Promise<TeacherRow[]> {
  return queryRows<TeacherRow>(
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
