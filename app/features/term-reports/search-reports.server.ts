import { reading } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import type { ReportSearch } from "./dialogs.ts";
import { findReport } from "./find-report.server.ts";
import type { FoundReport } from "./find-report.server.ts";
import { reportUrl } from "./report-key.rules.ts";
import type { ReportKey } from "./report-key.rules.ts";

const LONGEST_SEARCH = 80;

/** Students of the class by id or part of a name, each with the way to their report (T2). @throws notFound */
export async function searchReports(
  person: Person,
  key: ReportKey,
  query: URLSearchParams,
): Promise<ReportSearch> {
  const { students } = await findReport(person, key, reading);
  const search = (query.get("q") ?? "").trim().slice(0, LONGEST_SEARCH);
  const words = search.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  return {
    closeTo: reportUrl(key),
    query: search,
    total: students.length,
    students: students.filter((student) => holdsAll(student, words)).map((student) => found(student, key)),
  };
}

function holdsAll({ student_id, first_name, last_name }: Student, words: readonly string[]): boolean {
  const text = `${student_id} ${first_name} ${last_name}`.toLocaleLowerCase("en");
  return words.every((word) => text.includes(word));
}

type Student = FoundReport["student"];

function found({ student_key, student_id, first_name, last_name }: Student, key: ReportKey) {
  const url = reportUrl({ ...key, studentKey: student_key });
  return { studentId: student_id, firstName: first_name, lastName: last_name, url };
}
