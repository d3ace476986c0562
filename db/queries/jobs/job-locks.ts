import { setTimeout as sleep } from "node:timers/promises";
import {
  connectionSettings,
  queryRow,
  queryRows,
  type ReadTransaction,
  type Transaction,
} from "../../index.ts";
import { createClient } from "../../connections.ts";

/** The first keys of the advisory locks: arbitrary numbers that only the worker uses. */
const JOB_LOCKS = 7_210_301;
const SWEEP_LOCK = 7_210_302;

const GOODBYE_MS = 5_000;

/**
 * Runs `work` while holding the lock of this key. A separate connection holds the lock, so that the lock always ends
 * with the process. Returns false without running `work` if another process holds the lock.
 */
export async function withJobLock(key: string, work: () => Promise<void>): Promise<boolean> {
  // If this connection is lost, the lock is lost too, and another worker may do the same work at the same time. Every
  // job allows for that.
  const client = createClient(connectionSettings("termbook job"));
  await client.connect();
  try {
    await client.query(NOTICE_LOST_MACHINES);
    const { rows: answers } = await client.query<{ taken: boolean }>(TAKE, [JOB_LOCKS, key]);
    if (!answers[0]?.taken) return false;
    await work();
    return true;
  } finally {
    await Promise.race([client.end(), sleep(GOODBYE_MS, null, { ref: false })]);
  }
}

const TAKE = "select pg_try_advisory_lock($1, hashtext($2)) as taken";

/** If the worker's machine loses power, nothing closes its connection. These settings let the server notice. */
const NOTICE_LOST_MACHINES =
  "set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

export async function filterLockedKeys(keys: readonly string[], t: ReadTransaction): Promise<Set<string>> {
  const locked = await queryRows<{ key: string }>(
    `select k.key
       from unnest($keys::text[]) as k (key)
      where exists (
              select 1
                from pg_locks l
               where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
                 and l.database = (select d.oid from pg_database d where d.datname = current_database())
                 and l.classid::bigint = $locks and l.objid::bigint = hashtext(k.key)::bigint & 4294967295)
      order by k.key`,
    { locks: JOB_LOCKS, keys },
    t,
  );
  return new Set(locked.map(({ key }) => key));
}

/** Lets only one worker look for unfinished work until the transaction ends. Returns whether it is this worker. */
export async function lockUnfinishedJobSearch(t: Transaction): Promise<boolean> {
  const lock = await queryRow<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock($lock) as taken",
    { lock: SWEEP_LOCK },
    t,
  );
  return lock?.taken ?? false;
}
