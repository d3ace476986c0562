import type { ReadTransaction, Transaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { listTimetableLessons } from "#db/queries/timetable/lesson-rows.ts";
import { lockEmployee, findSchoolYear, type SchoolYear } from "#db/queries/timetable/teacher-class.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";

/** Returns the school year of the current term. @throws notFound in a school whose calendar has no current term */
export async function getCurrentYear(t: ReadTransaction): Promise<SchoolYear> {
  const term = await getCurrentTerm(t);
  const year = term?.academic_year_id ? await findSchoolYear(term.academic_year_id, t) : null;
  if (!year) throw notFound("The school has no current term yet. Ask an administrator to set it.");
  return year;
}

/**
 * Locks the employee whose timetable changes, so that simultaneous changes are made one after the other.
 * @throws notFound for a former employee
 */
export async function lockCurrentEmployee(employeeId: number, t: Transaction) {
  const employee = await lockEmployee(employeeId, t);
  if (!employee) throw itemNotFound("employee’s record", "employee");
  return employee;
}

/** Lessons by their ids, or by subject and class: `33-12`. */
type LessonsNamed = { employeeId: number; lessonIds?: readonly number[]; pairs?: readonly string[] };

/** Returns the names of some of the employee's lessons this year, such as `Mathematics, Std 4 R; Science, Std 4 R`. */
export async function formatLessonTitles(
  { employeeId, lessonIds = [], pairs = [] }: LessonsNamed,
  t: Transaction,
): Promise<string> {
  const { academic_year_id: academicYearId } = await getCurrentYear(t);
  const lessons = await listTimetableLessons({ employeeId, academicYearId }, t);
  const meant = lessons.filter(
    ({ lesson_id, subject_id, class_id }) =>
      lessonIds.includes(lesson_id) || pairs.includes(`${subject_id}-${class_id}`),
  );
  return meant.map(({ subject, class_label }) => `${subject}, ${class_label}`).join("; ");
}
