import type { RolloverStepName } from "#domain/rollover/rollover.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { RolloverStep, TermRollover } from "../../models/rollover/rollovers.ts";
import type { TermDates } from "#domain/rollover/term-dates.ts";

export const ROLLOVER_RUN_COLUMNS = `v.rollover_id, v.from_term_id, v.to_term_id, v.turns_year, v.term_start::text as term_start, v.term_end::text as term_end,
            v.total_sessions, v.next_term_start::text as next_term_start, v.state, v.fingerprint, v.asked_by`;

/** A rehearsal or a run, with the data that its steps need. */
export type RolloverRunRow = TermDates &
  Pick<
    TermRollover,
    "rollover_id" | "from_term_id" | "to_term_id" | "turns_year" | "state" | "fingerprint" | "asked_by"
  >;

export function lockRollover(params: { rolloverId: number }, t: Transaction): Promise<RolloverRunRow | null> {
  return queryRow<RolloverRunRow>(
    `select ${ROLLOVER_RUN_COLUMNS} from term_rollovers v where v.rollover_id = $rolloverId order by v.rollover_id for update`,
    params,
    t,
  );
}

/** Marks a run as begun. From now on, nobody else can change data of the term. */
export async function beginRolloverRun(
  params: { rolloverId: number; accountId: number },
  t: Transaction,
): Promise<void> {
  await runQuery(
    `update term_rollovers
        set state = 'running', started_by = $accountId, started_at = clock_timestamp(), attempts = 0, fault = ''
      where rollover_id = $rolloverId and state = 'ready'`,
    params,
    t,
  );
  await runQuery(
    `insert into rollover_steps (rollover_id, step, position, state)
     select v.rollover_id, s.step, s.position, case when s.step = 'promote' and not v.turns_year then 'skipped' else 'waiting' end
       from term_rollovers v
      cross join unnest(array['advance', 'register', 'promote']) with ordinality s (step, position)
      where v.rollover_id = $rolloverId`,
    { rolloverId: params.rolloverId },
    t,
  );
}

/** Finds the next step of a run, or null if every step is done or skipped. */
export async function findNextRolloverStep(
  { rolloverId }: { rolloverId: number },
  t: ReadTransaction,
): Promise<RolloverStepName | null> {
  const next = await queryRow<Pick<RolloverStep, "step">>(
    `select step from rollover_steps where rollover_id = $rolloverId and state = 'waiting' order by position limit 1`,
    { rolloverId },
    t,
  );
  return next?.step ?? null;
}

type DoneStep = {
  rolloverId: number;
  step: RolloverStepName;
  students: number;
  begunAt: Date;
  before: object | null;
};

export function finishRolloverStep({ before, ...params }: DoneStep, t: Transaction): Promise<void> {
  return runQuery(
    `update rollover_steps
        set state = 'done', begun_at = $begunAt, ended_at = clock_timestamp(), students = $students, before = $before::jsonb
      where rollover_id = $rolloverId and step = $step`,
    { ...params, before: JSON.stringify(before) },
    t,
  );
}

export function finishRolloverRun(params: { rolloverId: number }, t: Transaction): Promise<void> {
  return runQuery(
    `update term_rollovers set state = 'done', ended_at = clock_timestamp(), attempts = 0 where rollover_id = $rolloverId`,
    params,
    t,
  );
}

/** Begins the undo of a run. @param params.accountId who requested the undo; null if the run failed */
export async function beginRolloverUndo(
  params: { rolloverId: number; accountId: number | null; fault: string; from: "running" | "done" },
  t: Transaction,
): Promise<boolean> {
  const begun = await queryRow(
    `update term_rollovers
        set state = 'undoing', undo_asked_by = $accountId, undo_asked_at = clock_timestamp(), fault = $fault, attempts = 0
      where rollover_id = $rolloverId and state = $from
      returning rollover_id`,
    params,
    t,
  );
  return begun !== null;
}

/** Lists the finished steps of a run, last first, with the data for undoing each. */
export function listDoneRolloverSteps(
  params: { rolloverId: number },
  t: Transaction,
): Promise<Pick<RolloverStep, "step" | "before">[]> {
  return queryRows(
    `select step, before from rollover_steps where rollover_id = $rolloverId and state = 'done' order by position desc`,
    params,
    t,
  );
}

export async function finishRolloverUndo(params: { rolloverId: number }, t: Transaction): Promise<void> {
  await runQuery(
    "update rollover_steps set state = 'undone' where rollover_id = $rolloverId and state = 'done'",
    params,
    t,
  );
  await runQuery(
    "update term_rollovers set state = 'undone', undone_at = clock_timestamp() where rollover_id = $rolloverId",
    params,
    t,
  );
}

/** Counts a failure. Returns the number of failures so far, or 0 if the run has ended. */
export async function recordRolloverFailure(params: { rolloverId: number }, t: Transaction): Promise<number> {
  const noted = await queryRow<Pick<TermRollover, "attempts">>(
    `update term_rollovers
        set attempts = attempts + 1
      where rollover_id = $rolloverId and state in ('rehearsing', 'running', 'undoing')
      returning attempts`,
    params,
    t,
  );
  return noted?.attempts ?? 0;
}

type UnfinishedRow = Pick<TermRollover, "rollover_id"> & {
  state: "rehearsing" | "running" | "undoing";
  step: RolloverStepName | null;
};

/** Lists the rehearsals and runs that need a job. A run also has its current step. */
export function listUnfinishedRollovers(t: ReadTransaction): Promise<UnfinishedRow[]> {
  return queryRows(
    `select v.rollover_id, v.state, (select s.step from rollover_steps s
                                      where s.rollover_id = v.rollover_id and s.state = 'waiting'
                                      order by s.position limit 1) as step
       from term_rollovers v
      where v.state in ('rehearsing', 'running', 'undoing')
      order by v.rollover_id`,
    [],
    t,
  );
}
