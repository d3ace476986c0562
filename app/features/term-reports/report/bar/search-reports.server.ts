import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";
import { findReport, type StudentReport } from "../../find-report.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";

export type SearchReportsView = Awaited<ReturnType<typeof searchReports>>;

/** Lists the students of the class with links to their reports, for the search dialog. @throws notFound */
export async function searchReports(person: Person, key: ReportKey, query: URLSearchParams) {
  const { students } = await findReport(person, key, noTransaction);
  return {
    closeTo: reportUrl(key),
    query: parseSearchText(query.get("q")),
    students: students.map((student) => found(student, key)),
  };
}

type Student = StudentReport["student"];

function found({ student_key, student_id, first_name, last_name }: Student, key: ReportKey) {
  const url = reportUrl({ ...key, studentKey: student_key });
  return { studentId: student_id, firstName: first_name, lastName: last_name, url };
}
