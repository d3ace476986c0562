import { row, rows, type Reading } from "../index.ts";
import { FormClass, type ClassTeacher, type SchoolClass } from "../models/classes.ts";
import type { Employee } from "../models/people.ts";
import { CURRENT_TERM, DAY_OF_TERM, isInScope, isTeacherOf, teachersOn, type Scope } from "./parts.ts";

export type ClassTeacherRow = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name"> &
  Pick<ClassTeacher, "is_lead">;

export type TaughtClassRow = Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    teachers: ClassTeacherRow[];
  };

/** A year; `academicTermId` chooses a term in it other than the current one. */
type OfYear = { academicYearId: number; academicTermId?: number };

/** Lists the classes of a year that are in scope, in the order of the school, optionally those of one form class. */
export function listClassesWithTeachers(
  { academicTermId, ...params }: Scope & OfYear & { formClassId: string | null },
  t: Reading,
): Promise<TaughtClassRow[]> {
  return rows<TaughtClassRow>(
    `select c.class_id, c.form_class_id, c.label, f.form_level, f.group_title,
            ${teachersOn({ classId: "c.class_id", day: "d.day" })} as teachers
       from classes c
       join form_classes f using (form_class_id)
      cross join (
        select greatest(min(y.term_start), least(max(y.term_end), ${DAY_OF_TERM})) as day
          from academic_terms y
         where y.academic_year_id = $academicYearId) d
      where c.academic_year_id = $academicYearId and ($formClassId::text is null or c.form_class_id = $formClassId)
        and ${isInScope("c", "$academicTermId")}
      order by f.position, c.label collate names, c.class_id`,
    { ...params, academicTermId: academicTermId ?? null },
    t,
  );
}

export function listClassesOfYear(academicYearId: number, t: Reading): Promise<TaughtClassRow[]> {
  return listClassesWithTeachers({ all: true, employeeId: null, formClassId: null, academicYearId }, t);
}

export async function hasClassInScope(scope: Scope, t: Reading): Promise<boolean> {
  if (scope.all) return true;
  const found = await row<{ has: boolean }>(
    `select exists (select 1 from classes c where ${isInScope("c", CURRENT_TERM)}) as has order by has`,
    scope,
    t,
  );
  return found?.has ?? false;
}

export async function hasCurrentClass(employeeId: number, t: Reading): Promise<boolean> {
  const found = await row<{ has: boolean }>(
    `select exists (
              select 1
                from academic_terms y
                join classes c using (academic_year_id)
               where y.academic_term_id = s.current_term_id and ${isTeacherOf("c", CURRENT_TERM)}) as has
       from schools s
      order by s.school_id`,
    { employeeId },
    t,
  );
  return found?.has ?? false;
}

/** Returns a form teacher's classes, or else those the teacher co-teaches; without a teacher, all classes. */
export function classesOfTeacher<Held extends { teachers: readonly Teaching[] }>(
  classes: readonly Held[],
  employeeId: number | null,
): readonly Held[] {
  if (employeeId === null) return classes;
  const taught = classes.filter(({ teachers }) =>
    teachers.some((teacher) => teacher.employee_id === employeeId),
  );
  const led = taught.filter(({ teachers }) =>
    teachers.some((teacher) => teacher.is_lead && teacher.employee_id === employeeId),
  );
  return led.length > 0 ? led : taught;
}

type Teaching = Pick<ClassTeacherRow, "employee_id" | "is_lead">;

export type FormClassRow = Pick<FormClass, "form_class_id" | "form_level" | "group_title">;

/** Lists the class names that the school uses every year, in its order. */
export function listFormClassRows(t: Reading): Promise<FormClassRow[]> {
  return FormClass.select(["form_class_id", "form_level", "group_title"], { order: ["position"] }, t);
}
