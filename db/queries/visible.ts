import { row, rows, type Reading } from "../index.ts";
import type { Lesson, Registration, SchoolClass, Subject } from "../models/classes.ts";
import { Employee, type Student } from "../models/people.ts";
import { REGISTERED } from "#domain/people/students.ts";
import {
  choseSubject,
  isGiven,
  isInScope,
  isLessonInScope,
  isRunning,
  isTaughtBy,
  isTeacherOf,
  LESSON_ORDER,
  LESSONS,
  type Scope,
} from "./parts.ts";

export type ScopedLesson = Pick<
  Lesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "by_choice"
> &
  Pick<SchoolClass, "academic_year_id" | "form_class_id"> &
  Pick<Employee, "first_name" | "last_name"> & {
    subject: Subject["title"];
    class_label: SchoolClass["label"];
    /** Own, or had as the substitute. */
    is_taught: boolean;
    /** Taken out of the timetable; its marks can be read. */
    is_over: boolean;
  };

/** Of the employee in scope and the lesson `l`, in a term. */
export function whoTeaches(term: string): string {
  return `coalesce(${isTaughtBy("l", term)}, false) as is_taught, not ${isRunning("l", term)} as is_over`;
}

const LESSON = `
  select l.lesson_id, l.employee_id, l.subject_id, l.class_id, c.academic_year_id, l.by_choice, s.title as subject,
         c.label as class_label, c.form_class_id, e.first_name, e.last_name, ${whoTeaches("$academicTermId")}
    from ${LESSONS}
    join employees e using (employee_id)
   where ${isLessonInScope("l", "c", "$academicTermId")}`;

/** A term, or the current one. */
type OfTerm = { academicTermId: number | null };

/** The lesson when it is in scope: the employee's, of their class, or of a class of their deanship. */
export function lessonInScope(
  asked: Scope & OfTerm & { lessonId: number },
  t: Reading,
): Promise<ScopedLesson | null> {
  return row<ScopedLesson>(`${LESSON} and l.lesson_id = $lessonId order by l.lesson_id`, asked, t);
}

/** All lessons of a term that are in scope, in the order of the school's classes. */
export function lessonsInScope(
  asked: Scope & { academicYearId: number; academicTermId: number },
  t: Reading,
): Promise<ScopedLesson[]> {
  return rows<ScopedLesson>(
    `${LESSON} and ${isGiven("l")} and c.academic_year_id = $academicYearId order by ${LESSON_ORDER}`,
    asked,
    t,
  );
}

export type ScopedClass = Pick<SchoolClass, "class_id" | "academic_year_id" | "form_class_id" | "label"> & {
  is_teacher: boolean;
};

/** The class when it is in scope: of its form teacher and co-teachers, or of its dean. */
export function classInScope(
  asked: Scope & OfTerm & { classId: number },
  t: Reading,
): Promise<ScopedClass | null> {
  return row<ScopedClass>(
    `select c.class_id, c.academic_year_id, c.form_class_id, c.label, ${isTeacherOf("c", "$academicTermId")} as is_teacher
       from classes c
      where c.class_id = $classId and ${isInScope("c", "$academicTermId")}
      order by c.class_id`,
    asked,
    t,
  );
}

export type ScopedTeacher = Pick<Employee, "employee_id" | "first_name" | "last_name">;

/** The employee when in scope: oneself, or anyone. */
export async function teacherInScope(
  employeeId: number,
  scope: Scope,
  t: Reading,
): Promise<ScopedTeacher | null> {
  if (!scope.all && scope.employeeId !== employeeId) return null;
  const names = ["employee_id", "first_name", "last_name"] as const;
  return Employee.selectOne(names, { where: { employee_id: employeeId } }, t);
}

/** Whose pictures somebody sees; those who have left only with their records. */
export type PictureScope = Scope & { withLeavers: boolean };

/**
 * Whether the student `s` is on the roster of a lesson of the employee, or registered in a class of theirs, in whichever
 * term, for sheets of past terms show pictures too.
 */
const IS_SHOWN = `($withLeavers::boolean or s.student_status_id <= ${REGISTERED}) and ($all::boolean or exists (
              select 1
                from registrations r
                join classes c using (class_id)
               where r.student_key = s.id
                 and (${isInScope("c", "r.academic_term_id")} or exists (
                       select 1 from lessons l
                        where l.class_id = r.class_id and ${isTaughtBy("l", "r.academic_term_id")} and ${choseSubject("l.")}))))`;

/** The student whose picture it is, when in scope. */
export function studentOfPictureInScope(
  asked: PictureScope & { picture: string },
  t: Reading,
): Promise<Pick<Registration, "student_key"> | null> {
  return row<Pick<Registration, "student_key">>(
    `select s.id as student_key
       from students s
      where s.picture = $picture and ${IS_SHOWN}
      order by s.id`,
    asked,
    t,
  );
}

/** The picture of a student, by the public id, for the same people. */
export function pictureInScope(
  asked: PictureScope & { studentId: string },
  t: Reading,
): Promise<Pick<Student, "picture"> | null> {
  return row<Pick<Student, "picture">>(
    `select s.picture from students s where s.student_id = $studentId and ${IS_SHOWN} order by s.id`,
    asked,
    t,
  );
}
