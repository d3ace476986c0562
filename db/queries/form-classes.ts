import { queryRows, runQuery, type ReadTransaction } from "../index.ts";
import { FormClass, SchoolClass, type ClassTeacher } from "../models/classes.ts";
import type { TermTransaction } from "../term-transaction.ts";
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

/**
 * Lists an employee's classes as form teacher or co-teacher in a year. Current classes come before former classes.
 */
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

export type FormClassWithStudents = Pick<FormClass, "form_class_id" | "form_level" | "group_title"> & {
  /** The number of students in the current term. */
  students: number;
  /** Whether the form class has had a student in any term, or is to have one by a decision for the rollover. */
  is_used: boolean;
};

/** Lists the form classes in the order of the school, with their students. */
export function listFormClassesWithStudents(t: ReadTransaction): Promise<FormClassWithStudents[]> {
  return queryRows<FormClassWithStudents>(
    `select f.form_class_id, f.form_level, f.group_title,
            (select count(*)::integer
               from classes c
               join registrations r using (class_id)
               join schools o on o.current_term_id = r.academic_term_id
              where c.form_class_id = f.form_class_id) as students,
            exists (select from classes c
                     where c.form_class_id = f.form_class_id
                       and (exists (select from registrations r where r.class_id = c.class_id)
                            or exists (select from turn_decisions d where d.class_id = c.class_id))) as is_used
       from form_classes f
      order by f.position`,
    [],
    t,
  );
}

/** An advisory lock with an arbitrary number. It lets one person at a time change the form classes. */
const FORM_CLASSES = 7_210_341;

export function lockFormClasses(t: TermTransaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock($lock)", { lock: FORM_CLASSES }, t);
}

/** Creates a form class behind the others of its level. */
export async function createFormClass(
  params: Pick<FormClass, "form_class_id" | "form_level">,
  t: TermTransaction,
): Promise<void> {
  const last = "(select max(position) from form_classes where form_level = $form_level)";
  await runQuery(`update form_classes set position = position + 1 where position > ${last}`, params, t);
  await runQuery(
    `insert into form_classes (form_class_id, form_level, group_title, position)
     select $form_class_id, form_level, min(group_title), max(position) + 1
       from form_classes
      where form_level = $form_level
      group by form_level`,
    params,
    t,
  );
}

/** Deletes a form class and its classes. The database refuses this while anything else refers to them. */
export async function deleteFormClass(
  of: Pick<FormClass, "form_class_id">,
  t: TermTransaction,
): Promise<void> {
  await SchoolClass.delete(of, t);
  await FormClass.delete(of, t);
}

/** Tells whether the database refused to delete a row because others refer to it. */
export function isReferredToError(error: unknown): boolean {
  const { parent } = (error ?? {}) as { parent?: { code?: string } };
  return parent?.code === "23503";
}
