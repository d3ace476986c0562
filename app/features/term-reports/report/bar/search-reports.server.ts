import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { searchText } from "#domain/text/search-text.ts";
import { findReport, type FoundReport } from "../../find-report.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";

export type SearchView = Awaited<ReturnType<typeof searchReports>>;

/** The students of the class, each with the way to their report, and what is looked for among them (T2). @throws notFound */
export async function searchReports(person: Person, key: ReportKey, query: URLSearchParams) {
  const { students } = await findReport(person, key, noTransaction);
  return {
    closeTo: reportUrl(key),
    query: searchText(query.get("q")),
    students: students.map((student) => found(student, key)),
  };
}

type Student = FoundReport["student"];

function found({ student_key, student_id, first_name, last_name }: Student, key: ReportKey) {
  const url = reportUrl({ ...key, studentKey: student_key });
  return { studentId: student_id, firstName: first_name, lastName: last_name, url };
}
