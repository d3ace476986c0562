import { queryRow, queryRows, type ReadTransaction } from "../index.ts";
import type { Lesson, Registration, SchoolClass, Subject } from "../models/classes.ts";
import { Employee, type Student } from "../models/people.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import {
  attendsLessonSql,
  isLessonTaughtInTermSql,
  isClassInScopeSql,
  isLessonInScopeSql,
  isLessonRunningSql,
  isLessonTaughtBySql,
  isTeacherOfClassSql,
  LESSON_ORDER_SQL,
  JOIN_LESSONS,
  type QueryScope,
} from "./parts.ts";

export type ScopedLesson = Pick<
  Lesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "by_choice"
> &
  Pick<SchoolClass, "academic_year_id" | "form_class_id"> &
  Pick<Employee, "first_name" | "last_name"> & {
    subject: Subject["title"];
    class_label: SchoolClass["label"];
    /** True if the employee teaches the lesson, as its own teacher or as a substitute. */
    is_taught: boolean;
    /** True if the lesson was removed from the timetable. Its marks can still be read. */
    is_over: boolean;
  };

/** SQL: whether the employee in the scope teaches lesson `l` in a term, and whether the lesson is over. */
export function teacherRelationSql(term: string): string {
  return `coalesce(${isLessonTaughtBySql("l", term)}, false) as is_taught, not ${isLessonRunningSql("l", term)} as is_over`;
}

const LESSON = `
  select l.lesson_id, l.employee_id, l.subject_id, l.class_id, c.academic_year_id, l.by_choice, s.title as subject,
         c.label as class_label, c.form_class_id, e.first_name, e.last_name, ${teacherRelationSql("$academicTermId")}
    from ${JOIN_LESSONS}
    join employees e using (employee_id)
   where ${isLessonInScopeSql("l", "c", "$academicTermId")}`;

type OfTerm = { academicTermId: number | null };

/** Finds a lesson in scope: the employee teaches it, or is form teacher or dean of its class. */
export function findLessonInScope(
  params: QueryScope & OfTerm & { lessonId: number },
  t: ReadTransaction,
): Promise<ScopedLesson | null> {
  return queryRow<ScopedLesson>(`${LESSON} and l.lesson_id = $lessonId order by l.lesson_id`, params, t);
}

/** Lists the lessons of a term in scope, in the order of the school's classes. */
export function listLessonsInScope(
  params: QueryScope & { academicYearId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<ScopedLesson[]> {
  return queryRows<ScopedLesson>(
    `${LESSON} and ${isLessonTaughtInTermSql("l")} and c.academic_year_id = $academicYearId order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

export type ScopedClass = Pick<SchoolClass, "class_id" | "academic_year_id" | "form_class_id" | "label"> & {
  is_teacher: boolean;
};

/** Finds a class if the employee is its form teacher, co-teacher or dean. */
export function findClassInScope(
  params: QueryScope & OfTerm & { classId: number },
  t: ReadTransaction,
): Promise<ScopedClass | null> {
  return queryRow<ScopedClass>(
    `select c.class_id, c.academic_year_id, c.form_class_id, c.label, ${isTeacherOfClassSql("c", "$academicTermId")} as is_teacher
       from classes c
      where c.class_id = $classId and ${isClassInScopeSql("c", "$academicTermId")}
      order by c.class_id`,
    params,
    t,
  );
}

export type ScopedTeacher = Pick<Employee, "employee_id" | "first_name" | "last_name">;

/**
 * Finds an employee in scope. The requester is always in scope. If the requester may read all classes, everybody is in
 * scope.
 */
export async function findTeacherInScope(
  employeeId: number,
  scope: QueryScope,
  t: ReadTransaction,
): Promise<ScopedTeacher | null> {
  if (!scope.all && scope.employeeId !== employeeId) return null;
  const names = ["employee_id", "first_name", "last_name"] as const;
  return Employee.selectOne(names, { where: { employee_id: employeeId } }, t);
}

export type PictureScope = QueryScope & { withLeavers: boolean };

/**
 * SQL condition: the requester may see the picture of student `s`. The student attends one of the requester's lessons
 * or is registered in one of their classes, in any term, because the mark sheets of past terms show pictures too.
 */
const IS_SHOWN = `($withLeavers::boolean or s.student_status_id <= ${STUDENT_REGISTERED}) and ($all::boolean or exists (
              select 1
                from registrations r
                join classes c using (class_id)
               where r.student_key = s.id
                 and (${isClassInScopeSql("c", "r.academic_term_id")} or exists (
                       select 1 from lessons l
                        where l.class_id = r.class_id and ${isLessonTaughtBySql("l", "r.academic_term_id")} and ${attendsLessonSql("l.")}))))`;

export type ClassPicture = { student_key: number; picture: string };

/**
 * Lists the pictures of a class's students in a term whom the employee may see. A student who has left has no picture
 * on a mark sheet.
 */
export function listClassPicturesInScope(
  params: QueryScope & { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<ClassPicture[]> {
  return queryRows<ClassPicture>(
    `select s.id as student_key, s.picture
       from registrations here
       join students s on s.id = here.student_key
      where here.class_id = $classId and here.academic_term_id = $academicTermId and s.picture is not null and ${IS_SHOWN}
      order by s.id`,
    { ...params, withLeavers: false },
    t,
  );
}

export function findStudentOfPictureInScope(
  params: PictureScope & { picture: string },
  t: ReadTransaction,
): Promise<Pick<Registration, "student_key"> | null> {
  return queryRow<Pick<Registration, "student_key">>(
    `select s.id as student_key
       from students s
      where s.picture = $picture and ${IS_SHOWN}
      order by s.id`,
    params,
    t,
  );
}

/** Finds a student's picture by the ID that people see, in the same scope as `findStudentOfPictureInScope`. */
export function findPictureInScope(
  params: PictureScope & { studentId: string },
  t: ReadTransaction,
): Promise<Pick<Student, "picture"> | null> {
  return queryRow<Pick<Student, "picture">>(
    `select s.picture from students s where s.student_id = $studentId and ${IS_SHOWN} order by s.id`,
    params,
    t,
  );
}
