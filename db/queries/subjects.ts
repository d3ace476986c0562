import { rows } from "../index.ts";
import type { Reading } from "../index.ts";

export type SubjectRow = { subject_id: number; title: string; abbr: string };

/** The subjects that the school teaches, by title. */
export function activeSubjects(t: Reading): Promise<SubjectRow[]> {
  return rows<SubjectRow>(
    "select subject_id, title, abbr from subjects where is_active order by title collate names, subject_id",
    [],
    t,
  );
}

export type CriterionRow = { criterion_id: number; detail: string };

/** What a subject is graded by at a form level where classes are graded by criteria. */
export function criteriaOfSubject(
  { subjectId, formLevel }: { subjectId: number; formLevel: number },
  t: Reading,
): Promise<CriterionRow[]> {
  return rows<CriterionRow>(
    `select criterion_id, detail
       from assessment_criteria
      where subject_id = $1 and form_level = $2
      order by position, criterion_id`,
    [subjectId, formLevel],
    t,
  );
}
