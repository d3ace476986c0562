import { hasPermission, canSignReports, canReadAllClasses } from "#access/permissions.ts";
import { getEntryDatesForPerson, getReadingScope, getVisibleReports } from "#access/visible.server.ts";
import { queryAll, noTransaction, type ReadTransaction } from "#db/index.ts";
import { listClassesWithTeachers, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import {
  listReportStudents,
  type ReportHeading,
  type ReportStudentRow,
} from "#db/queries/reports/term-reports.ts";
import {
  filterCorrectionsOfClass,
  filterCorrectionsOfStudent,
  type OpenCorrection,
} from "#domain/entry/corrections.ts";
import type { EntryDates } from "#domain/entry/windows.ts";
import type { EntryLock } from "#domain/lock.ts";
import { chooseReportsUrl, parseClassKey, parseId, type ClassKey, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isDecisionTerm } from "#domain/term-reports.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import type { TermRecordRules } from "#fields/term-record.ts";
import { listEditableFields, getReportLock, type ReportRole } from "./rights.rules.ts";

export type ReportClass = {
  key: ClassKey;
  heading: ReportHeading;
  students: ReportStudentRow[];
  role: ReportRole;
  lock: EntryLock;
  dates: EntryDates | null;
  /** The open corrections of a past term. They are for the whole class or, on a report, for its student. */
  corrections: OpenCorrection[];
};

export type StudentReport = ReportClass & {
  key: ReportKey;
  student: ReportStudentRow;
  rules: TermRecordRules;
};

/** Finds a class whose reports the person may see. @throws notFound */
export async function findReportClass(
  person: Person,
  key: ClassKey,
  t: ReadTransaction,
): Promise<ReportClass> {
  const [{ heading, canEdit }, students] = await queryAll(
    [() => getVisibleReports(person, key, t), () => listReportStudents(key, t)],
    t,
  );
  const role = { writes: canEdit, signs: canSignReports(person), admin: hasPermission(person, "admin") };
  const dates = getEntryDatesForPerson(person, heading);
  const corrections = filterCorrectionsOfClass(heading.corrections);
  const lock = getReportLock(role, { isCurrent: heading.is_current, dates, corrections });
  return { key, heading, students, role, lock, dates, corrections };
}

/** Finds a student's report if the student was in the class in that term. @throws notFound */
export async function findReport(person: Person, key: ReportKey, t: ReadTransaction): Promise<StudentReport> {
  const found = await findReportClass(person, key, t);
  const student = found.students.find(({ student_key }) => student_key === key.studentKey);
  if (!student) throw notFound("This student is not in this class. Choose another student.");
  const { heading, role, dates } = found;
  const corrections = filterCorrectionsOfStudent(heading.corrections, key.studentKey);
  const lock = getReportLock(role, { isCurrent: heading.is_current, dates, corrections });
  return { ...found, key, student, corrections, lock, rules: getReportRules({ ...found, lock }) };
}

type OfTerm = { academic_year_id: number; academic_term_id: number };

/**
 * Lists the classes of a term that this person may see, either of one level or of all levels, in the school's order.
 */
export function listVisibleClasses(
  person: Person,
  { academic_year_id: academicYearId, academic_term_id: academicTermId }: OfTerm,
  level: number | null = null,
): Promise<ClassWithTeachersRow[]> {
  const input = { ...getReadingScope(person), academicYearId, academicTermId, formClassId: null, level };
  return listClassesWithTeachers(input, noTransaction);
}

/** Returns the URL of the choice of classes. Returns null for a person with a single class, who has no choice. */
export async function findChooserUrl(person: Person, { key, heading }: ReportClass): Promise<string | null> {
  const isChoice = canReadAllClasses(person) || (await listVisibleClasses(person, heading)).length > 1;
  return isChoice ? chooseReportsUrl(key.academicTermId) : null;
}

/** Returns the rules for the values of the class's reports. */
export function getReportRules({ heading, role, lock }: ReportClass): TermRecordRules {
  const { term, total_sessions: termSessions, forms_above, forms_beside } = heading;
  const isDecided = isDecisionTerm(term);
  return {
    term,
    termSessions,
    editable: listEditableFields(role, lock, term),
    promotedTo: isDecided ? forms_above : [],
    repeating: isDecided ? forms_beside : [],
  };
}

type Params = Record<string, string | undefined>;

/** Returns the report's key from the URL. @throws notFound */
export function parseReportKey(params: Params): ReportKey {
  return {
    ...parseReportClassKey(params),
    studentKey: idIn(params.studentKey, "You cannot open this report. Choose another student."),
  };
}

/** Returns the key of a class's reports from the URL. @throws notFound */
export function parseReportClassKey(params: Params): ClassKey {
  const key = parseClassKey(params);
  if (!key) throw itemNotFound("class or term");
  return key;
}

/** Returns the subject's id from the URL. @throws notFound */
export function parseSubjectId({ subjectId }: Params): number {
  return idIn(subjectId, "This subject no longer exists, or you cannot open it. Choose another subject.");
}

function idIn(text: string | undefined, otherwise: string): number {
  const id = parseId(text);
  if (id === null) throw notFound(otherwise);
  return id;
}
