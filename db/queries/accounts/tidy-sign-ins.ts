import { row } from "../../index.ts";
import type { Transaction } from "../../index.ts";

/** Sessions begun or last used longer ago than that. @returns how many there were */
export function removeSessionsOver({ hours }: { hours: number }, t: Transaction): Promise<number> {
  return counted(
    `delete from sessions
      where started_at < now() - make_interval(hours => $1) or last_seen_at < now() - make_interval(hours => $1)
     returning session_id`,
    hours,
    t,
  );
}

/** Attempts to sign in made longer ago than that. @returns how many there were */
export function removeAttemptsOver({ days }: { days: number }, t: Transaction): Promise<number> {
  return counted(
    "delete from login_attempts where at < now() - make_interval(days => $1) returning attempt_id",
    days,
    t,
  );
}

async function counted(removal: string, age: number, t: Transaction): Promise<number> {
  const removed = await row<{ removed: number }>(
    `with gone as (${removal}) select count(*)::integer as removed from gone order by removed`,
    [age],
    t,
  );
  return removed?.removed ?? 0;
}
