import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listReportedSubjects, type ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import type { Person } from "#domain/person.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import type { ReportClass } from "../../find-report.server.ts";
import { findRequestedReport } from "../../requested-reports.server.ts";
import type { ReportMarks, ReportSubjectRow } from "../report.ts";
import { chooseMarkColumns, toReportSubjectRow } from "./marks.rules.ts";

type Found = Pick<ReportClass, "key" | "heading">;

/** Reads the results in each subject as the report card prints them, either of a whole class or of one student. */
export async function readReportSubjects(
  { key, heading }: Found,
  studentKey: number | null,
  t: ReadTransaction,
): Promise<(studentKey: number) => ReportedSubject[]> {
  const cards = { ...key, classIds: [key.classId], studentKey };
  const subjectsOf = await listReportedSubjects(cards, { byCriteria: heading.by_criteria }, t);
  return (of) => subjectsOf(of, heading);
}

/** Reads the results of one student as rows and columns of the table. */
export async function readReportMarks(
  found: Found,
  studentKey: number,
): Promise<{ subjects: ReportedSubject[]; marks: ReportMarks }> {
  const [subjectsOf, maxima] = await Promise.all([
    readReportSubjects(found, studentKey, noTransaction),
    listSubjectMaxima(found.key, noTransaction),
  ]);
  const subjects = subjectsOf(studentKey);
  const scheme = found.heading;
  const marks = {
    columns: chooseMarkColumns(subjects, scheme),
    subjects: subjects.map((subject) => toReportSubjectRow(subject, { maxima })),
    average: calculateReportAverage(subjects),
  };
  return { subjects, marks };
}

export type ReportTermMarks = {
  /** Whether subjects have two fortnightly tests in this term. */
  fortnightly: boolean;
  subjects: (ReportSubjectRow & { abbr: string })[];
};

/** Loads a student's marks for a term as the report shows them, one row per subject. @throws notFound */
export async function readReportTermMarks(
  person: Person,
  input: { studentId: string; academicTermId: number | null },
): Promise<ReportTermMarks> {
  const found = await findRequestedReport(person, input);
  const { subjects, marks } = await readReportMarks(found, found.studentKey);
  const abbrOf = new Map(subjects.map(({ subject_id, abbr }) => [subject_id, abbr]));
  return {
    fortnightly: found.heading.assessment_type === "Forthnightly Test",
    subjects: marks.subjects.map((row) => ({ ...row, abbr: abbrOf.get(row.subject_id) ?? "" })),
  };
}
