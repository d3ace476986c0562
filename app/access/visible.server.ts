import type { ReadTransaction } from "#db/index.ts";
import { listClassAttendanceOfDay, type ClassAttendanceOfDayRow } from "#db/queries/attendance/summary.ts";
import { listOpenCorrectionsOf } from "#db/queries/entry/entry-corrections.ts";
import {
  findMarkSheetInScope,
  type MarkSheetHeading,
  type MarkSheetKey,
} from "#db/queries/marks/mark-sheet.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import {
  findClassReportsHeading,
  type ReportHeading,
  type ReportsKey,
} from "#db/queries/reports/term-reports.ts";
import {
  findClassInScope,
  listClassPicturesInScope,
  findLessonInScope,
  listLessonsInScope,
  findPictureInScope,
  findStudentOfPictureInScope,
  findTeacherInScope,
  type ClassPicture,
  type PictureScope,
  type ScopedClass,
  type ScopedLesson,
  type ScopedTeacher,
} from "#db/queries/visible.ts";
import type { QueryScope } from "#db/queries/parts.ts";
import { findEmployeeHeading, type EmployeeHeading } from "#db/queries/people/employee-records.ts";
import { formatOpenCorrections } from "#domain/entry/corrections.ts";
import type { EntryDates, PersonalEntryWindow } from "#domain/entry/windows.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { hasPermission, canReadAllClasses } from "./permissions.ts";

/** Returns a term that has begun, or the current term for null. @throws NotFound for any other term */
export async function requireTerm(
  academicTermId: number | null,
  t: ReadTransaction,
): Promise<{ term: TermRow; terms: TermRow[] }> {
  const { term, terms } = await findRequestedTerm(academicTermId, t);
  if (!term) throw notFound("This term is not in the school’s calendar. Choose another term.");
  return { term, terms };
}

/** A lesson that the person may read. `canEdit` is true for administrators, the lesson's teacher and the substitute. */
export type VisibleLesson = ScopedLesson & { canEdit: boolean };

/** `academicTermId` is null for the current term. */
type LessonOfTerm = { lessonId: number; academicTermId: number | null };

/** Finds a lesson if the person may see it. @throws NotFound when they may not */
export async function getVisibleLesson(
  person: Person,
  { lessonId, academicTermId }: LessonOfTerm,
  t: ReadTransaction,
): Promise<VisibleLesson> {
  const lesson = await findLessonInScope({ ...getReadingScope(person), lessonId, academicTermId }, t);
  if (!lesson) throw itemNotFound("lesson");
  return { ...lesson, canEdit: editsLesson(person, lesson) };
}

/**
 * Finds a lesson's mark sheet if the person may see the lesson.
 * @throws NotFound when there is no such mark sheet or the person may not see it
 */
export async function getVisibleMarkSheet(
  person: Person,
  key: MarkSheetKey,
  t: ReadTransaction,
): Promise<{ heading: MarkSheetHeading; canEdit: boolean }> {
  const heading = await findMarkSheetInScope({ ...getReadingScope(person), ...key }, t);
  if (!heading) throw itemNotFound("mark sheet");
  const { is_current, was_taught } = heading;
  return { heading, canEdit: is_current ? editsLesson(person, heading) : editsThen(person, was_taught) };
}

/**
 * Lists the lessons that a person may open: all lessons, or the person's own and those of each class of which the
 * person is form teacher or dean.
 */
export async function listVisibleLessons(
  person: Person,
  term: Pick<TermRow, "academic_year_id" | "academic_term_id">,
  t: ReadTransaction,
): Promise<VisibleLesson[]> {
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const lessons = await listLessonsInScope({ ...getReadingScope(person), academicYearId, academicTermId }, t);
  return lessons.map((lesson) => ({ ...lesson, canEdit: editsLesson(person, lesson) }));
}

/**
 * Finds a teacher with their lessons. Everybody sees themselves; people who read all classes see everybody.
 * @throws NotFound when the person may not see the teacher
 */
export async function getVisibleTeacher(
  person: Person,
  employeeId: number,
  t: ReadTransaction,
): Promise<ScopedTeacher> {
  const teacher = await findTeacherInScope(employeeId, getReadingScope(person), t);
  if (!teacher) throw notFound("You cannot open the lessons of this teacher. Choose another teacher.");
  return teacher;
}

/** A class that the person may read. `canEdit` is true for administrators, the form teacher and co-teachers. */
export type VisibleClass = ScopedClass & { canEdit: boolean };

/** `academicTermId` is null for the current term. */
type ClassOfTerm = { classId: number; academicTermId: number | null };

/** Finds a class for its marks, reports and cards. @throws NotFound when the person may not see it */
export async function getVisibleClass(
  person: Person,
  { classId, academicTermId }: ClassOfTerm,
  t: ReadTransaction,
): Promise<VisibleClass> {
  const found = await findClassInScope({ ...getReadingScope(person), classId, academicTermId }, t);
  if (!found) throw itemNotFound("class");
  return { ...found, canEdit: editsClass(person, found) };
}

/** Lists the classes that a person may read on this day, with their registers. Empty classes are left out. */
export async function listVisibleClassesOfDay(
  person: Person,
  day: string,
  t: ReadTransaction,
): Promise<ClassAttendanceOfDayRow[]> {
  const classes = await listClassAttendanceOfDay({ ...getReadingScope(person), day }, t);
  return classes.filter(({ roll, sessions }) => roll > 0 || sessions.length > 0);
}

/**
 * Finds a class's reports of a term if the person may see the class.
 * @throws NotFound when there are none or the person may not see them
 */
export async function getVisibleReports(
  person: Person,
  key: ReportsKey,
  t: ReadTransaction,
): Promise<{ heading: ReportHeading; canEdit: boolean }> {
  const heading = await findClassReportsHeading({ ...getReadingScope(person), ...key }, t);
  if (!heading) throw notFound("You cannot open these reports. Choose other reports.");
  const { is_current, was_teacher } = heading;
  return { heading, canEdit: is_current ? editsClass(person, heading) : editsThen(person, was_teacher) };
}

/** Describes the open corrections of a past term that concern a person with these classes, or returns null. */
export async function describeVisibleCorrections(
  person: Person,
  input: { academicTermId: number; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<string | null> {
  return formatOpenCorrections(await listOpenCorrectionsOf({ ...getReadingScope(person), ...input }, t));
}

/** Checks that a person may see a student's picture. @throws NotFound when they may not */
export async function requireVisibleStudentPicture(
  person: Person,
  picture: string,
  t: ReadTransaction,
): Promise<void> {
  const student = await findStudentOfPictureInScope({ ...pictureScope(person), picture }, t);
  if (!student) throw notFound();
}

/**
 * Lists the pictures of a class in a term that the person may see. The result is empty if the person may not see the
 * class.
 */
export function listVisibleClassPictures(
  person: Person,
  key: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<ClassPicture[]> {
  return listClassPicturesInScope({ ...getPrintedListScope(person), ...key }, t);
}

/** Returns a picture's file name, or null without one. @throws NotFound when the person may not see the student */
export async function findVisibleStudentPicture(
  person: Person,
  studentId: string,
  t: ReadTransaction,
): Promise<string | null> {
  const student = await findPictureInScope({ ...pictureScope(person), studentId }, t);
  if (!student) throw itemNotFound("student’s picture", "student");
  return student.picture;
}

/**
 * An employee's record. `manages` is true for people who manage employees, and `isOwn` is true for the person's own
 * record.
 */
export type VisibleEmployee = EmployeeHeading & { manages: boolean; isOwn: boolean };

/**
 * Finds an employee's record. People see their own record; those who manage employees see all. Only administrators see
 * former employees.
 * @throws NotFound when the person may not see the record
 */
export async function getVisibleEmployee(
  person: Person,
  employeeId: number,
  t: ReadTransaction,
): Promise<VisibleEmployee> {
  const isAdmin = hasPermission(person, "admin");
  const manages = isAdmin || hasPermission(person, "employees.manage");
  const isOwn = employeeId === person.employeeId;
  const found = manages || isOwn ? await findEmployeeHeading(employeeId, t) : null;
  if (!found || (found.employee_status_id !== ACTIVE_EMPLOYEE && !isAdmin && !isOwn))
    throw itemNotFound("employee’s record", "employee");
  return { ...found, manages, isOwn };
}

/** Returns the scope of classes and lessons that a person may read: all classes, or the person's own. */
export function getReadingScope(person: Person): QueryScope {
  return { employeeId: person.employeeId, all: canReadAllClasses(person) };
}

/** Returns the scope of printed lists: all classes for people who manage students, otherwise as in `getReadingScope`. */
export function getPrintedListScope(person: Person): QueryScope {
  return {
    employeeId: person.employeeId,
    all: canReadAllClasses(person) || hasPermission(person, "students.manage"),
  };
}

/** Returns the scope of pictures. Only administrators see the pictures and records of former students. */
function pictureScope(person: Person): PictureScope {
  return { ...getPrintedListScope(person), withLeavers: hasPermission(person, "admin") };
}

/**
 * Returns the dates within which this person may enter data. Returns null for administrators, for whom no dates
 * apply.
 */
export function getEntryDatesForPerson(
  person: Person,
  { entry, time_zone: timeZone }: { entry: PersonalEntryWindow | null; time_zone: string },
): EntryDates | null {
  return entry === null || hasPermission(person, "admin") ? null : { ...entry, timeZone };
}

function editsClass(person: Person, { is_teacher }: { is_teacher: boolean }): boolean {
  return hasPermission(person, "admin") || is_teacher;
}

/** Tells whether a person was responsible for data of a past term, and so may correct it while corrections are open. */
function editsThen(person: Person, wasTheirs: boolean): boolean {
  return hasPermission(person, "admin") || wasTheirs;
}

function editsLesson(person: Person, lesson: Pick<ScopedLesson, "is_taught" | "is_over">): boolean {
  return !lesson.is_over && (hasPermission(person, "admin") || lesson.is_taught);
}
