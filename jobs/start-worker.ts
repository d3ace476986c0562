import PgBoss from "pg-boss";
import { connectionSettings } from "#db/index.ts";
import { listenForJobs } from "#db/queries/jobs/job-queue.ts";
import { SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import { log } from "#runtime/log.ts";
import type { JobHandler, Job } from "./definitions.ts";
import { startQueueLoop } from "./queue-loop.ts";
import { sendUnfinishedJobs } from "./unfinished.ts";

export type Worker = {
  /** Takes no new jobs and waits for the current ones. Resolves to false if they are not finished within the limit. */
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
