import { noTransaction } from "#db/index.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import type { ReportHeading, ReportStudentRow } from "#db/queries/reports/term-reports.ts";
import type { Lock } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import { findReports, type ReportsRequest, type FoundReports } from "../requested-reports.server.ts";

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
