import { hasPermission } from "#access/permissions.ts";
import { getVisibleTeacher } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listTermsThatCanBeCurrent, findTerm, type SelectableTermRow } from "#db/queries/calendar.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { listClassesOfFormTeacher, type FormTeacherClass } from "#db/queries/form-classes.ts";
import { listMarkSheetTerms, type TermRow } from "#db/queries/lessons.ts";
import { getCurrentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { listActiveSubjects, type SubjectRow } from "#db/queries/school-subjects.ts";
import { listTimetableOfTeacher, type TeacherLessonRow } from "#db/queries/timetable/lesson-rows.ts";
import type { Person } from "#domain/person.ts";
import { nextTermId } from "#domain/rollover/term-dates.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";

/** Lists the terms that have begun, newest first. Later terms have no mark sheets. */
export function listBegunTerms(): Promise<TermRow[]> {
  return listMarkSheetTerms(noTransaction);
}

/** Returns the current term. @throws notFound in a school whose calendar has no current term */
export async function readCurrentTerm(): Promise<CurrentTermRow> {
  const term = await getCurrentTerm(noTransaction);
  if (!term)
    throw notFound(
      "The school has no current term yet. An administrator sets it under Settings, Current Term.",
    );
  return term;
}

/** Returns the term after the current one. Its first day is null until somebody sets it. */
export async function readNextTerm(): Promise<{ academic_term_id: number; term_start: string | null }> {
  const { academic_term_id: current, next_term_start } = await readCurrentTerm();
  const academic_term_id = nextTermId(current);
  const known = await findTerm(academic_term_id, noTransaction);
  return { academic_term_id, term_start: known?.term_start ?? next_term_start };
}

export function listSelectableTerms(): Promise<SelectableTermRow[]> {
  return listTermsThatCanBeCurrent(noTransaction);
}

export function listSubjects(): Promise<SubjectRow[]> {
  return listActiveSubjects(noTransaction);
}

/**
 * Lists an employee's lessons this year, or in the year of another term.
 * @throws notFound also for an employee whom this person may not see
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

/** Returns the class of which an employee is form teacher or co-teacher in a year, or null. @throws notFound */
export async function readFormTeacherClass(
  person: Person,
  input: { employeeId: number; academicYearId: number },
): Promise<FormTeacherClass | null> {
  await requireTimetableOf(person, input.employeeId);
  const [first] = await listClassesOfFormTeacher(input, noTransaction);
  return first ?? null;
}

/**
 * Checks that the person may read the lessons and classes of the employee. People who manage employees may read those
 * of any current employee.
 * @throws notFound
 */
async function requireTimetableOf(person: Person, employeeId: number): Promise<void> {
  if (!hasPermission(person, "employees.manage")) {
    await getVisibleTeacher(person, employeeId, noTransaction);
    return;
  }
  const [employee] = await listCurrentEmployees({ only: employeeId }, noTransaction);
  if (!employee) throw itemNotFound("employee’s record", "employee");
}
