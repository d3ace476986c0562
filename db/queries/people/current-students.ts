import type { ListRequest, Listed } from "#domain/list/paging.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import { GENERAL_COLUMNS } from "#fields/people/student-general.ts";
import type { Reading } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { OrNull } from "../../models/rows.ts";
import { pagedRows } from "../../paged.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import {
  byNames,
  choseSubject,
  CURRENT_TERM,
  DAY_OF_TERM,
  hasEveryWord,
  isInScope,
  isRunning,
  isTaughtBy,
  teachersOn,
  type Scope,
} from "../parts.ts";
import { DOCUMENT_IDS, REGISTERED_NOW } from "./student-search.ts";

export type CurrentStudent = Pick<
  Student,
  (typeof GENERAL_COLUMNS)[number] | "id" | "picture" | "student_status_id"
> &
  OrNull<Pick<SchoolClass, "class_id" | "form_class_id" | "label"> & Pick<FormClass, "form_level">> & {
    teachers: ClassTeacherRow[];
    /** The ids of documents by description. */
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

/** Lists current students in scope: of the employee's classes and rosters, or all, in a class or not. */
export function listCurrentStudents(
  params: Scope & ListRequest,
  t: Reading,
): Promise<Listed<CurrentStudent>> {
  return pagedRows<CurrentStudent>(
    {
      select: `s.id, ${GENERAL_COLUMNS.map((column) => `s.${column}`).join(", ")}, s.picture, s.student_status_id,
               c.class_id, c.form_class_id, c.label, f.form_level,
               ${teachersOn({ classId: "c.class_id", day: DAY_OF_TERM })} as teachers, ${DOCUMENT_IDS} as documents`,
      of: `from students s
          cross join schools o
           left join ${REGISTERED_NOW} and r.student_key = s.id
           left join classes c using (class_id)
           left join form_classes f using (form_class_id)
          where s.student_status_id = 1
            and (${isInScope("c", CURRENT_TERM)} or exists (
                  select 1 from lessons l
                   where l.class_id = c.class_id and ${isRunning("l", CURRENT_TERM)} and ${isTaughtBy("l", CURRENT_TERM)}
                     and ${choseSubject("l.")}))
            and ${hasEveryWord("s.first_name || ' ' || s.last_name || ' ' || s.student_id")}`,
      orders: ORDERS,
      inOrder: byNames("s", "s.id"),
    },
    params,
    t,
  );
}
