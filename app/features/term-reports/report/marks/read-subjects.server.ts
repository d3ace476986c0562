import { noTransaction, type Reading } from "#db/index.ts";
import { listReportedSubjects, type ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import type { Person } from "#domain/person.ts";
import { reportAverage } from "#domain/subject-results.ts";
import type { FoundClass } from "../../find-report.server.ts";
import { findReportOf } from "../../requested-reports.server.ts";
import type { ReportMarks, SubjectRow } from "../report.ts";
import { markColumns, subjectRow } from "./marks.rules.ts";

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

export type TermMarks = {
  /** The subjects have two fortnightly tests in this term. */
  fortnightly: boolean;
  subjects: (SubjectRow & { abbr: string })[];
};

/** Loads a student's marks of a term as the report shows them, one row per subject. @throws notFound */
export async function readTermMarks(
  person: Person,
  input: { studentId: string; academicTermId: number | null },
): Promise<TermMarks> {
  const found = await findReportOf(person, input);
  const { subjects, marks } = await readMarks(found, found.studentKey);
  const abbrOf = new Map(subjects.map(({ subject_id, abbr }) => [subject_id, abbr]));
  return {
    fortnightly: found.heading.assessment_type === "Forthnightly Test",
    subjects: marks.subjects.map((row) => ({ ...row, abbr: abbrOf.get(row.subject_id) ?? "" })),
  };
}
