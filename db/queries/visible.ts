import { row, rows } from "../index.ts";
import type { Reading } from "../index.ts";
import type { Lesson, Registration, SchoolClass, Subject } from "../models/classes.ts";
import { Employee } from "../models/people.ts";

/** Whose rows are asked for: those of an employee, or all. */
export type Scope = { employeeId: number | null; all: boolean };

export type ScopedLesson = Pick<
  Lesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "by_choice"
> &
  Pick<SchoolClass, "academic_year_id" | "form_class_id"> &
  Pick<Employee, "first_name" | "last_name"> & {
    subject: Subject["title"];
    class_label: SchoolClass["label"];
  };

const LESSON = `
  select l.lesson_id, l.employee_id, l.subject_id, l.class_id, c.academic_year_id, l.by_choice, s.title as subject,
         c.label as class_label, c.form_class_id, e.first_name, e.last_name
    from lessons l
    join subjects s using (subject_id)
    join classes c using (class_id)
    join form_classes f using (form_class_id)
    join employees e using (employee_id)
   where ($1::boolean or l.employee_id = $2 or ${isTeacherOf("c")} or ${isDeanOf("c")})`;

/** The lesson when it is in scope: the employee's own, of their class, or of a class of their deanship. */
export function lessonInScope(
  { lessonId, scope }: { lessonId: number; scope: Scope },
  t: Reading,
): Promise<ScopedLesson | null> {
  return row<ScopedLesson>(
    `${LESSON} and l.lesson_id = $3 order by l.lesson_id`,
    [scope.all, scope.employeeId, lessonId],
    t,
  );
}

/** All lessons of a year that are in scope, in the order of the school's classes. */
export function lessonsInScope(
  { academicYearId, scope }: { academicYearId: number; scope: Scope },
  t: Reading,
): Promise<ScopedLesson[]> {
  return rows<ScopedLesson>(
    `${LESSON} and c.academic_year_id = $3
      order by f.position, c.label collate names, s.title collate names, l.lesson_id`,
    [scope.all, scope.employeeId, academicYearId],
    t,
  );
}

export type ScopedClass = Pick<SchoolClass, "class_id" | "academic_year_id" | "form_class_id" | "label"> & {
  is_teacher: boolean;
};

/** The class when it is in scope: of its form teacher and co-teachers, or of its dean. */
export function classInScope(
  { classId, scope }: { classId: number; scope: Scope },
  t: Reading,
): Promise<ScopedClass | null> {
  return row<ScopedClass>(
    `select c.class_id, c.academic_year_id, c.form_class_id, c.label, ${isTeacherOf("c")} as is_teacher
       from classes c
      where c.class_id = $3 and ($1::boolean or ${isTeacherOf("c")} or ${isDeanOf("c")})
      order by c.class_id`,
    [scope.all, scope.employeeId, classId],
    t,
  );
}

export type ScopedTeacher = Pick<Employee, "employee_id" | "first_name" | "last_name">;

export async function teacherInScope(
  { employeeId, scope }: { employeeId: number; scope: Scope },
  t: Reading,
): Promise<ScopedTeacher | null> {
  if (!scope.all && scope.employeeId !== employeeId) return null;
  const names = ["employee_id", "first_name", "last_name"] as const;
  return Employee.selectOne(names, { where: { employee_id: employeeId } }, t);
}

/**
 * The student whose picture it is, when in scope: on the roster of a lesson of the employee, or registered in a class
 * of theirs, in whichever term, for sheets of past terms show pictures too.
 */
export function studentOfPictureInScope(
  { picture, scope }: { picture: string; scope: Scope },
  t: Reading,
): Promise<Pick<Registration, "student_key"> | null> {
  return row<Pick<Registration, "student_key">>(
    `select s.id as student_key
       from students s
      where s.picture = $3
        and ($1::boolean or exists (
              select 1
                from registrations r
                join classes c using (class_id)
               where r.student_key = s.id and (${isTeacherOf("c")} or ${isDeanOf("c")} or ${isOnRosterOf("r")})))
      order by s.id`,
    [scope.all, scope.employeeId, picture],
    t,
  );
}

/**
 * Form teacher or co-teacher today, by the school's calendar; who handed the class over reads it no more. Of this and the
 * next, $2 is the employee.
 */
export function isTeacherOf(ofClass: string): string {
  return `exists (select 1
                    from class_teachers h
                   cross join schools o
                   where h.class_id = ${ofClass}.class_id and h.employee_id = $2
                     and h.from_date <= (now() at time zone o.time_zone)::date
                     and (h.to_date is null or h.to_date >= (now() at time zone o.time_zone)::date))`;
}

export function isDeanOf(ofClass: string): string {
  return `exists (select 1
                    from dean_assignments d
                   where d.employee_id = $2 and d.academic_year_id = ${ofClass}.academic_year_id
                     and d.form_class_id = ${ofClass}.form_class_id)`;
}

/** The roster of a lesson (design section 4): its class, of which a lesson by choice has only those who chose it. */
function isOnRosterOf(registration: string): string {
  return `exists (select 1
                    from lessons l
                   where l.class_id = ${registration}.class_id and l.employee_id = $2
                     and (not l.by_choice or exists (
                           select 1
                             from student_subject_assignments x
                            where x.student_key = ${registration}.student_key
                              and x.academic_year_id = ${registration}.academic_year_id
                              and x.subject_id = l.subject_id and x.employee_id = l.employee_id)))`;
}
