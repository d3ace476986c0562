import type { DecisionKind } from "#domain/rollover/rollover.ts";
import { row, rows, type Reading } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";

/** `classId` is set for the kind `class` of next year, `formClassId` for `form-class`; otherwise both are null. */
export type Decision = { kind: DecisionKind; classId: number | null; formClassId: string | null };

/** Tells whether the decision's class of the next year, or its form class, exists. */
export async function isDecisionPossible(
  params: Decision & { academicYearId: number },
  t: Reading,
): Promise<boolean> {
  const found = await row<{ possible: boolean }>(
    `select case $kind
              when 'class' then $formClassId::text is null and exists (
                   select from classes where class_id = $classId::integer and academic_year_id = $academicYearId::integer + 10001)
              when 'form-class' then $classId::integer is null and exists (
                   select from form_classes where form_class_id = $formClassId::text)
              else $classId::integer is null and $formClassId::text is null end as possible
      order by possible`,
    params,
    t,
  );
  return found?.possible ?? false;
}

type OfStudents = { studentKeys: readonly number[]; academicYearId: number };

/** Returns the number of students affected; unknown keys are ignored. */
export async function saveDecisions(
  { decision, ...params }: OfStudents & { decision: Decision; accountId: number },
  t: TermTransaction,
): Promise<number> {
  const stored = await rows(
    `insert into turn_decisions (student_key, academic_year_id, kind, class_id, form_class_id, decided_by)
     select s.id, $academicYearId::integer, $kind, $classId::integer, $formClassId::text, $accountId::integer
       from students s
      where s.id = any ($studentKeys::integer[])
      order by s.id
     on conflict (student_key, academic_year_id) do update
        set kind = excluded.kind, class_id = excluded.class_id, form_class_id = excluded.form_class_id,
            decided_by = excluded.decided_by, decided_at = now()
     returning student_key`,
    { ...params, ...decision },
    t,
  );
  return stored.length;
}

export async function deleteDecisions(params: OfStudents, t: TermTransaction): Promise<number> {
  const removed = await rows(
    `delete from turn_decisions
      where student_key = any ($studentKeys::integer[]) and academic_year_id = $academicYearId
      returning student_key`,
    params,
    t,
  );
  return removed.length;
}
