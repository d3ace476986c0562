import { holds, maySign, readsAllClasses } from "#access/permissions.ts";
import { datesBinding, readingScope, reportsVisibleTo } from "#access/visible.server.ts";
import { queryAll, noTransaction, type Reading } from "#db/index.ts";
import { listClassesWithTeachers, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import {
  listReportStudents,
  type ReportHeading,
  type ReportStudentRow,
} from "#db/queries/reports/term-reports.ts";
import type { EntryDates } from "#domain/entry/windows.ts";
import type { Lock } from "#domain/lock.ts";
import { chooserUrl, parseClassKey, parseId, type ClassKey, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isDecidedIn } from "#domain/term-reports.ts";
import { notFound } from "#runtime/errors.ts";
import type { RecordRules } from "#fields/term-record.ts";
import { editableFields, reportLockOf, type Role } from "./rights.rules.ts";

/** The reports of a class and term, as far as the person may see them. */
export type FoundClass = {
  key: ClassKey;
  heading: ReportHeading;
  students: ReportStudentRow[];
  role: Role;
  lock: Lock;
  dates: EntryDates | null;
};

export type FoundReport = FoundClass & { key: ReportKey; student: ReportStudentRow; rules: RecordRules };

/** Finds a class if the person may see its reports. @throws notFound */
export async function findClass(person: Person, key: ClassKey, t: Reading): Promise<FoundClass> {
  const [{ heading, canEdit }, students] = await queryAll(
    [() => reportsVisibleTo(person, key, t), () => listReportStudents(key, t)],
    t,
  );
  const role = { writes: canEdit, signs: maySign(person), admin: holds(person, "admin") };
  const dates = datesBinding(person, heading);
  const lock = reportLockOf(role, { isCurrent: heading.is_current, dates });
  return { key, heading, students, role, lock, dates };
}

/** Finds a student's report, if the student was in the class that term. @throws notFound */
export async function findReport(person: Person, key: ReportKey, t: Reading): Promise<FoundReport> {
  const found = await findClass(person, key, t);
  const student = found.students.find(({ student_key }) => student_key === key.studentKey);
  if (!student) throw notFound("This student is not in the class.");
  return { ...found, key, student, rules: rulesOf(found) };
}

/** Lists the classes of a term that this person sees, in the order of the school. */
export function classesInReach(
  person: Person,
  term: { academic_year_id: number; academic_term_id: number },
): Promise<TaughtClassRow[]> {
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const input = { ...readingScope(person), academicYearId, academicTermId, formClassId: null };
  return listClassesWithTeachers(input, noTransaction);
}

/**
 * Returns the address of the choice of classes; null for a person with only one class, whom the choice would lead
 * straight back.
 */
export async function chooserFor(person: Person, { key, heading }: FoundClass): Promise<string | null> {
  const isChoice = readsAllClasses(person) || (await classesInReach(person, heading)).length > 1;
  return isChoice ? chooserUrl(key.academicTermId) : null;
}

/** Returns the rules for the values that the class's records may hold. */
export function rulesOf({ heading, role, lock }: FoundClass): RecordRules {
  const { term, total_sessions: termSessions, forms_above, forms_beside } = heading;
  const isDecided = isDecidedIn(term);
  return {
    term,
    termSessions,
    editable: editableFields(role, lock, term),
    promotedTo: isDecided ? forms_above : [],
    repeating: isDecided ? forms_beside : [],
  };
}

type Params = Record<string, string | undefined>;

/** Reads the report's key from the address. @throws notFound */
export function reportKeyOf(params: Params): ReportKey {
  return {
    ...classKeyOf(params),
    studentKey: idIn(params.studentKey, "This student’s report no longer exists, or you cannot open it."),
  };
}

/** @throws notFound */
export function classKeyOf(params: Params): ClassKey {
  const key = parseClassKey(params);
  if (!key) throw notFound("This class or term no longer exists, or you cannot open it.");
  return key;
}

/** @throws notFound */
export function subjectIdOf({ subjectId }: Params): number {
  return idIn(subjectId, "This subject no longer exists, or you cannot open it.");
}

function idIn(text: string | undefined, otherwise: string): number {
  const id = parseId(text);
  if (id === null) throw notFound(otherwise);
  return id;
}
