import type { Person } from "#domain/person.ts";
import { findReportOf } from "../../requested-reports.server.ts";
import type { SubjectRow } from "../report.ts";
import { readMarks } from "./read-subjects.server.ts";

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
