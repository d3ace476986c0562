import { noTransaction } from "#db/index.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import type { ReportHeading, ReportStudentRow } from "#db/queries/reports/term-reports.ts";
import type { EntryLock } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import {
  findRequestedReports,
  type ReportsRequest,
  type RequestedReports,
  noSuchStudentError,
} from "../requested-reports.server.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import { findReport } from "../find-report.server.ts";
import { REPORT_SAVE_DEFINITION } from "./saved-report.server.ts";

/** A student's term report as the API returns it. */
export type TermDetails = {
  heading: ReportHeading;
  leadId: number | null;
  lock: EntryLock;
  student: ReportStudentRow;
  record: TermRecordRow;
};

/**
 * Reads the term reports of the requested classes, or of one student, sorted by the students' names. @throws notFound
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
