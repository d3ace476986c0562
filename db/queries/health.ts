import { queryRow, queryRows, type ReadTransaction, runQuery, type Transaction } from "../index.ts";
import type { ErrorEvent } from "../models/installation.ts";

export type JobCounts = {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  /** The time when the oldest waiting job became ready; null if no job waits. */
  oldest_waiting: Date | null;
};

/** Counts the jobs of each name by state. A job that will be retried later counts as waiting, but not as late. */
export function countJobsByState(
  params: { names: readonly string[] },
  t: ReadTransaction,
): Promise<JobCounts[]> {
  return queryRows<JobCounts>(
    `select name,
            count(*) filter (where state in ('created', 'retry'))::integer as waiting,
            count(*) filter (where state = 'active')::integer as active,
            count(*) filter (where state = 'failed')::integer as failed,
            min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as oldest_waiting
       from pgboss.job
      where name = any ($names::text[])
      group by name
      order by name collate "C"`,
    params,
    t,
  );
}

export type FailedJob = { id: string; name: string; data: object; failed_at: Date; fault: string };

/**
 * SQL: the work whose last attempt failed. A failure is left out if a later job for the same work succeeded or is
 * waiting. pg-boss moves ended jobs to its archive after some hours.
 */
const FAILED = `
  select id, name, data, completed_on as failed_at, coalesce(output ->> 'message', '') as fault
    from (select distinct on (name, data) id, name, data, state, completed_on, output
            from (select id, name, data, state, completed_on, output, created_on from pgboss.job
                   where name = any ($names::text[])
                  union all
                  select id, name, data, state, completed_on, output, created_on from pgboss.archive
                   where name = any ($names::text[])) as j
           order by name, data, created_on desc, id) as latest
   where state = 'failed'`;

export function listFailedJobs(
  params: { names: readonly string[]; most: number },
  t: ReadTransaction,
): Promise<FailedJob[]> {
  return queryRows<FailedJob>(`${FAILED} order by completed_on desc, id limit $most`, params, t);
}

export function findFailedJob(
  params: { names: readonly string[]; id: string },
  t: ReadTransaction,
): Promise<FailedJob | null> {
  return queryRow<FailedJob>(`${FAILED} and id = $id::uuid`, params, t);
}

/** This is enough for the page about the server's health. The log has every error. */
const MOST_KEPT = 200;

type NewErrorEvent = Pick<ErrorEvent, "request_id" | "place" | "fault" | "source">;

/** Stores an event and deletes the oldest events above the limit. */
export async function createErrorEvent(event: NewErrorEvent, t: Transaction): Promise<void> {
  await runQuery(
    `insert into error_events (request_id, place, fault, source)
     values ($request_id, left($place, 200), left($fault, 200), left($source, 200))`,
    event,
    t,
  );
  await runQuery(
    `delete from error_events
      where error_event_id <= (select error_event_id from error_events order by error_event_id desc offset $kept limit 1)`,
    { kept: MOST_KEPT },
    t,
  );
}

export function listLastErrorEvents(params: { most: number }, t: ReadTransaction): Promise<ErrorEvent[]> {
  return queryRows<ErrorEvent>(
    `select error_event_id, happened_at, request_id, place, fault, source
       from error_events order by error_event_id desc limit $most`,
    params,
    t,
  );
}
