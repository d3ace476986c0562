import { queryRow, runQuery, type ReadTransaction } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { RolloverRun } from "./plan.ts";
import { runInStudentSlices, IS_IN_STUDENT_SLICE } from "./slices.ts";
import { wasChangedSinceSql } from "./undo-closed.ts";

/** SQL condition: the student with outcome `f` has a class in the new term. */
const IS_REGISTERED = "f.what in ('staying', 'promoted', 'repeating', 'new')";

/**
 * Creates the missing registrations and term records of the new term. At the end of a year, students have no class
 * until they are promoted. Returns how many students have both.
 */
export async function registerAllStudents(rollover: RolloverRun, t: TermTransaction): Promise<number> {
  const { rollover_id: rolloverId, to_term_id: toTermId, turns_year: turnsYear } = rollover;
  await runInStudentSlices(REGISTER, { rolloverId, toTermId, turnsYear }, t);
  await runInStudentSlices(RECORD, { rolloverId, toTermId }, t);
  return (await countRegistrations(rollover, t)).registered;
}

const REGISTER = `
     with made as (
       insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
       select f.student_key, $toTermId::integer, $toTermId::integer / 10, case when $turnsYear::boolean then null else f.next_class_id end
         from rollover_fates f
        where ${IS_IN_STUDENT_SLICE} and ${IS_REGISTERED}
        order by f.student_key
       on conflict (student_key, academic_term_id) do nothing
       returning student_key)
     update rollover_fates f
        set registered = true
       from made m
      where f.rollover_id = $rolloverId and f.student_key = m.student_key`;

const RECORD = `
     with made as (
       insert into term_records (student_key, academic_term_id, total_sessions)
       select f.student_key, y.academic_term_id, y.total_sessions
         from rollover_fates f
         join academic_terms y on y.academic_term_id = $toTermId::integer
        where ${IS_IN_STUDENT_SLICE} and ${IS_REGISTERED}
        order by f.student_key
       on conflict (student_key, academic_term_id) do nothing
       returning student_key)
     update rollover_fates f
        set recorded = true
       from made m
      where f.rollover_id = $rolloverId and f.student_key = m.student_key`;

export type RegisteredCounts = { registered: number; total: number };

export async function countRegistrations(
  { rollover_id, to_term_id }: RolloverRun,
  t: ReadTransaction,
): Promise<RegisteredCounts> {
  const found = await queryRow<RegisteredCounts>(
    `select count(r.student_key)::integer as registered, count(*)::integer as total
       from rollover_fates f
       left join registrations r on r.student_key = f.student_key and r.academic_term_id = $to_term_id
      where f.rollover_id = $rollover_id and ${IS_REGISTERED}
      order by total`,
    { rollover_id, to_term_id },
    t,
  );
  return found ?? { registered: 0, total: 0 };
}

/**
 * Deletes the registrations and term records that the run created, and no others. Rows that people have changed since
 * are kept, and the next run to this term finds them.
 */
export async function undoRegisterAllStudents(rollover: RolloverRun, t: TermTransaction): Promise<void> {
  const { rollover_id: rolloverId, to_term_id: toTermId } = rollover;
  await runInStudentSlices(
    removeMade("term_records", "f.recorded", "d.term_record_id"),
    { rolloverId, toTermId },
    t,
  );
  await runInStudentSlices(
    removeMade("registrations", "f.registered", "d.registration_id"),
    { rolloverId, toTermId },
    t,
  );
  await runQuery(
    "update rollover_fates set registered = false, recorded = false where rollover_id = $rolloverId",
    { rolloverId },
    t,
  );
}

function removeMade(table: "term_records" | "registrations", wasMade: string, key: string): string {
  return `
     delete from ${table} d
      using rollover_fates f
      where ${IS_IN_STUDENT_SLICE} and ${wasMade} and d.student_key = f.student_key and d.academic_term_id = $toTermId
        and not ${wasChangedSinceSql(table, `${key}::text`)}`;
}
