import type { TermDates } from "#domain/rollover/term-dates.ts";
import { queryRow, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { TermRollover } from "../../models/rollover/rollovers.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { ROLLOVER_RUN_COLUMNS, type RolloverRunRow } from "./run-states.ts";

export function findRolloverRun(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<RolloverRunRow | null> {
  return queryRow<RolloverRunRow>(
    `select ${ROLLOVER_RUN_COLUMNS} from term_rollovers v where v.rollover_id = $rolloverId order by v.rollover_id`,
    params,
    t,
  );
}

type NewRehearsal = TermDates & { fromTermId: number; toTermId: number; accountId: number };

/**
 * Creates a rehearsal and marks earlier rehearsals as stale. Returns null during a run, or if somebody else was
 * first.
 */
export async function createRehearsal(params: NewRehearsal, t: Transaction): Promise<number | null> {
  await runQuery(
    "update term_rollovers set state = 'stale' where state in ('ready', 'refused', 'rehearsing')",
    [],
    t,
  );
  const made = await queryRow<Pick<TermRollover, "rollover_id">>(
    `insert into term_rollovers (from_term_id, to_term_id, turns_year, term_start, term_end, total_sessions, next_term_start, asked_by)
     select $fromTermId::integer, $toTermId::integer, $fromTermId::integer / 10 <> $toTermId::integer / 10, $term_start::date,
            $term_end::date, $total_sessions::smallint, $next_term_start::date, $accountId::integer
      where not exists (select from term_rollovers where state in ('running', 'undoing'))
     on conflict do nothing
     returning rollover_id`,
    params,
    t,
  );
  return made?.rollover_id ?? null;
}

/** Finds a rehearsal in progress for the same rollover. */
export async function findRunningRehearsal(
  params: TermDates & { toTermId: number },
  t: Transaction,
): Promise<number | null> {
  const { toTermId, term_start, term_end, total_sessions, next_term_start } = params;
  const found = await queryRow<Pick<TermRollover, "rollover_id">>(
    `select rollover_id
       from term_rollovers
      where state = 'rehearsing' and to_term_id = $toTermId and term_start = $term_start and term_end = $term_end
        and total_sessions = $total_sessions and next_term_start = $next_term_start
      order by rollover_id`,
    { toTermId, term_start, term_end, total_sessions, next_term_start },
    t,
  );
  return found?.rollover_id ?? null;
}

export function failRehearsal(params: { rolloverId: number; fault: string }, t: Transaction): Promise<void> {
  return runQuery(
    "update term_rollovers set state = 'failed', fault = $fault where rollover_id = $rolloverId and state = 'rehearsing'",
    params,
    t,
  );
}

/** Runs `work` within the current transaction and rolls its changes back. Rejects with the error of `work`. */
export async function runAndRollBack(t: TermTransaction, work: () => Promise<void>): Promise<void> {
  await runQuery("savepoint before_it", [], t);
  try {
    await work();
  } finally {
    await runQuery("rollback to savepoint before_it", [], t);
  }
}
