import type { DecisionKind } from "#domain/rollover/rollover.ts";
import { row, rows, type ReadTransaction } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";

/** A decision; `classId` is set for the kind `class`, `formClassId` for `form-class`, otherwise null. */
export type NewRolloverDecision = { kind: DecisionKind; classId: number | null; formClassId: string | null };

/** Tells whether the class or form class of a decision exists in the next year. */
export async function isDecisionPossible(
  params: NewRolloverDecision & { academicYearId: number },
  t: ReadTransaction,
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

/** Stores a decision for several students. Returns the number of students; unknown keys are ignored. */
export async function saveRolloverDecisions(
  { decision, ...params }: OfStudents & { decision: NewRolloverDecision; accountId: number },
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

export async function deleteRolloverDecisions(params: OfStudents, t: TermTransaction): Promise<number> {
  const removed = await rows(
    `delete from turn_decisions
      where student_key = any ($studentKeys::integer[]) and academic_year_id = $academicYearId
      returning student_key`,
    params,
    t,
  );
  return removed.length;
}
