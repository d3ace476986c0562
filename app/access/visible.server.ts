import type { Reading } from "#db/index.ts";
import { sheetInScope, type SheetHeading, type SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { chosenTerm, type TermRow } from "#db/queries/lessons.ts";
import { reportHeading, type ReportHeading, type ReportsKey } from "#db/queries/reports/term-reports.ts";
import {
  classInScope,
  lessonInScope,
  lessonsInScope,
  studentOfPictureInScope,
  teacherInScope,
  type ScopedClass,
  type ScopedLesson,
  type ScopedTeacher,
} from "#db/queries/visible.ts";
import type { Scope } from "#db/queries/parts.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { holds } from "./permissions.ts";

/** Row scopes (design section 3): a row out of scope is answered as if it were not there. */

/** The term that was asked for among those that have begun, without a word the current one. @throws notFound */
export async function requireTerm(
  academicTermId: number | null,
  t: Reading,
): Promise<{ term: TermRow; terms: TermRow[] }> {
  const { term, terms } = await chosenTerm(academicTermId, t);
  if (!term) throw notFound("The school has no such term.");
  return { term, terms };
}

/** For admins and the lesson's own teacher to edit; form teachers, deans and the principal only read. */
export type VisibleLesson = ScopedLesson & { canEdit: boolean };

/** @throws notFound */
export async function lessonVisibleTo(person: Person, lessonId: number, t: Reading): Promise<VisibleLesson> {
  const lesson = await lessonInScope({ ...readingScope(person), lessonId }, t);
  if (!lesson) throw notFound("There is no such lesson, or it is not yours to see.");
  return { ...lesson, canEdit: editsLesson(person, lesson) };
}

/** A lesson's sheet, for those to whom `lessonVisibleTo` shows the lesson. @throws notFound also without such a sheet */
export async function sheetVisibleTo(
  person: Person,
  key: SheetKey,
  t: Reading,
): Promise<{ heading: SheetHeading; canEdit: boolean }> {
  const heading = await sheetInScope({ ...readingScope(person), ...key }, t);
  if (!heading) throw notFound("There is no such mark sheet, or it is not yours to see.");
  return { heading, canEdit: editsLesson(person, heading) };
}

/** Every lesson of the year that this person may open: their own, those of their class or deanship, or all. */
export async function lessonsVisibleTo(
  person: Person,
  academicYearId: number,
  t: Reading,
): Promise<VisibleLesson[]> {
  const lessons = await lessonsInScope({ ...readingScope(person), academicYearId }, t);
  return lessons.map((lesson) => ({ ...lesson, canEdit: editsLesson(person, lesson) }));
}

/** A colleague as far as their lessons go: oneself, or anyone where the person reads all classes. @throws notFound */
export async function teacherVisibleTo(
  person: Person,
  employeeId: number,
  t: Reading,
): Promise<ScopedTeacher> {
  const teacher = await teacherInScope(employeeId, readingScope(person), t);
  if (!teacher) throw notFound("There is no such teacher, or their lessons are not yours to see.");
  return teacher;
}

/** For admins, the form teacher and co-teachers to edit (T6). */
export type VisibleClass = ScopedClass & { canEdit: boolean };

/** The class with its marks, reports and cards. @throws notFound */
export function classVisibleTo(person: Person, classId: number, t: Reading): Promise<VisibleClass> {
  return visibleClass(person, { ...readingScope(person), classId }, t);
}

/** The class's reports of a term, for those to whom `classVisibleTo` shows it. @throws notFound also without any */
export async function reportsVisibleTo(
  person: Person,
  key: ReportsKey,
  t: Reading,
): Promise<{ heading: ReportHeading; canEdit: boolean }> {
  const heading = await reportHeading({ ...readingScope(person), ...key }, t);
  if (!heading) throw notFound("There are no such reports, or they are not yours to see.");
  return { heading, canEdit: editsClass(person, heading) };
}

/** The class as a list of people: contacts, forms, class lists. Managers of students see all. @throws notFound */
export function classListVisibleTo(person: Person, classId: number, t: Reading): Promise<VisibleClass> {
  return visibleClass(person, { ...peopleScope(person), classId }, t);
}

/** @throws notFound */
export async function studentPictureVisibleTo(person: Person, picture: string, t: Reading): Promise<void> {
  const student = await studentOfPictureInScope({ ...peopleScope(person), picture }, t);
  if (!student) throw notFound();
}

export function readsAllClasses(person: Person): boolean {
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** Whose classes and lessons a person reads: everybody's, or their own. */
export function readingScope(person: Person): Scope {
  return { employeeId: person.employeeId, all: readsAllClasses(person) };
}

/** Whose lists of people somebody prints: all for who manages students, else as `readingScope`. */
export function peopleScope(person: Person): Scope {
  return { employeeId: person.employeeId, all: readsAllClasses(person) || holds(person, "students.manage") };
}

async function visibleClass(
  person: Person,
  asked: Scope & { classId: number },
  t: Reading,
): Promise<VisibleClass> {
  const found = await classInScope(asked, t);
  if (!found) throw notFound("There is no such class, or it is not yours to see.");
  return { ...found, canEdit: editsClass(person, found) };
}

function editsClass(person: Person, { is_teacher }: { is_teacher: boolean }): boolean {
  return holds(person, "admin") || is_teacher;
}

function editsLesson(person: Person, { employee_id }: { employee_id: number }): boolean {
  return holds(person, "admin") || employee_id === person.employeeId;
}
