import { transaction, type Transaction } from "#db/index.ts";
import { lockUnfinishedJobSearch, filterLockedKeys } from "#db/queries/jobs/job-locks.ts";
import { requeueJobs, listQueuedJobs, type QueuedJob, notifyWorkers } from "#db/queries/jobs/job-queue.ts";
import { WORKER_ACTOR, jobLockKey, type JobHandler } from "./definitions.ts";
import { enqueue } from "./queue.ts";

/** Before this time, a fetched job may not be locked yet, because a worker first fetches a job and then locks it. */
const SETTLED_AFTER_SECONDS = 5;

/**
 * Sends a job again if its worker was killed, and sends a job for each waiting row that has none in the queue. Our own
 * tables decide which work is unfinished; pg-boss only wakes the workers. A held lock shows that the worker is alive.
 * Returns the number of jobs that were sent.
 */
export function sendUnfinishedJobs(handlers: readonly JobHandler[]): Promise<number> {
  return transaction(WORKER_ACTOR, async (t) => {
    if (!(await lockUnfinishedJobSearch(t))) return 0;
    const names = handlers.map(({ job }) => job.name);
    const queued = await listQueuedJobs({ names, settledAfterSeconds: SETTLED_AFTER_SECONDS }, t);
    const abandoned = await putAbandonedBack(handlers, queued, t);
    const forgotten = await sendForgotten(handlers, queued, t);
    return abandoned + forgotten;
  });
}

async function putAbandonedBack(
  handlers: readonly JobHandler[],
  queued: readonly QueuedJob[],
  t: Transaction,
): Promise<number> {
  const taken = queued.filter(({ state, is_settled }) => state === "active" && is_settled);
  const keyed = taken.map((job) => ({ ...job, key: keyOf(handlers, job) }));
  const locked = await filterLockedKeys(
    keyed.map(({ key }) => key),
    t,
  );
  const abandoned = keyed.filter(({ key }) => !locked.has(key));
  await requeueJobs({ ids: abandoned.map(({ id }) => id), afterSeconds: 0 }, t);
  for (const name of new Set(abandoned.map((job) => job.name))) await notifyWorkers(name, t);
  return abandoned.length;
}

async function sendForgotten(
  handlers: readonly JobHandler[],
  queued: readonly QueuedJob[],
  t: Transaction,
): Promise<number> {
  const inQueue = new Set(queued.map((job) => keyOf(handlers, job)));
  let sent = 0;
  for (const { job, unfinished } of handlers) {
    const waiting = (await unfinished()).map((payload) => ({ payload, key: jobLockKey(job, payload) }));
    const locked = await filterLockedKeys(
      waiting.map(({ key }) => key),
      t,
    );
    for (const { payload, key } of waiting) {
      if (inQueue.has(key) || locked.has(key)) continue;
      await enqueue(job, payload, t);
      sent += 1;
    }
  }
  return sent;
}

/** Returns the lock key of a queued job. Its handler always exists, because only jobs with known names were read. */
function keyOf(handlers: readonly JobHandler[], { name, data }: QueuedJob): string {
  const handler = handlers.find(({ job }) => job.name === name);
  return handler ? jobLockKey(handler.job, data) : name;
}
