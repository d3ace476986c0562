import type { ListAsked, Listed } from "#domain/list/list-asked.ts";
import type { Reading } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { pagedRows } from "../../paged.ts";
import {
  byNames,
  choseSubject,
  hasEveryWord,
  isInScope,
  isTaughtBy,
  teachersOn,
  TODAY,
  type Scope,
} from "../parts.ts";

export type CurrentStudent = Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "picture"> &
  Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level"> & {
    /** Who leads the class today. */
    lead_id: number | null;
  };

/** The list's columns, as calls name them. */
const ORDERS = {
  id: "s.student_id collate names",
  first_name: "s.first_name collate names",
  last_name: "s.last_name collate names",
  gender: "s.gender",
  form_class_id: "f.position",
  form_level: "f.form_level",
  class: "c.label collate names",
};

/** Who is in a class this term and in scope: of a class or on the roster of a lesson of the employee, or everybody. */
export function currentStudents(asked: Scope & ListAsked, t: Reading): Promise<Listed<CurrentStudent>> {
  return pagedRows<CurrentStudent>(
    {
      select: `s.student_id, s.first_name, s.last_name, s.gender, s.picture, c.class_id, c.form_class_id, c.label,
               f.form_level,
               (select (h.teacher ->> 'employee_id')::integer
                  from jsonb_array_elements(${teachersOn({ classId: "c.class_id", day: TODAY })}) h (teacher)
                 where (h.teacher ->> 'is_lead')::boolean
                 limit 1) as lead_id`,
      of: `from students s
          cross join schools o
           join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
           join classes c using (class_id)
           join form_classes f using (form_class_id)
          where s.student_status_id = 1
            and (${isInScope("c")} or exists (
                  select 1 from lessons l
                   where l.class_id = c.class_id and l.ended_on is null and ${isTaughtBy("l")} and ${choseSubject("l.")}))
            and ${hasEveryWord("s.first_name || ' ' || s.last_name || ' ' || s.student_id")}`,
      orders: ORDERS,
      inOrder: byNames("s", "s.id"),
    },
    asked,
    t,
  );
}
