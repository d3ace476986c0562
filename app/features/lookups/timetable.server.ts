import { holds } from "#access/permissions.ts";
import { teacherVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { listClassesOfFormTeacher, type FormTeacherClass } from "#db/queries/form-classes.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { listTimetableOfTeacher, type TeacherLessonRow } from "#db/queries/timetable/lesson-rows.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/**
 * Lists an employee's lessons this year, or in the year of another term. An employee whom this person may not see
 * counts as not found.
 * @throws notFound
 */
export async function listTeacherLessons(
  person: Person,
  { employeeId, academicTermId: termId }: { employeeId: number; academicTermId: number | null },
): Promise<TeacherLessonRow[]> {
  await requireTimetableOf(person, employeeId);
  const academicTermId = termId ?? (await getCurrentTerm(noTransaction))?.academic_term_id;
  return academicTermId === undefined
    ? []
    : listTimetableOfTeacher({ employeeId, academicTermId }, noTransaction);
}

/** Returns the class that an employee has in a year as form teacher or co-teacher, or null. @throws notFound */
export async function readFormTeacherClass(
  person: Person,
  input: { employeeId: number; academicYearId: number },
): Promise<FormTeacherClass | null> {
  await requireTimetableOf(person, input.employeeId);
  const [first] = await listClassesOfFormTeacher(input, noTransaction);
  return first ?? null;
}

/** People who make the timetable may read a colleague's lessons and classes too. @throws notFound */
async function requireTimetableOf(person: Person, employeeId: number): Promise<void> {
  if (!holds(person, "employees.manage")) {
    await teacherVisibleTo(person, employeeId, noTransaction);
    return;
  }
  const [employee] = await listCurrentEmployees({ only: employeeId }, noTransaction);
  if (!employee) throw notFound("This employee’s record no longer exists, or you cannot open it.");
}
