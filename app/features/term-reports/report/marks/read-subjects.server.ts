import { noTransaction, type Reading } from "#db/index.ts";
import { listReportedSubjects, type ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import { reportAverage } from "#domain/subject-results.ts";
import type { FoundClass } from "../../find-report.server.ts";
import type { ReportMarks } from "../report.ts";
import { markColumns, subjectRow } from "./subject-rows.rules.ts";

type Found = Pick<FoundClass, "key" | "heading">;

/** Reads the results of each student of a class, or of one student, in each subject, as the report card prints them. */
export async function readSubjects(
  { key, heading }: Found,
  studentKey: number | null,
  t: Reading,
): Promise<(studentKey: number) => ReportedSubject[]> {
  const cards = { ...key, classIds: [key.classId], studentKey };
  const subjectsOf = await listReportedSubjects(cards, { byCriteria: heading.by_criteria }, t);
  return (of) => subjectsOf(of, heading);
}

/** Reads the results of one student, and the table that shows them. */
export async function readMarks(
  found: Found,
  studentKey: number,
): Promise<{ subjects: ReportedSubject[]; marks: ReportMarks }> {
  const [subjectsOf, maxima] = await Promise.all([
    readSubjects(found, studentKey, noTransaction),
    listSubjectMaxima(found.key, noTransaction),
  ]);
  const subjects = subjectsOf(studentKey);
  const scheme = found.heading;
  const marks = {
    columns: markColumns(subjects, scheme),
    subjects: subjects.map((subject) => subjectRow(subject, { scheme, maxima })),
    average: reportAverage(subjects),
  };
  return { subjects, marks };
}
