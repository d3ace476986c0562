import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  queryRows,
  runQuery,
  type ReadTransaction,
  type Transaction,
  connectionSettings,
} from "../../index.ts";

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

const CHANNEL = "termbook_jobs";
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** A connection that only listens may be silent for hours, so it is tested at this interval. */
const PROBE_EVERY_MS = 30_000;

export function notifyWorkers(name: string, t: Transaction): Promise<void> {
  return runQuery("select pg_notify($channel, $name)", { channel: CHANNEL, name }, t);
}

type JobListener = { close: () => Promise<void> };

type Callbacks = {
  onJob: (name: string) => void;
  /** Called after each connection or reconnection, because notifications sent before that are lost. */
  onListening: () => void;
  onLost: (error: unknown) => void;
};

/** Listens for new jobs on a separate connection until it is closed. Reconnects if the connection breaks. */
export function listenForJobs(callbacks: Callbacks): JobListener {
  const closing = new AbortController();
  const listening = keepListening(callbacks, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}

async function keepListening(callbacks: Callbacks, closing: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  const onListening = () => {
    wait = FIRST_WAIT_MS;
    callbacks.onListening();
  };
  while (!closing.aborted) {
    try {
      await listenOnce({ ...callbacks, onListening }, closing);
    } catch (error) {
      callbacks.onLost(error);
      await sleep(wait, null, { signal: closing }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
}

/** Listens on one connection until closed. Rejects if the connection cannot be made or breaks. */
async function listenOnce({ onJob, onListening }: Callbacks, closing: AbortSignal): Promise<void> {
  const client = new pg.Client(connectionSettings("termbook listener"));
  const over = new Promise<void>((resolve, reject) => {
    client.on("error", reject);
    client.on("end", () => (closing.aborted ? resolve() : reject(new Error("The connection was closed."))));
  });
  const hangUp = () => void client.end().catch(() => {});
  const probing = setInterval(() => void client.query("select 1").catch(() => hangUp()), PROBE_EVERY_MS);
  client.on("notification", ({ payload }) => onJob(payload ?? ""));
  closing.addEventListener("abort", hangUp);
  try {
    await Promise.race([over, client.connect().then(() => client.query(`listen ${CHANNEL}`))]);
    if (!closing.aborted) onListening();
    await over;
  } finally {
    clearInterval(probing);
    closing.removeEventListener("abort", hangUp);
    hangUp();
  }
}
