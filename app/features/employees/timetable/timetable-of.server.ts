import type { Reading, Transaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { listTimetableLessons } from "#db/queries/timetable/lesson-rows.ts";
import { lockEmployee, findSchoolYear, type SchoolYear } from "#db/queries/timetable/teacher-class.ts";
import { notFound } from "#runtime/errors.ts";

/** Returns the year of the current term. @throws notFound in a school whose calendar has not begun */
export async function currentYear(t: Reading): Promise<SchoolYear> {
  const term = await getCurrentTerm(t);
  const year = term?.academic_year_id ? await findSchoolYear(term.academic_year_id, t) : null;
  if (!year) throw notFound("The school has no current year yet.");
  return year;
}

/** Locks the employee whose timetable is changed, so that changes take turns. @throws notFound for a former employee */
export async function requireEmployee(employeeId: number, t: Transaction) {
  const employee = await lockEmployee(employeeId, t);
  if (!employee) throw notFound("This employee’s record no longer exists, or you cannot open it.");
  return employee;
}

/** Lists an employee's lessons of this year: `Mathematics, Std 4 R; Science, Std 4 R`. */
export async function lessonTitles(
  { employeeId, lessonIds }: { employeeId: number; lessonIds: readonly number[] },
  t: Transaction,
): Promise<string> {
  const { academic_year_id: academicYearId } = await currentYear(t);
  const lessons = await listTimetableLessons({ employeeId, academicYearId }, t);
  const meant = lessons.filter(({ lesson_id }) => lessonIds.includes(lesson_id));
  return meant.map(({ subject, class_label }) => `${subject}, ${class_label}`).join("; ");
}
