import type { ListRequest, RowsWithTotal } from "#domain/list/paging.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import { GENERAL_COLUMNS } from "#fields/people/student-general.ts";
import type { ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { queryPage } from "../../paged.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import {
  registerOrderSql,
  attendsLessonSql,
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  hasEveryWordSql,
  isClassInScopeSql,
  isLessonRunningSql,
  isLessonTaughtBySql,
  classTeachersSql,
  type QueryScope,
} from "../parts.ts";
import { STUDENT_DOCUMENT_IDS_SQL, CURRENT_REGISTRATIONS_SQL } from "./student-search.ts";

export type CurrentStudent = Pick<
  Student,
  (typeof GENERAL_COLUMNS)[number] | "id" | "picture" | "student_status_id"
> &
  NullableColumns<
    Pick<SchoolClass, "class_id" | "form_class_id" | "label"> & Pick<FormClass, "form_level">
  > & {
    teachers: ClassTeacherRow[];
    /** The ids of the student's documents by description. */
    documents: Partial<Record<StudentDocumentKind, number>>;
  };

const ORDERS = {
  id: "s.student_id collate names",
  first_name: "s.first_name collate names",
  last_name: "s.last_name collate names",
  gender: "s.gender",
  form_class_id: "f.position",
  form_level: "f.form_level",
  class: "c.label collate names",
};

/**
 * Lists the current students in scope: all, or only the students in the employee's classes and lessons. The students
 * may have no class.
 */
export function listCurrentStudents(
  params: QueryScope & ListRequest,
  t: ReadTransaction,
): Promise<RowsWithTotal<CurrentStudent>> {
  return queryPage<CurrentStudent>(
    {
      select: `s.id, ${GENERAL_COLUMNS.map((column) => `s.${column}`).join(", ")}, s.picture, s.student_status_id,
               c.class_id, c.form_class_id, c.label, f.form_level,
               ${classTeachersSql({ classId: "c.class_id", day: DAY_OF_CURRENT_TERM_SQL })} as teachers, ${STUDENT_DOCUMENT_IDS_SQL} as documents`,
      of: `from students s
          cross join schools o
           left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
           left join classes c using (class_id)
           left join form_classes f using (form_class_id)
          where s.student_status_id = 1
            and (${isClassInScopeSql("c", CURRENT_TERM_SQL)} or exists (
                  select 1 from lessons l
                   where l.class_id = c.class_id and ${isLessonRunningSql("l", CURRENT_TERM_SQL)} and ${isLessonTaughtBySql("l", CURRENT_TERM_SQL)}
                     and ${attendsLessonSql("l.")}))
            and ${hasEveryWordSql("s.first_name || ' ' || s.last_name || ' ' || s.student_id")}`,
      orders: ORDERS,
      inOrder: registerOrderSql("s", "s.id"),
    },
    params,
    t,
  );
}
