import { queryRow, queryRows, type ReadTransaction } from "../index.ts";
import { FormClass, type ClassTeacher, type SchoolClass } from "../models/classes.ts";
import type { Employee } from "../models/people.ts";
import {
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  isClassInScopeSql,
  isTeacherOfClassSql,
  classTeachersSql,
  type QueryScope,
} from "./parts.ts";

export type ClassTeacherRow = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name"> &
  Pick<ClassTeacher, "is_lead">;

export type ClassWithTeachersRow = Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    teachers: ClassTeacherRow[];
  };

/** A school year. `academicTermId` is one of its terms, by default the current term. */
type OfYear = { academicYearId: number; academicTermId?: number };

/** Lists the classes of a year that are in scope, in the school's order; if a form class is given, only its classes. */
export function listClassesWithTeachers(
  { academicTermId, ...params }: QueryScope & OfYear & { formClassId: string | null },
  t: ReadTransaction,
): Promise<ClassWithTeachersRow[]> {
  return queryRows<ClassWithTeachersRow>(
    `select c.class_id, c.form_class_id, c.label, f.form_level, f.group_title,
            ${classTeachersSql({ classId: "c.class_id", day: "d.day" })} as teachers
       from classes c
       join form_classes f using (form_class_id)
      cross join (
        select greatest(min(y.term_start), least(max(y.term_end), ${DAY_OF_CURRENT_TERM_SQL})) as day
          from academic_terms y
         where y.academic_year_id = $academicYearId) d
      where c.academic_year_id = $academicYearId and ($formClassId::text is null or c.form_class_id = $formClassId)
        and ${isClassInScopeSql("c", "$academicTermId")}
      order by f.position, c.label collate names, c.class_id`,
    { ...params, academicTermId: academicTermId ?? null },
    t,
  );
}

export function listClassesOfYear(
  academicYearId: number,
  t: ReadTransaction,
): Promise<ClassWithTeachersRow[]> {
  return listClassesWithTeachers({ all: true, employeeId: null, formClassId: null, academicYearId }, t);
}

export async function hasClassInScope(scope: QueryScope, t: ReadTransaction): Promise<boolean> {
  if (scope.all) return true;
  const found = await queryRow<{ has: boolean }>(
    `select exists (select 1 from classes c where ${isClassInScopeSql("c", CURRENT_TERM_SQL)}) as has order by has`,
    scope,
    t,
  );
  return found?.has ?? false;
}

export async function hasCurrentClass(employeeId: number, t: ReadTransaction): Promise<boolean> {
  const found = await queryRow<{ has: boolean }>(
    `select exists (
              select 1
                from academic_terms y
                join classes c using (academic_year_id)
               where y.academic_term_id = s.current_term_id and ${isTeacherOfClassSql("c", CURRENT_TERM_SQL)}) as has
       from schools s
      order by s.school_id`,
    { employeeId },
    t,
  );
  return found?.has ?? false;
}

/** Returns the classes of which the teacher is form teacher or, if none, co-teacher. Without a teacher, returns all. */
export function filterClassesOfTeacher<Held extends { teachers: readonly Teaching[] }>(
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

/** Lists the form classes, which have the same names every year, in the order of the school. */
export function listFormClassRows(t: ReadTransaction): Promise<FormClassRow[]> {
  return FormClass.select(["form_class_id", "form_level", "group_title"], { order: ["position"] }, t);
}
