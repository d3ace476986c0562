import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { Subject } from "../../models/classes.ts";
import { AssessmentCriterion } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";

export type CriteriaKey = { subjectId: number; formLevel: number };

export type CriterionWithUse = Pick<AssessmentCriterion, "criterion_id" | "detail"> &
  NumericColumns<Pick<AssessmentCriterion, "version">> & {
    /** The number of grades for this criterion, in all years. */
    grades: number;
  };

export function listCriteriaWithUse(params: CriteriaKey, t: ReadTransaction): Promise<CriterionWithUse[]> {
  return queryRows<CriterionWithUse>(
    `select k.criterion_id, k.detail, k.version,
            (select count(*)::integer from criterion_grades g
              where g.criterion_id = k.criterion_id and g.grade is not null) as grades
       from assessment_criteria k
      where k.subject_id = $subjectId and k.form_level = $formLevel
      order by k.position, k.criterion_id`,
    params,
    t,
  );
}

export type CriteriaOfSubject = Pick<Subject, "subject_id"> & { details: string[] };

export function listCriteriaOfLevel(formLevel: number, t: ReadTransaction): Promise<CriteriaOfSubject[]> {
  return queryRows<CriteriaOfSubject>(
    `select k.subject_id, jsonb_agg(k.detail order by k.position, k.criterion_id) as details
       from assessment_criteria k
      where k.form_level = $formLevel
      group by k.subject_id
      order by k.subject_id`,
    { formLevel },
    t,
  );
}

export async function createCriteria(
  params: CriteriaKey & { details: readonly string[] },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into assessment_criteria (subject_id, form_level, detail, position)
     select $subjectId, $formLevel, n.detail, n.place + coalesce(
              (select max(position) from assessment_criteria where subject_id = $subjectId and form_level = $formLevel), 0)
       from unnest($details::text[]) with ordinality as n (detail, place)`,
    params,
    t,
  );
}

export async function updateCriterion(
  criterion_id: number,
  detail: string,
  t: TermTransaction,
): Promise<void> {
  await AssessmentCriterion.update({ detail }, { criterion_id }, t);
}

/** Deletes criteria without grades. Also deletes cleared grades, which are empty rows. */
export async function deleteCriteria(criteria: readonly number[], t: TermTransaction): Promise<void> {
  await runQuery(
    "delete from criterion_grades where criterion_id = any ($criteria) and grade is null",
    { criteria },
    t,
  );
  await runQuery("delete from assessment_criteria where criterion_id = any ($criteria)", { criteria }, t);
}
