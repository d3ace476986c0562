import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { RolloverStep, TermRollover } from "../../models/rollover/rollovers.ts";
import type { AcademicTerm } from "../../models/school.ts";

export type RolloverRow = Omit<TermRollover, "attempts" | "carried_over"> & {
  from_year_id: number;
  to_year_id: number;
  asked_by_name: string;
  started_by_name: string | null;
  undo_asked_by_name: string | null;
};

const COLUMNS = `v.rollover_id, v.from_term_id, v.to_term_id, v.turns_year, v.term_start::text as term_start,
            v.term_end::text as term_end, v.total_sessions, v.next_term_start::text as next_term_start, v.state, v.fingerprint,
            v.asked_by, v.asked_at, v.rehearsed_at, v.started_by, v.started_at, v.ended_at, v.undo_asked_by, v.undo_asked_at,
            v.undone_at, v.fault, v.enrolled, v.staying, v.unplaced, v.promoted, v.repeating, v.leaving, v.nowhere, v.assumed,
            v.newcomers, v.on_roll, v.from_term_id / 10 as from_year_id, v.to_term_id / 10 as to_year_id`;

/** SQL: the name of the account's owner, or the user name if the account has no employee. */
const nameOf = (account: string) =>
  `(select coalesce(left(e.first_name, 1) || '. ' || e.last_name, a.user_name)
      from accounts a left join employees e using (employee_id) where a.account_id = ${account})`;

const ROLLOVERS = `select ${COLUMNS}, ${nameOf("v.asked_by")} as asked_by_name, ${nameOf("v.started_by")} as started_by_name,
            ${nameOf("v.undo_asked_by")} as undo_asked_by_name
       from term_rollovers v`;

export function findLatestRollover(t: ReadTransaction): Promise<RolloverRow | null> {
  return queryRow<RolloverRow>(`${ROLLOVERS} order by v.rollover_id desc limit 1`, [], t);
}

export function findRollover(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<RolloverRow | null> {
  return queryRow<RolloverRow>(
    `${ROLLOVERS} where v.rollover_id = $rolloverId order by v.rollover_id`,
    params,
    t,
  );
}

export function findLastStartedRollover(t: ReadTransaction): Promise<RolloverRow | null> {
  return queryRow<RolloverRow>(
    `${ROLLOVERS} where v.started_at is not null order by v.rollover_id desc limit 1`,
    [],
    t,
  );
}

export type RolloverUnderWay = Pick<TermRollover, "rollover_id" | "to_term_id" | "state" | "started_at">;

/** Finds the run that keeps others from changing the term's data now, if there is one. */
export function findRolloverUnderWay(t: ReadTransaction): Promise<RolloverUnderWay | null> {
  return queryRow<RolloverUnderWay>(
    `select rollover_id, to_term_id, state, started_at
       from term_rollovers
      where state in ('running', 'undoing')
      order by rollover_id`,
    [],
    t,
  );
}

export type RolloverStepRow = Omit<RolloverStep, "before">;

/** Lists the steps of a run in order. A rehearsal has none. */
export function listRolloverSteps(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<RolloverStepRow[]> {
  return queryRows<RolloverStepRow>(
    `select rollover_id, step, position, state, begun_at, ended_at, students
       from rollover_steps
      where rollover_id = $rolloverId
      order by position`,
    params,
    t,
  );
}

export type CalendarDates = Pick<AcademicTerm, "academic_term_id"> & { term_start: string; term_end: string };

export function listCalendarTerms(t: ReadTransaction): Promise<CalendarDates[]> {
  return queryRows<CalendarDates>(
    `select academic_term_id, term_start::text as term_start, term_end::text as term_end
       from academic_terms
      where academic_year_id is not null
      order by academic_term_id`,
    [],
    t,
  );
}
