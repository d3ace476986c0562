import {
  lockReports,
  saveTermRecords,
  listTermRecords,
  type TermRecordRow,
  listTermRecordChangesAfter,
} from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { valuesToColumns } from "#fields/record.ts";
import {
  TERM_RECORD_ATOMIC_GROUPS,
  TERM_RECORD_FIELDS,
  findRecordRefusal,
  termRecordFields,
  type TermRecordRules,
} from "#fields/term-record.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import {
  findReport,
  findReportClass,
  getReportRules,
  type ReportClass,
  type StudentReport,
} from "../find-report.server.ts";
import { findLockReason, type LockReason, type EntryLock } from "#domain/lock.ts";
import type { ClassKey, ReportKey } from "#domain/paths.ts";
import { noTransaction } from "#db/index.ts";
import type { ReportHeading, ReportStudentRow } from "#db/queries/reports/term-reports.ts";
import type { Person } from "#domain/person.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import { toRecordValues, RECORD_VALUE_RULES } from "./record.rules.ts";
import {
  findRequestedReports,
  type ReportsRequest,
  type RequestedReports,
  noSuchStudentError,
} from "../requested-reports.server.ts";

/** Returns the reason why the report cannot be written, or null if any part of it can be written. */
export function findClosedReason({ lock, dates }: Pick<StudentReport, "lock" | "dates">): LockReason | null {
  const notYours = "only its form teacher can change this report";
  return findLockReason(lock, { notYours, entry: { kind: "reports", dates } });
}

type SavedReports<Key, Target> = Pick<SaveDefinition<Key, Target, TermRecordRow>, "find"> & {
  rulesOf: (target: Target) => TermRecordRules;
  /** The student whose report is saved, or null if the rows belong to the whole class. */
  studentOf: (target: Target) => number | null;
};

function reportSaveDefinition<Key extends ClassKey, Target extends ReportClass>({
  find,
  rulesOf,
  studentOf,
}: SavedReports<Key, Target>): SaveDefinition<Key, Target, TermRecordRow> {
  return {
    begin: termTransaction,
    find,
    termOf: ({ academicTermId }) => academicTermId,
    closed: findClosedReason,
    fields: (target) => termRecordFields(rulesOf(target)),
    atomicGroups: () => TERM_RECORD_ATOMIC_GROUPS,
    lock: (target, rows, t) => {
      const studentKey = studentOf(target);
      return lockReports({ ...target.key, studentKeys: studentKey === null ? rows : [studentKey] }, t);
    },
    read: async (target, _rows, t) => {
      const records = await listTermRecords({ ...target.key, studentKey: studentOf(target) }, t);
      return new Map(records.map((record) => [String(record.student_key), record]));
    },
    valuesOf: (_target, record) => toRecordValues(record),
    history: ({ key }, bases, t) => listTermRecordChangesAfter({ ...key, bases }, t),
    rules: () => RECORD_VALUE_RULES,
    refusal: (input, target) => findRecordRefusal(input, rulesOf(target)),
    store: ({ key: { academicTermId } }, writes, t) => {
      const records = writes.map(({ values, stored: { student_key } }) => ({
        student_key,
        ...valuesToColumns(TERM_RECORD_FIELDS, values),
      }));
      return saveTermRecords({ academicTermId, writes: records }, t);
    },
    words: {
      notFound: "This student is not in this class. Choose another student.",
      noRow: "no longer in this class",
      noField: "a term report has no field with this name",
    },
  };
}

/** Defines how a student's term report is saved: as a single row, with the student's key as its id. */
export const REPORT_SAVE_DEFINITION = reportSaveDefinition<ReportKey, StudentReport>({
  find: findReport,
  rulesOf: ({ rules }) => rules,
  studentOf: ({ key }) => key.studentKey,
});

/** Defines how the term reports of a class are saved together, with a row for each student. */
export const CLASS_REPORTS_SAVE_DEFINITION = reportSaveDefinition<ClassKey, ReportClass>({
  find: findReportClass,
  rulesOf: getReportRules,
  studentOf: () => null,
});

/** A student's term report as the API returns it. */
export type TermDetails = {
  heading: ReportHeading;
  leadId: number | null;
  lock: EntryLock;
  student: ReportStudentRow;
  record: TermRecordRow;
};

/**
 * Reads the term reports of the requested classes, or of one student, sorted by the students' names.
 * @throws notFound
 */
export async function readTermDetails(person: Person, input: ReportsRequest): Promise<TermDetails[]> {
  const found = await findRequestedReports(person, input);
  const details = await Promise.all(found.map(detailsOf));
  return details.flat();
}

async function detailsOf({
  key,
  heading,
  students,
  leadId,
  lock,
  studentKey,
}: RequestedReports): Promise<TermDetails[]> {
  const records = await listTermRecords({ ...key, studentKey }, noTransaction);
  return records.flatMap((record) => {
    const student = students.find(({ student_key }) => student_key === record.student_key);
    return student ? [{ heading, leadId, lock, student, record }] : [];
  });
}

type AskedRecord = { studentId: string; academicTermId: number | null };

type DetailsSaved = { saved: RecordSaveResult; details: TermDetails };

/**
 * Saves a term report for an API call, by the student's public ID. The call sends the whole report. Unchanged values do
 * not count as changes, so a form teacher may send the principal's comment back unchanged.
 * @throws notFound
 */
export async function saveTermDetails(
  person: Person,
  { studentId, academicTermId, ...record }: RecordSaveInput & AskedRecord,
): Promise<DetailsSaved> {
  const input = { studentId, academicTermId, employeeId: null };
  const { heading, student, record: stored } = await theDetails(person, input);
  const { class_id: classId, academic_term_id } = heading;
  const key = { classId, academicTermId: academic_term_id, studentKey: student.student_key };
  const target = await findReport(person, key, noTransaction);
  const found = { person, key, target, row: String(student.student_key), stored };
  const saved = await saveRowFromApi(REPORT_SAVE_DEFINITION, found, record);
  return { saved, details: await theDetails(person, input) };
}

async function theDetails(person: Person, input: AskedRecord & { employeeId: null }): Promise<TermDetails> {
  const [details] = await readTermDetails(person, input);
  if (!details) throw noSuchStudentError();
  return details;
}
