import { noTransaction, type Reading } from "#db/index.ts";
import { findStudentHeading, type StudentHeading } from "#db/queries/people/students/heading.ts";
import { findStudentById } from "#db/queries/subjects/assignments.ts";
import { STUDENT_TABS, type StudentTab } from "#domain/people/record-params.ts";
import { MERGED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { holds } from "./permissions.ts";
import { readingScope } from "./visible.server.ts";

/** A student's record: `manages` says that the person may change it; `tabs` are those that they may read. */
export type VisibleStudent = StudentHeading & { manages: boolean; tabs: readonly StudentTab[] };

/** The statuses up to this one, Current and Registered, are of students who are or will be here. */
const LAST_HERE = 2;

/**
 * Finds the student if the person may read the record. People who manage students read and change all of it. The form
 * teacher of the current term's class reads General, Medical and Family; its dean, and the principal, General alone.
 * Former students are visible to administrators only.
 * @throws NotFound when the student is not visible
 */
export async function studentVisibleTo(
  person: Person,
  studentKey: number,
  t: Reading,
): Promise<VisibleStudent> {
  const found = await findStudentHeading({ ...readingScope(person), studentKey }, t);
  if (found?.student_status_id === MERGED) throw notFound("This record was merged into another one.");
  const isAdmin = holds(person, "admin");
  const isHere = found !== null && found.student_status_id <= LAST_HERE;
  const manages = isAdmin || (isHere && managesStudents(person));
  const tabs = found && (isHere || isAdmin) ? tabsFor(found, manages) : [];
  if (!found || tabs.length === 0)
    throw notFound("This student’s record no longer exists, or you cannot open it.");
  return { ...found, manages, tabs };
}

/** Tells whether a person manages students. Only they read the Personal tab, which documents leave out for others. */
export function managesStudents(person: Person): boolean {
  return holds(person, "students.manage") || holds(person, "admin");
}

/** Finds the student if the person may read this tab. @throws NotFound when they may not */
export async function studentTabVisibleTo(
  person: Person,
  { studentKey, tab }: { studentKey: number; tab: StudentTab },
  t: Reading,
): Promise<VisibleStudent> {
  const student = await studentVisibleTo(person, studentKey, t);
  if (!student.tabs.includes(tab)) throw notFound("You cannot open this part of the record.");
  return student;
}

function tabsFor({ is_teacher, is_in_scope }: StudentHeading, manages: boolean): readonly StudentTab[] {
  if (manages) return STUDENT_TABS;
  if (is_teacher) return STUDENT_TABS.filter((tab) => tab !== "personal");
  return is_in_scope ? ["general"] : [];
}

/** Finds the student of a call by the public id. @throws NotFound when nobody has it */
export async function studentKeyOf(studentId: string): Promise<number> {
  const studentKey = await findStudentById(studentId, noTransaction);
  if (studentKey === null) throw notFound("This student’s record no longer exists, or you cannot open it.");
  return studentKey;
}
