import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";

type Statements = { executeSql: (text: string, values?: readonly unknown[]) => Promise<{ rows: object[] }> };

export function queueStatementsIn(t: Transaction): Statements {
  return {
    executeSql: async (text, values = []) => ({
      rows: await queryRows(
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
  /** True if the job was fetched so long ago that its worker must hold the job's lock by now. */
  is_settled: boolean;
};

/** Lists the jobs of these names that are waiting or running, oldest first. */
export function listQueuedJobs(
  params: { names: readonly string[]; settledAfterSeconds: number },
  t: ReadTransaction,
): Promise<QueuedJob[]> {
  return queryRows<QueuedJob>(
    `select id, name, data, state::text as state,
            coalesce(started_on < clock_timestamp() - make_interval(secs => $settledAfterSeconds), false) as is_settled
       from pgboss.job
      where name = any ($names::text[]) and state < 'completed'
      order by created_on, id`,
    params,
    t,
  );
}

/**
 * Returns fetched jobs to the queue, where they wait for some seconds. This does not count as a failed attempt, because
 * the jobs were not run.
 */
export function requeueJobs(
  params: { ids: readonly string[]; afterSeconds: number },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update pgboss.job
        set state = 'created', started_on = null, start_after = now() + make_interval(secs => $afterSeconds)
      where id = any ($ids::uuid[]) and state = 'active'`,
    params,
    t,
  );
}
