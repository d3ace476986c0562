import PgBoss from "pg-boss";
import { connectionSettings, transaction } from "#db/index.ts";
import { listenForJobs, requeueJobs } from "#db/queries/jobs/job-queue.ts";
import { SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import { log } from "#runtime/log.ts";
import { withJobLock } from "#db/queries/jobs/job-locks.ts";
import { createHistogram } from "#runtime/metrics.ts";
import { type JobHandler, type Job, WORKER_ACTOR, jobLockKey } from "./definitions.ts";
import { sendUnfinishedJobs } from "./unfinished.ts";

export type Worker = {
  /**
   * Takes no new jobs and waits for the current jobs. Resolves to false if they are not finished within the limit.
   */
  stop: (limitMs: number) => Promise<boolean>;
};

const SWEEP_EVERY_MS = 15_000;
const QUEUE_CONNECTIONS = 2;
const QUEUE = {
  max: QUEUE_CONNECTIONS,
  migrate: false,
  cronWorkerIntervalSeconds: 30,
};

/** Starts working on the queue of this database. Rejects if `install.ts` has not created the queue. */
export async function startWorker(handlers: readonly JobHandler[]): Promise<Worker> {
  const boss = new PgBoss({ ...QUEUE, ...connectionSettings("termbook queue") });
  boss.on("error", (error) => log().error({ err: error }, "the queue had an error"));
  await boss.start();
  await writeSchedule(
    boss,
    handlers.map(({ job }) => job),
  );
  const loops = handlers.flatMap((handler) =>
    Array.from({ length: handler.atOnce }, () => ({
      name: handler.job.name,
      ...startQueueLoop(boss, handler),
    })),
  );
  const wakeAll = () => loops.forEach((loop) => loop.wake());
  const listener = listenForJobs({
    onJob: (name) => loops.forEach((loop) => loop.name === name && loop.wake()),
    onListening: wakeAll,
    onLost: (error) =>
      log().warn({ err: error }, "the worker is not notified of new jobs, so it checks every half minute"),
  });
  const sweeping = setInterval(() => void sweep(handlers), SWEEP_EVERY_MS);
  void sweep(handlers);

  async function stop(limitMs: number): Promise<boolean> {
    clearInterval(sweeping);
    loops.forEach((loop) => loop.stop());
    const finished = await within(limitMs, Promise.all(loops.map((loop) => loop.ended)));
    await Promise.all([listener.close(), boss.stop({ graceful: false })]);
    return finished;
  }

  return { stop };
}

/** Writes one schedule entry for each job, however many workers do so, and removes the entries of obsolete jobs. */
async function writeSchedule(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const planned = jobs.flatMap(({ name, cron }) => (cron === null ? [] : [{ name, cron }]));
  for (const { name } of await boss.getSchedules()) {
    if (!planned.some((job) => job.name === name)) await boss.unschedule(name);
  }
  for (const { name, cron } of planned) await boss.schedule(name, cron, {}, { tz: SCHOOL_TIME_ZONE });
}

async function sweep(handlers: readonly JobHandler[]): Promise<void> {
  try {
    const sent = await sendUnfinishedJobs(handlers);
    if (sent > 0) log().warn({ sent }, "unfinished work was sent again");
  } catch (error) {
    log().error({ err: error }, "unfinished work could not be found");
  }
}

/** Resolves to false if the work did not finish within the limit. */
async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A new job wakes its loop at once, so this polling interval matters only when a notification was lost. */
const LOOK_ANYWAY_MS = 30_000;
const TAKE_TURNS_SECONDS = 5;

const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900];
const took = createHistogram({
  name: "termbook_job_seconds",
  help: "Seconds that jobs took, by name and outcome.",
  labelNames: ["job", "outcome"],
  buckets: SECONDS,
});

type QueueLoop = { wake: () => void; stop: () => void; ended: Promise<void> };

/**
 * Works on the jobs of one handler, one at a time, until it is stopped; the current job is finished first.
 *
 * The loop replaces pg-boss's own `work()`, as of version 10.4. That function neither awaits nor catches its
 * `complete()` and `fail()`, so when the database is away at the end of a job, an unhandled rejection ends the process.
 * It also sleeps for a polling interval after each job, even when others wait, and stores errors with all the values
 * they contain.
 */
function startQueueLoop(boss: PgBoss, handler: JobHandler): QueueLoop {
  const sleeper = new Sleeper();
  let stopped = false;
  return { wake: () => sleeper.wake(), stop, ended: loop() };

  function stop(): void {
    stopped = true;
    sleeper.wake();
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      if (!(await takeOne(boss, handler))) await sleeper.sleep(LOOK_ANYWAY_MS);
    }
  }
}

/** Sleeps until it is woken. If it is woken while awake, its next sleep ends at once, so no wake-up is lost. */
class Sleeper {
  private isWoken = false;
  private end = () => {};

  wake(): void {
    this.isWoken = true;
    this.end();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.end = () => resolve(clearTimeout(timer));
      });
    }
    this.isWoken = false;
  }
}

/**
 * Runs the next job. Returns false if there was none. If the result cannot be recorded because the database is away,
 * the job is found and run again later.
 */
async function takeOne(boss: PgBoss, handler: JobHandler): Promise<boolean> {
  const { name } = handler.job;
  try {
    const [job] = await boss.fetch<object>(name);
    if (!job) return false;
    const worked = await withJobLock(jobLockKey(handler.job, job.data), () => workOn(boss, handler, job));
    if (!worked) await waitForTurn(job.id);
    return true;
  } catch (error) {
    log().error({ err: error, job: name }, "a job could not be started or recorded as failed");
    return false;
  }
}

/** Puts a job back into the queue because another worker is busy with the same row. The job runs again afterwards. */
function waitForTurn(id: string): Promise<void> {
  return transaction(WORKER_ACTOR, (t) => requeueJobs({ ids: [id], afterSeconds: TAKE_TURNS_SECONDS }, t));
}

async function workOn(
  boss: PgBoss,
  { job, work }: JobHandler,
  { id, data }: PgBoss.Job<object>,
): Promise<void> {
  const began = performance.now();
  const observe = (outcome: string) =>
    took.observe({ job: job.name, outcome }, (performance.now() - began) / 1000);
  try {
    await work(data);
  } catch (error) {
    observe("failed");
    log().error({ err: error, job: job.name, id }, "a job failed");
    await boss.fail(job.name, id, reasonOf(error));
    return;
  }
  observe("done");
  await boss.complete(job.name, id);
  log().info({ job: job.name, id, ms: Math.round(performance.now() - began) }, "a job is done");
}

/** Returns the error's message without the values of a database error: the queue must not hold names or marks. */
function reasonOf(error: unknown): { message: string } {
  return { message: error instanceof Error ? error.message : String(error) };
}
