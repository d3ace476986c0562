import { rows, run, type Reading, type Transaction } from "../../index.ts";

type Statements = { executeSql: (text: string, values?: readonly unknown[]) => Promise<{ rows: object[] }> };

/** Lets pg-boss run its own statements inside our transaction: the job is there if and only if the rows are. */
export function statementsIn(t: Transaction): Statements {
  return {
    executeSql: async (text, values = []) => ({
      rows: await rows(
        text,
        values.map((value) => value ?? null),
        t,
      ),
    }),
  };
}

export type QueuedJob = {
  id: string;
  name: string;
  data: object | null;
  state: "created" | "retry" | "active";
  /** Fetched so long ago that whoever did it has taken its lock by now. */
  is_settled: boolean;
};

/** Jobs of these names that are waiting or being worked on, oldest first. */
export function queuedJobs(
  asked: { names: readonly string[]; settledAfterSeconds: number },
  t: Reading,
): Promise<QueuedJob[]> {
  return rows<QueuedJob>(
    `select id, name, data, state::text as state,
            coalesce(started_on < clock_timestamp() - make_interval(secs => $settledAfterSeconds), false) as is_settled
       from pgboss.job
      where name = any ($names::text[]) and state < 'completed'
      order by created_on, id`,
    asked,
    t,
  );
}

/**
 * Gives jobs that were taken and not worked on back to the queue, to be taken again after so many seconds. It does not
 * count as a failed attempt: those are for errors (design section 6).
 */
export function putBack(
  asked: { ids: readonly string[]; afterSeconds: number },
  t: Transaction,
): Promise<void> {
  return run(
    `update pgboss.job
        set state = 'created', started_on = null, start_after = now() + make_interval(secs => $afterSeconds)
      where id = any ($ids::uuid[]) and state = 'active'`,
    asked,
    t,
  );
}
