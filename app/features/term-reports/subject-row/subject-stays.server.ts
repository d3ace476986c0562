import { noTransaction } from "#db/index.ts";
import type { ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { findReport } from "../find-report.server.ts";
import { readSubjects } from "../report/marks/read-subjects.server.ts";

/**
 * Whether the report has a row for a subject in which no marks are stored: as long as the student has lessons in it,
 * its marks can be deleted and the row cannot. @throws notFound
 */
export async function subjectStays(person: Person, key: ReportKey, subjectId: number): Promise<boolean> {
  const found = await findReport(person, key, noTransaction);
  const subjectsOf = await readSubjects(found, key.studentKey, noTransaction);
  return subjectsOf(key.studentKey).some(({ subject_id }) => subject_id === subjectId);
}
