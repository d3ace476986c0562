import { row, rows, type Reading } from "../../index.ts";

export type JobCounts = {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  /** Since when the oldest that could be begun waits; null where none does. */
  oldest_waiting: Date | null;
};

/** Of each of these names that has any: a job that is to be tried again later waits, but is not late. */
export function jobCounts(asked: { names: readonly string[] }, t: Reading): Promise<JobCounts[]> {
  return rows<JobCounts>(
    `select name,
            count(*) filter (where state in ('created', 'retry'))::integer as waiting,
            count(*) filter (where state = 'active')::integer as active,
            count(*) filter (where state = 'failed')::integer as failed,
            min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as oldest_waiting
       from pgboss.job
      where name = any ($names::text[])
      group by name
      order by name collate "C"`,
    asked,
    t,
  );
}

export type FailedJob = { id: string; name: string; data: object; failed_at: Date; fault: string };

/**
 * Work whose last attempt failed: one that came after it and is done, or waits, makes it good. pg-boss moves what ended
 * to its archive after some hours.
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

/** The latest first. */
export function failedJobs(
  asked: { names: readonly string[]; most: number },
  t: Reading,
): Promise<FailedJob[]> {
  return rows<FailedJob>(`${FAILED} order by completed_on desc, id limit $most`, asked, t);
}

export function failedJob(
  asked: { names: readonly string[]; id: string },
  t: Reading,
): Promise<FailedJob | null> {
  return row<FailedJob>(`${FAILED} and id = $id::uuid`, asked, t);
}
