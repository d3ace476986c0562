import type { ReadTransaction } from "../index.ts";
import { Subject } from "../models/classes.ts";
import { AssessmentCriterion } from "../models/marks.ts";
import { orderByName } from "../models/table.ts";

export type SubjectRow = Pick<Subject, "subject_id" | "title" | "abbr">;

export function listActiveSubjects(t: ReadTransaction): Promise<SubjectRow[]> {
  return Subject.select(
    ["subject_id", "title", "abbr"],
    { where: { is_active: true }, order: [orderByName("title"), "subject_id"] },
    t,
  );
}

export type CriterionRow = Pick<AssessmentCriterion, "criterion_id" | "detail">;

/** Lists a subject's criteria at a form level, for classes graded by criteria. */
export function listCriteriaOfSubject(
  { subjectId, formLevel }: { subjectId: number; formLevel: number },
  t: ReadTransaction,
): Promise<CriterionRow[]> {
  return AssessmentCriterion.select(
    ["criterion_id", "detail"],
    { where: { subject_id: subjectId, form_level: formLevel }, order: ["position", "criterion_id"] },
    t,
  );
}
