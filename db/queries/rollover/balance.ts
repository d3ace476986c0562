import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import type { RolloverFingerprint } from "#domain/rollover/rollover.ts";
import { queryRow, runQuery } from "../../index.ts";
import type { TermRollover } from "../../models/rollover/rollovers.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { RolloverRun } from "./plan.ts";

const count = (condition: string) => `count(f.student_key) filter (where ${condition})`;
const isWhat = (what: string) => count(`f.what = '${what}'`);

/**
 * Stores the totals of a rehearsal. The enrolled students are counted separately from their outcomes, so that a missing
 * outcome is noticed: a constraint rejects a ready rehearsal whose totals do not balance.
 */
export async function saveRehearsalBalance(
  { rollover_id: rolloverId }: RolloverRun,
  fingerprint: RolloverFingerprint,
  t: TermTransaction,
): Promise<TermRollover["state"]> {
  const stored = await queryRow<Pick<TermRollover, "state">>(
    `update term_rollovers v
        set enrolled = n.enrolled, staying = n.staying, unplaced = n.unplaced, promoted = n.promoted, repeating = n.repeating,
            leaving = n.leaving, nowhere = n.nowhere, assumed = n.assumed, newcomers = n.newcomers, on_roll = n.on_roll,
            fingerprint = $fingerprint::jsonb, rehearsed_at = clock_timestamp(),
            state = case when n.nowhere = 0 then 'ready' else 'refused' end
       from (select (select count(*) from students where student_status_id <= ${STUDENT_REGISTERED}) - ${isWhat("new")} as enrolled,
                    ${isWhat("staying")} as staying, ${isWhat("unplaced")} as unplaced, ${isWhat("promoted")} as promoted,
                    ${isWhat("repeating")} as repeating, ${isWhat("leaving")} as leaving, ${isWhat("nowhere")} as nowhere,
                    ${count("f.assumed")} as assumed, ${isWhat("new")} as newcomers,
                    ${count("f.what not in ('leaving', 'nowhere')")} as on_roll
               from rollover_fates f
              where f.rollover_id = $rolloverId) n
      where v.rollover_id = $rolloverId and v.state = 'rehearsing'
      returning v.state`,
    { rolloverId, fingerprint: JSON.stringify(fingerprint) },
    t,
  );
  if (!stored) throw new Error("The rehearsal is no longer running.");
  return stored.state;
}

/** Tells whether every student has a class to go to. Only then can the rehearsal try the steps. */
export async function isEverybodyPlaced({ rollover_id }: RolloverRun, t: TermTransaction): Promise<boolean> {
  const stuck = await queryRow(
    "select from rollover_fates where rollover_id = $rollover_id and what = 'nowhere' order by student_key limit 1",
    { rollover_id },
    t,
  );
  return stuck === null;
}

/** Counts students who, after all steps, are not where their outcome says. Run and rehearsal then differ. */
export async function countMisplacedStudents(
  { rollover_id, to_term_id }: RolloverRun,
  t: TermTransaction,
): Promise<number> {
  const found = await queryRow<{ students: number }>(
    `select count(*)::integer as students
       from rollover_fates f
       join students s on s.id = f.student_key
       left join registrations r on r.student_key = f.student_key and r.academic_term_id = $to_term_id
       left join term_records d on d.student_key = f.student_key and d.academic_term_id = $to_term_id
      where f.rollover_id = $rollover_id
        and (r.class_id is distinct from f.next_class_id
             or (f.next_class_id is not null and d.student_key is null)
             or s.student_status_id <> case when f.what = 'nowhere' then f.was_status_id else f.next_status_id end)
      order by students`,
    { rollover_id, to_term_id },
    t,
  );
  return found?.students ?? 0;
}

/** Deletes the outcomes of old rehearsals, which nobody can open any longer. */
export function deleteOldOutcomes(
  { rollover_id: rolloverId }: RolloverRun,
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `delete from rollover_fates f
      using term_rollovers v
      where v.rollover_id = f.rollover_id and v.rollover_id < $rolloverId and v.started_at is null`,
    { rolloverId },
    t,
  );
}
