import {
  chooseShownLevel,
  MOST_CLASSES_LISTED,
  type ListedLevel,
  type ShownLevel,
} from "#domain/list/levels.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { queryRow, queryRows, type ReadTransaction } from "../index.ts";
import { FormClass, type ClassTeacher, type SchoolClass } from "../models/classes.ts";
import type { Employee } from "../models/people.ts";
import {
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  isClassInScopeSql,
  isInClassScopeSql,
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

type Narrowed = {
  formClassId: string | null;
  level?: number | null;
  /** The student whose own classes are enough if the year has too many classes for a list. */
  studentKey?: number | null;
};

/**
 * Lists the classes of a year that are in scope, in the school's order. If a form class or a level is given, lists
 * only its classes.
 */
export function listClassesWithTeachers(
  { academicTermId, level = null, studentKey = null, ...params }: QueryScope & OfYear & Narrowed,
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
        and ($studentKey::integer is null
             or (select count(*) from classes a where a.academic_year_id = $academicYearId) <= ${MOST_CLASSES_LISTED}
             or c.class_id in (select r.class_id from registrations r
                                where r.student_key = $studentKey and r.academic_year_id = $academicYearId))
        and ${isInClassScopeSql("c", "f", "$academicTermId")}
      order by f.position, c.label collate names, c.class_id`,
    { ...params, level, studentKey, academicTermId: academicTermId ?? null },
    t,
  );
}

/**
 * Finds the levels of a year's classes in scope, and the level that a page shows if there are too many classes for
 * it.
 */
export async function findShownLevel(
  { academicTermId, ...params }: QueryScope & OfYear,
  requested: number | null,
  t: ReadTransaction,
): Promise<ShownLevel> {
  const levels = await queryRows<ListedLevel>(
    `select f.form_level as level, min(f.group_title) as title, count(*)::integer as classes
       from classes c
       join form_classes f using (form_class_id)
      where c.academic_year_id = $academicYearId and ${isClassInScopeSql("c", "$academicTermId")}
      group by f.form_level
      order by min(f.position)`,
    { ...params, academicTermId: academicTermId ?? null },
    t,
  );
  return chooseShownLevel(levels, requested);
}

/**
 * Lists the classes of a year. If a student is given, only the classes of that student are listed in a very large
 * school.
 */
export function listClassesOfYear(
  academicYearId: number,
  t: ReadTransaction,
  studentKey: number | null = null,
): Promise<ClassWithTeachersRow[]> {
  const whole = { all: true, employeeId: null, formClassId: null };
  return listClassesWithTeachers({ ...whole, academicYearId, studentKey }, t);
}

/** Tells whether `listClassesOfYear` left out classes for a student, who has at most one class in each term. */
export async function hasUnlistedClasses(
  listed: readonly unknown[],
  academicYearId: number | undefined,
  t: ReadTransaction,
): Promise<boolean> {
  if (academicYearId === undefined || listed.length > TERMS_PER_YEAR) return false;
  return (await findShownLevel({ all: true, employeeId: null, academicYearId }, null, t)).shown !== null;
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
