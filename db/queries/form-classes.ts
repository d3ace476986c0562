import { rows, type Reading } from "../index.ts";
import type { ClassTeacher, FormClass, SchoolClass } from "../models/classes.ts";
import { DAY_OF_TERM, isAssignedOn } from "./parts.ts";

export type ClassOfForm = Pick<SchoolClass, "class_id" | "label"> &
  Pick<FormClass, "form_level"> & {
    /** The class is graded by criteria instead of by the term's tests. */
    by_criteria: boolean;
    lead_id: ClassTeacher["employee_id"] | null;
  };

/** Lists a form class's classes in a year with their form teachers; a primary school may have two of Std 1. */
export function listClassesOfFormClass(
  params: { formClassId: string; academicYearId: number },
  t: Reading,
): Promise<ClassOfForm[]> {
  return rows<ClassOfForm>(
    `select c.class_id, c.label, f.form_level, c.assessment_type is not null as by_criteria, h.employee_id as lead_id
       from classes c
       join form_classes f using (form_class_id)
       left join class_teachers h on h.class_id = c.class_id and h.is_lead and ${isAssignedOn(DAY_OF_TERM)}
      where c.form_class_id = $formClassId and c.academic_year_id = $academicYearId
      order by c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type FormTeacherClass = Pick<SchoolClass, "form_class_id" | "label"> & Pick<ClassTeacher, "is_lead">;

/** Lists the classes of a year that an employee leads or co-teaches; current classes come before those handed over. */
export function listClassesOfFormTeacher(
  params: { employeeId: number; academicYearId: number },
  t: Reading,
): Promise<FormTeacherClass[]> {
  return rows<FormTeacherClass>(
    `select c.form_class_id, c.label, h.is_lead
       from class_teachers h
       join classes c using (class_id)
      where h.employee_id = $employeeId and c.academic_year_id = $academicYearId
      order by h.to_date is not null, h.is_lead desc, c.label collate names, c.class_id`,
    params,
    t,
  );
}
