import type { Reading } from "#db/index.ts";
import { listClassesOfDay, type ClassOfDayRow } from "#db/queries/attendance/summary.ts";
import { findSheetInScope, type SheetHeading, type SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { findChosenTerm, type TermRow } from "#db/queries/lessons.ts";
import {
  findClassReportsHeading,
  type ReportHeading,
  type ReportsKey,
} from "#db/queries/reports/term-reports.ts";
import {
  findClassInScope,
  findLessonInScope,
  listLessonsInScope,
  findPictureInScope,
  findStudentOfPictureInScope,
  findTeacherInScope,
  type PictureScope,
  type ScopedClass,
  type ScopedLesson,
  type ScopedTeacher,
} from "#db/queries/visible.ts";
import type { Scope } from "#db/queries/parts.ts";
import { findEmployeeHeading, type EmployeeHeading } from "#db/queries/people/employee-records.ts";
import type { EntryDates, EntryWindow } from "#domain/entry/windows.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { holds, readsAllClasses } from "./permissions.ts";

/** The scopes of rows: a row out of scope is answered as if it did not exist. */

/** Returns the requested term if it has begun, or else the current one. @throws NotFound for another term */
export async function requireTerm(
  academicTermId: number | null,
  t: Reading,
): Promise<{ term: TermRow; terms: TermRow[] }> {
  const { term, terms } = await findChosenTerm(academicTermId, t);
  if (!term) throw notFound("This term is not in the school’s calendar.");
  return { term, terms };
}

/** A lesson that administrators, its own teacher and the substitute may edit; all others only read it. */
export type VisibleLesson = ScopedLesson & { canEdit: boolean };

/** `academicTermId` is null for the current term. */
type LessonOfTerm = { lessonId: number; academicTermId: number | null };

/** Finds a lesson if the person may see it. @throws NotFound otherwise */
export async function lessonVisibleTo(
  person: Person,
  { lessonId, academicTermId }: LessonOfTerm,
  t: Reading,
): Promise<VisibleLesson> {
  const lesson = await findLessonInScope({ ...readingScope(person), lessonId, academicTermId }, t);
  if (!lesson) throw notFound("This lesson no longer exists, or you cannot open it.");
  return { ...lesson, canEdit: editsLesson(person, lesson) };
}

/**
 * Finds a lesson's sheet for people who may see the lesson.
 * @throws NotFound when there is no such sheet or it is not visible
 */
export async function sheetVisibleTo(
  person: Person,
  key: SheetKey,
  t: Reading,
): Promise<{ heading: SheetHeading; canEdit: boolean }> {
  const heading = await findSheetInScope({ ...readingScope(person), ...key }, t);
  if (!heading) throw notFound("This mark sheet no longer exists, or you cannot open it.");
  return { heading, canEdit: editsLesson(person, heading) };
}

/** Lists every lesson of the term that this person may open: their own, those of their class or deanship, or all. */
export async function lessonsVisibleTo(
  person: Person,
  term: Pick<TermRow, "academic_year_id" | "academic_term_id">,
  t: Reading,
): Promise<VisibleLesson[]> {
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const lessons = await listLessonsInScope({ ...readingScope(person), academicYearId, academicTermId }, t);
  return lessons.map((lesson) => ({ ...lesson, canEdit: editsLesson(person, lesson) }));
}

/**
 * Finds a colleague with their lessons: oneself, or anyone for people who read all classes.
 * @throws NotFound otherwise
 */
export async function teacherVisibleTo(
  person: Person,
  employeeId: number,
  t: Reading,
): Promise<ScopedTeacher> {
  const teacher = await findTeacherInScope(employeeId, readingScope(person), t);
  if (!teacher) throw notFound("This teacher no longer works here, or you cannot open the lessons.");
  return teacher;
}

/** A class that administrators, the form teacher and co-teachers may edit. */
export type VisibleClass = ScopedClass & { canEdit: boolean };

/** `academicTermId` is null for the current term. */
type ClassOfTerm = { classId: number; academicTermId: number | null };

/** Finds a class with its marks, reports and cards. @throws NotFound when it is not visible */
export async function classVisibleTo(
  person: Person,
  { classId, academicTermId }: ClassOfTerm,
  t: Reading,
): Promise<VisibleClass> {
  const found = await findClassInScope({ ...readingScope(person), classId, academicTermId }, t);
  if (!found) throw notFound("This class no longer exists, or you cannot open it.");
  return { ...found, canEdit: editsClass(person, found) };
}

/** Lists the classes that a person reads in the term of a day and that have students, with their registers of the day. */
export async function classesOfDayVisibleTo(
  person: Person,
  day: string,
  t: Reading,
): Promise<ClassOfDayRow[]> {
  const classes = await listClassesOfDay({ ...readingScope(person), day }, t);
  return classes.filter(({ roll, sessions }) => roll > 0 || sessions.length > 0);
}

/**
 * Finds the class's reports of a term for people who may see the class.
 * @throws NotFound when there are none or they are not visible
 */
export async function reportsVisibleTo(
  person: Person,
  key: ReportsKey,
  t: Reading,
): Promise<{ heading: ReportHeading; canEdit: boolean }> {
  const heading = await findClassReportsHeading({ ...readingScope(person), ...key }, t);
  if (!heading) throw notFound("These reports no longer exist, or you cannot open them.");
  return { heading, canEdit: editsClass(person, heading) };
}

/** Checks that a person may see a student's picture. @throws NotFound otherwise */
export async function studentPictureVisibleTo(person: Person, picture: string, t: Reading): Promise<void> {
  const student = await findStudentOfPictureInScope({ ...pictureScope(person), picture }, t);
  if (!student) throw notFound();
}

/** Finds the name of a student's picture; null when there is none. @throws NotFound when the person may not see it */
export async function pictureVisibleTo(
  person: Person,
  studentId: string,
  t: Reading,
): Promise<string | null> {
  const student = await findPictureInScope({ ...pictureScope(person), studentId }, t);
  if (!student) throw notFound("This student’s picture no longer exists, or you cannot open it.");
  return student.picture;
}

/** A colleague's record: `manages` is true for people who manage employees, `isOwn` for one's own record. */
export type VisibleEmployee = EmployeeHeading & { manages: boolean; isOwn: boolean };

/**
 * Finds one's own record, or anyone's for people who manage employees; former employees are visible to administrators
 * only.
 * @throws NotFound otherwise
 */
export async function employeeVisibleTo(
  person: Person,
  employeeId: number,
  t: Reading,
): Promise<VisibleEmployee> {
  const isAdmin = holds(person, "admin");
  const manages = isAdmin || holds(person, "employees.manage");
  const isOwn = employeeId === person.employeeId;
  const found = manages || isOwn ? await findEmployeeHeading(employeeId, t) : null;
  if (!found || (found.employee_status_id !== ACTIVE && !isAdmin && !isOwn))
    throw notFound("This employee’s record no longer exists, or you cannot open it.");
  return { ...found, manages, isOwn };
}

/** Returns the scope of classes and lessons that a person reads: all, or their own. */
export function readingScope(person: Person): Scope {
  return { employeeId: person.employeeId, all: readsAllClasses(person) };
}

/** Returns the scope of people on printed lists: all for managers of students, or else that of `readingScope`. */
export function peopleScope(person: Person): Scope {
  return { employeeId: person.employeeId, all: readsAllClasses(person) || holds(person, "students.manage") };
}

/** The picture of a former student is visible to administrators, like the record. */
function pictureScope(person: Person): PictureScope {
  return { ...peopleScope(person), withLeavers: holds(person, "admin") };
}

/** Returns the dates outside which this person may not enter anything; administrators have none. */
export function datesBinding(
  person: Person,
  { entry, time_zone: timeZone }: { entry: EntryWindow | null; time_zone: string },
): EntryDates | null {
  return entry === null || holds(person, "admin") ? null : { ...entry, timeZone };
}

function editsClass(person: Person, { is_teacher }: { is_teacher: boolean }): boolean {
  return holds(person, "admin") || is_teacher;
}

function editsLesson(person: Person, lesson: Pick<ScopedLesson, "is_taught" | "is_over">): boolean {
  return !lesson.is_over && (holds(person, "admin") || lesson.is_taught);
}
