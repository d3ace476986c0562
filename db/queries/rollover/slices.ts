import { queryRows, runQuery } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";

/**
 * The number of students per statement. PostgreSQL keeps a statement's changes in memory until the audit trail is
 * written.
 */
const SLICE = 20_000;

/** Runs a statement for one slice of a run's students after another: from `$from`, up to but not including `$until`. */
export async function runInStudentSlices(
  sql: string,
  bind: { rolloverId: number } & Readonly<Record<string, number | boolean>>,
  t: TermTransaction,
): Promise<void> {
  const starts = await queryRows<{ student_key: number }>(
    `select student_key
       from (select student_key, row_number() over (order by student_key) as place
               from rollover_fates
              where rollover_id = $rolloverId) f
      where place % ${SLICE} = 1
      order by student_key`,
    { rolloverId: bind.rolloverId },
    t,
  );
  for (const [place, { student_key: from }] of starts.entries()) {
    await runQuery(sql, { ...bind, from, until: starts[place + 1]?.student_key ?? null }, t);
  }
}

/** SQL condition: the outcome `f` belongs to the run and the slice. */
export const IS_IN_STUDENT_SLICE = `f.rollover_id = $rolloverId and f.student_key >= $from
             and ($until::integer is null or f.student_key < $until)`;
