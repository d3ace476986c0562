import { queryRows, type ReadTransaction } from "../index.ts";
import type { ClassTeacher, FormClass, SchoolClass } from "../models/classes.ts";
import { DAY_OF_CURRENT_TERM_SQL, isAssignedOnSql } from "./parts.ts";

export type ClassOfFormClass = Pick<SchoolClass, "class_id" | "label"> &
  Pick<FormClass, "form_level"> & {
    /** True if the class is graded by criteria instead of by tests. */
    by_criteria: boolean;
    lead_id: ClassTeacher["employee_id"] | null;
  };

/** Lists the classes of a form class in a year with their teachers. A primary school may have two classes of Std 1. */
export function listClassesOfFormClass(
  params: { formClassId: string; academicYearId: number },
  t: ReadTransaction,
): Promise<ClassOfFormClass[]> {
  return queryRows<ClassOfFormClass>(
    `select c.class_id, c.label, f.form_level, c.assessment_type is not null as by_criteria, h.employee_id as lead_id
       from classes c
       join form_classes f using (form_class_id)
       left join class_teachers h on h.class_id = c.class_id and h.is_lead and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}
      where c.form_class_id = $formClassId and c.academic_year_id = $academicYearId
      order by c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type FormTeacherClass = Pick<SchoolClass, "form_class_id" | "label"> & Pick<ClassTeacher, "is_lead">;

/** Lists an employee's classes as form teacher or co-teacher in a year. Current classes come before former ones. */
export function listClassesOfFormTeacher(
  params: { employeeId: number; academicYearId: number },
  t: ReadTransaction,
): Promise<FormTeacherClass[]> {
  return queryRows<FormTeacherClass>(
    `select c.form_class_id, c.label, h.is_lead
       from class_teachers h
       join classes c using (class_id)
      where h.employee_id = $employeeId and c.academic_year_id = $academicYearId
      order by h.to_date is not null, h.is_lead desc, c.label collate names, c.class_id`,
    params,
    t,
  );
}
