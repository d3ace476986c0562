import type PgBoss from "pg-boss";
import { transaction } from "#db/index.ts";
import { withJobLock } from "#db/queries/jobs/job-locks.ts";
import { requeueJobs } from "#db/queries/jobs/job-queue.ts";
import { histogram } from "#runtime/metrics.ts";
import { log } from "#runtime/log.ts";
import { WORKER, workKey, type Handler } from "./definitions.ts";

/** Every job wakes its loop, so this interval only matters if a notification was lost. */
const LOOK_ANYWAY_MS = 30_000;
const TAKE_TURNS_SECONDS = 5;

const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900];
const took = histogram({
  name: "termbook_job_seconds",
  help: "Seconds that jobs took, by name and outcome.",
  labelNames: ["job", "outcome"],
  buckets: SECONDS,
});

export type QueueLoop = { wake: () => void; stop: () => void; ended: Promise<void> };

/**
 * Works on the jobs of one handler, one at a time, until it is stopped; the current job is finished first.
 *
 * The loop replaces pg-boss's own `work()`, which was tried (10.4). `work()` neither awaits nor catches its
 * `complete()` and `fail()`, so a database that was away when a job ended caused an unhandled rejection, which ends the
 * process. `work()` also sleeps for a polling interval after each job, however many wait, and stores an error whole,
 * with the values that it carries.
 */
export function workThrough(boss: PgBoss, handler: Handler): QueueLoop {
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

/** A sleeper that loses no wake-up: one that comes while nobody sleeps ends the next sleep before it begins. */
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
 * Works on one job, and returns whether there was one. A job whose end cannot be recorded because the database is gone
 * is found again.
 */
async function takeOne(boss: PgBoss, handler: Handler): Promise<boolean> {
  const { name } = handler.job;
  try {
    const [job] = await boss.fetch<object>(name);
    if (!job) return false;
    const worked = await withJobLock(workKey(handler.job, job.data), () => workOn(boss, handler, job));
    if (!worked) await waitForTurn(job.id);
    return true;
  } catch (error) {
    log().error({ err: error, job: name }, "a job could not be taken or written off");
    return false;
  }
}

/** Puts a job back while another worker works on the same row, so that it runs after that. */
function waitForTurn(id: string): Promise<void> {
  return transaction(WORKER, (t) => requeueJobs({ ids: [id], afterSeconds: TAKE_TURNS_SECONDS }, t));
}

async function workOn(boss: PgBoss, { job, work }: Handler, { id, data }: PgBoss.Job<object>): Promise<void> {
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

/** Returns the message without the values that a database error carries: the queue holds no names and no marks. */
function reasonOf(error: unknown): { message: string } {
  return { message: error instanceof Error ? error.message : String(error) };
}
