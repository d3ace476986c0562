import { noTransaction } from "#db/index.ts";
import { subjectAbbreviations } from "#db/queries/subjects.ts";
import type { Person } from "#domain/person.ts";
import { findReportOf } from "../../asked-reports.server.ts";
import { readSubjects } from "./read-subjects.server.ts";
import type { SubjectRow } from "../report.ts";

export type TermMarks = {
  /** The subjects have two fortnightly tests in this term (T3). */
  fortnightly: boolean;
  subjects: (SubjectRow & { abbr: string })[];
};

/** A student's marks of a term, one row a subject, as the report has them. @throws notFound */
export async function readTermMarks(
  person: Person,
  asked: { studentId: string; academicTermId: number | null },
): Promise<TermMarks> {
  const { key, heading, studentKey } = await findReportOf(person, asked);
  const [subjectsOf, abbreviations] = await Promise.all([
    readSubjects({ key, heading }, studentKey, noTransaction),
    subjectAbbreviations(noTransaction),
  ]);
  const abbrOf = new Map(abbreviations.map(({ subject_id, abbr }) => [subject_id, abbr]));
  return {
    fortnightly: heading.assessment_type === "Forthnightly Test",
    subjects: subjectsOf(studentKey).map((row) => ({ ...row, abbr: abbrOf.get(row.subject_id) ?? "" })),
  };
}
