import { rows } from "../index.ts";
import type { Reading } from "../index.ts";
import { FormClass } from "../models/classes.ts";
import type { ClassTeacher, SchoolClass } from "../models/classes.ts";
import type { Employee } from "../models/people.ts";
import { isDeanOf, isTeacherOf } from "./visible.ts";
import type { Scope } from "./visible.ts";

export type ClassTeacherRow = Pick<Employee, "employee_id" | "first_name" | "last_name"> &
  Pick<ClassTeacher, "is_lead">;

export type TaughtClassRow = Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    /** Who has the class today, or had it at the end of its year; the lead first. */
    teachers: ClassTeacherRow[];
  };

/** The classes of a year that are in scope, in the order of the school; `formClassId` only those of one form class. */
export function classesWithTeachers(
  {
    academicYearId,
    formClassId,
    scope,
  }: { academicYearId: number; formClassId: string | null; scope: Scope },
  t: Reading,
): Promise<TaughtClassRow[]> {
  return rows<TaughtClassRow>(
    `select c.class_id, c.form_class_id, c.label, f.form_level, f.group_title,
            ${teachersOn({ classId: "c.class_id", day: "d.day", each: TEACHER })} as teachers
       from classes c
       join form_classes f using (form_class_id)
      cross join schools o
      cross join lateral (
        select greatest(min(y.term_start), least(max(y.term_end), (now() at time zone o.time_zone)::date)) as day
          from academic_terms y
         where y.academic_year_id = c.academic_year_id) d
      where c.academic_year_id = $3 and ($4::text is null or c.form_class_id = $4)
        and ($1::boolean or ${isTeacherOf("c")} or ${isDeanOf("c")})
      order by f.position, c.label collate names, c.class_id`,
    [scope.all, scope.employeeId, academicYearId, formClassId],
    t,
  );
}

const TEACHER = `jsonb_build_object('employee_id', e.employee_id, 'first_name', e.first_name,
                                    'last_name', e.last_name, 'is_lead', h.is_lead)`;

/**
 * In a query: who has a class on a day, the lead first. `each` is what is told of one, from the row `h` of
 * class_teachers and the employee `e`.
 */
export function teachersOn({ classId, day, each }: { classId: string; day: string; each: string }): string {
  return `coalesce((select jsonb_agg(${each} order by h.is_lead desc, e.last_name collate names, e.employee_id)
                      from class_teachers h
                      join employees e using (employee_id)
                     where h.class_id = ${classId} and h.from_date <= ${day}
                       and (h.to_date is null or h.to_date >= ${day})), '[]')`;
}

/** The classes that a teacher leads, where they lead none those they co-teach; without a teacher all of them. */
export function classesOfTeacher<Held extends { teachers: readonly Teaching[] }>(
  classes: readonly Held[],
  employeeId: number | null,
): readonly Held[] {
  if (employeeId === null) return classes;
  const taught = classes.filter(({ teachers }) => teachers.some((each) => each.employee_id === employeeId));
  const led = taught.filter(({ teachers }) =>
    teachers.some((each) => each.is_lead && each.employee_id === employeeId),
  );
  return led.length > 0 ? led : taught;
}

type Teaching = Pick<ClassTeacherRow, "employee_id" | "is_lead">;

export type FormClassRow = Pick<FormClass, "form_class_id" | "form_level" | "group_title">;

/** The names that classes have at this school, year after year, in its order. */
export function formClasses(t: Reading): Promise<FormClassRow[]> {
  return FormClass.select(["form_class_id", "form_level", "group_title"], { order: ["position"] }, t);
}
