import { noTransaction } from "#db/index.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import type { ReportHeading, ReportStudentRow } from "#db/queries/reports/term-reports.ts";
import type { Lock } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import {
  findReports,
  type ReportsRequest,
  type FoundReports,
  noSuchStudent,
} from "../requested-reports.server.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import { findReport } from "../find-report.server.ts";
import { SAVED_REPORT } from "./saved-report.server.ts";

/** A student's term record as the API returns it. */
export type TermDetails = {
  heading: ReportHeading;
  leadId: number | null;
  lock: Lock;
  student: ReportStudentRow;
  record: TermRecordRow;
};

/** Reads the records of the requested classes, or of one student, in the order of the register. @throws notFound */
export async function readTermDetails(person: Person, input: ReportsRequest): Promise<TermDetails[]> {
  const found = await findReports(person, input);
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
}: FoundReports): Promise<TermDetails[]> {
  const records = await listTermRecords({ ...key, studentKey }, noTransaction);
  return records.flatMap((record) => {
    const student = students.find(({ student_key }) => student_key === record.student_key);
    return student ? [{ heading, leadId, lock, student, record }] : [];
  });
}

type AskedRecord = { studentId: string; academicTermId: number | null };

type DetailsSaved = { saved: RecordSaved; details: TermDetails };

/**
 * Saves one student's term record by the student's public ID. A record is sent whole, and unchanged values are no
 * change, so a form teacher may send the principal's comment along. @throws notFound
 */
export async function saveTermDetails(
  person: Person,
  { studentId, academicTermId, ...record }: RecordSave & AskedRecord,
): Promise<DetailsSaved> {
  const input = { studentId, academicTermId, employeeId: null };
  const { heading, student, record: stored } = await theDetails(person, input);
  const { class_id: classId, academic_term_id } = heading;
  const key = { classId, academicTermId: academic_term_id, studentKey: student.student_key };
  const target = await findReport(person, key, noTransaction);
  const found = { person, key, target, row: String(student.student_key), stored };
  const saved = await saveRecord(SAVED_REPORT, found, record);
  return { saved, details: await theDetails(person, input) };
}

async function theDetails(person: Person, input: AskedRecord & { employeeId: null }): Promise<TermDetails> {
  const [details] = await readTermDetails(person, input);
  if (!details) throw noSuchStudent();
  return details;
}
