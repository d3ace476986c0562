import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { findStudentHeading, type StudentHeading } from "#db/queries/people/students/heading.ts";
import { findStudentKeyById } from "#db/queries/subjects/assignments.ts";
import { STUDENT_TABS, type StudentTab } from "#domain/people/record-params.ts";
import { STUDENT_MERGED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { hasPermission } from "./permissions.ts";
import { getReadingScope } from "./visible.server.ts";

/** A student's record, as one person may use it: `manages` allows changes, and `tabs` lists the tabs they may read. */
export type VisibleStudent = StudentHeading & { manages: boolean; tabs: readonly StudentTab[] };

/** Students with a status up to this one, Current or Registered, are at the school or will join it. */
const LAST_HERE = 2;

/**
 * Finds the student if the person may read the record. People who manage students may read and change everything. The
 * form teacher of the current class may read General, Medical and Family; the class's dean and the principal may read
 * General only. Only administrators see former students.
 * @throws NotFound when the person may not see the student
 */
export async function getVisibleStudent(
  person: Person,
  studentKey: number,
  t: ReadTransaction,
): Promise<VisibleStudent> {
  const found = await findHeading(person, studentKey, t);
  if (found?.student_status_id === STUDENT_MERGED)
    throw notFound("This record was merged into another record. Search for the student under Students.");
  const isAdmin = hasPermission(person, "admin");
  const isHere = found !== null && found.student_status_id <= LAST_HERE;
  const manages = isAdmin || (isHere && canManageStudents(person));
  const tabs = found && (isHere || isAdmin) ? tabsFor(found, manages) : [];
  if (!found || tabs.length === 0) throw itemNotFound("student’s record", "student");
  return { ...found, manages, tabs };
}

/** The parts of a page ask for the same student at the same time, and share the query. */
const underWay = new Map<string, Promise<StudentHeading | null>>();

function findHeading(person: Person, studentKey: number, t: ReadTransaction): Promise<StudentHeading | null> {
  const params = { ...getReadingScope(person), studentKey };
  if (t !== null) return findStudentHeading(params, t);
  const key = JSON.stringify(params);
  const reading = underWay.get(key) ?? findStudentHeading(params, t).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}

/** Tells whether a person manages students. Documents for all other people leave out the Personal tab. */
export function canManageStudents(person: Person): boolean {
  return hasPermission(person, "students.manage") || hasPermission(person, "admin");
}

/** Finds the student if the person may read this tab. @throws NotFound when they may not */
export async function getVisibleStudentTab(
  person: Person,
  { studentKey, tab }: { studentKey: number; tab: StudentTab },
  t: ReadTransaction,
): Promise<VisibleStudent> {
  const student = await getVisibleStudent(person, studentKey, t);
  if (!student.tabs.includes(tab))
    throw notFound("You cannot open this tab of the record. Choose another tab.");
  return student;
}

function tabsFor({ is_teacher, is_in_scope }: StudentHeading, manages: boolean): readonly StudentTab[] {
  if (manages) return STUDENT_TABS;
  if (is_teacher) return STUDENT_TABS.filter((tab) => tab !== "personal");
  return is_in_scope ? ["general"] : [];
}

/** Returns a student's key by the public ID. @throws NotFound when no student has it */
export async function getStudentKey(studentId: string): Promise<number> {
  const studentKey = await findStudentKeyById(studentId, noTransaction);
  if (studentKey === null) throw itemNotFound("student’s record", "student");
  return studentKey;
}
