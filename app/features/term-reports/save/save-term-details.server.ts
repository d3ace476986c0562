import type { Person } from "#domain/person.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import { readTermDetails, type TermDetails } from "./read-term-details.server.ts";
import { SAVED_REPORT } from "./saved-report.server.ts";
import { noSuchStudent } from "../requested-reports.server.ts";
import { findReport } from "../find-report.server.ts";
import { noTransaction } from "#db/index.ts";

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
