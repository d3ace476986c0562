import { queryRow, queryRows, type ReadTransaction, type Transaction } from "../../index.ts";
import { SchoolClass, type ClassTeacher, type FormClass } from "../../models/classes.ts";
import { Employee } from "../../models/people.ts";
import type { CalendarTerm } from "../../models/school.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { employeeNameSql, TODAY_SQL } from "../parts.ts";

export type TeacherClassRow = Pick<ClassTeacher, "class_id" | "is_lead" | "from_date"> &
  Pick<SchoolClass, "label" | "form_class_id">;

/**
 * Lists an employee's classes of a year that have no last day. Classes with the employee as form teacher come first.
 */
export function listClassesOfEmployee(
  params: { employeeId: number; academicYearId: number },
  t: ReadTransaction,
): Promise<TeacherClassRow[]> {
  return queryRows<TeacherClassRow>(
    `select c.class_id, c.label, c.form_class_id, h.is_lead, h.from_date::text as from_date
       from class_teachers h
       join classes c using (class_id)
      where h.employee_id = $employeeId and c.academic_year_id = $academicYearId and h.to_date is null
      order by h.is_lead desc, h.from_date desc, c.class_id`,
    params,
    t,
  );
}

export type FormTeacherOfClass = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name"> & {
  from_date: string;
};

export type ClassWithFormTeacher = Pick<
  SchoolClass,
  "class_id" | "form_class_id" | "label" | "academic_year_id"
> &
  Pick<FormClass, "form_level"> & { lead: FormTeacherOfClass | null };

/** Lists the classes of a year in the order of the school. If a form class is given, lists only its classes. */
export function listClassesWithFormTeacher(
  params: { academicYearId: number; formClassId: string | null },
  t: ReadTransaction,
): Promise<ClassWithFormTeacher[]> {
  return queryRows<ClassWithFormTeacher>(
    `select c.class_id, c.form_class_id, c.label, c.academic_year_id, f.form_level,
            (select ${employeeNameSql("e")} || jsonb_build_object('from_date', h.from_date)
               from class_teachers h
               join employees e using (employee_id)
              where h.class_id = c.class_id and h.is_lead and (h.to_date is null or h.to_date >= ${TODAY_SQL})
              order by h.from_date desc
              limit 1) as lead
       from classes c
       join form_classes f using (form_class_id)
      cross join schools o
      where c.academic_year_id = $academicYearId and ($formClassId::text is null or c.form_class_id = $formClassId)
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

/** Locks the teachers of a class until the transaction ends, so that several people's changes follow one another. */
export async function lockClass(classId: number, t: TermTransaction): Promise<void> {
  await SchoolClass.selectOne(["class_id"], { where: { class_id: classId }, lock: t.LOCK.UPDATE }, t);
}

/** Locks a person's timetable until the transaction ends. Returns null for somebody who is not a current employee. */
export function lockEmployee(
  employeeId: number,
  t: Transaction,
): Promise<Pick<Employee, "employee_id" | "first_name" | "last_name"> | null> {
  const where = { employee_id: employeeId, employee_status_id: 1 };
  return Employee.selectOne(
    ["employee_id", "first_name", "last_name"],
    { where, lock: t.LOCK.NO_KEY_UPDATE },
    t,
  );
}

/**
 * Creates a class. It is assessed like the latest other class of its form class or, failing that, like the latest
 * class of its level.
 */
export async function createClass(
  params: { academicYearId: number; formClassId: string; label: string },
  t: TermTransaction,
): Promise<number> {
  const made = await queryRow<Pick<SchoolClass, "class_id">>(
    `insert into classes (academic_year_id, form_class_id, label, course_work_only, assessment_type)
     select $academicYearId::integer, f.form_class_id, $label::text, coalesce(c.course_work_only, false), c.assessment_type
       from form_classes f
       left join lateral (select c.course_work_only, c.assessment_type
                            from classes c join form_classes o using (form_class_id)
                           where o.form_level = f.form_level
                           order by c.form_class_id = f.form_class_id desc, c.academic_year_id desc, c.class_id desc
                           limit 1) c on true
      where f.form_class_id = $formClassId
     returning class_id`,
    params,
    t,
  );
  if (!made) throw new Error("The new class was not returned.");
  return made.class_id;
}

export type SchoolYear = Pick<CalendarTerm, "academic_year_id"> & {
  first_day: string;
  last_day: string;
  today: string;
};

/** Returns the first and last day of a year, and today in the school's time zone. */
export function findSchoolYear(academicYearId: number, t: ReadTransaction): Promise<SchoolYear | null> {
  return queryRow<SchoolYear>(
    `select y.academic_year_id, min(y.term_start)::text as first_day, max(y.term_end)::text as last_day,
            ${TODAY_SQL}::text as today
       from academic_terms y
      cross join schools o
      where y.academic_year_id = $academicYearId
      group by y.academic_year_id, o.time_zone
      order by y.academic_year_id`,
    { academicYearId },
    t,
  );
}
