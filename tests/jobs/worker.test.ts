import PgBoss from "pg-boss";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { noTransaction, queryRow, queryRows, transaction } from "#db/index.ts";
import { defineHandler, JOBS, type JobHandler } from "#jobs/definitions.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { startWorker, type Worker } from "#jobs/start-worker.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { failing, practice } from "./practice-jobs.ts";

const url = await freshDatabase();
const IN_TIME_MS = 10_000;

await installQueue(url, [practice, failing]);

test("every job has its handler", () => {
  expect(JOB_HANDLERS.map(({ job }) => job)).toEqual(JOBS);
});

test("a commit wakes the worker at once", async () => {
  const worked: number[] = [];
  await running([defineHandler(practice, async ({ rowId }) => worked.push(rowId))]);
  await expect.poll(countListeners).toBe(1);

  await send(1);

  // Without a notification the worker looks after 30 seconds.
  await expect.poll(() => worked, { timeout: IN_TIME_MS }).toEqual([1]);
});

test("two workers share the jobs and none is worked on twice", async () => {
  const worked: number[] = [];
  const work = defineHandler(practice, async ({ rowId }) => {
    worked.push(rowId);
    await sleep(5);
  });
  await running([work]);
  await running([work]);
  const wanted = Array.from({ length: 40 }, (_, index) => 100 + index);

  await Promise.all(wanted.map(send));

  await finished();
  expect(worked.toSorted((one, other) => one - other)).toEqual(wanted);
});

test("two jobs for the same row take turns", async () => {
  const atOnce = { now: 0, most: 0, worked: 0 };
  const work = defineHandler(practice, async () => {
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await expect.poll(countPostponed, { timeout: IN_TIME_MS }).toBe(1);
    atOnce.now -= 1;
    atOnce.worked += 1;
  });
  await running([work]);
  await running([work]);

  await Promise.all([send(200), send(200)]);

  await expect.poll(() => atOnce.worked, { timeout: IN_TIME_MS }).toBe(1);
  expect(atOnce.most).toBe(1);
  await expect.poll(() => states(practice.name), { timeout: IN_TIME_MS }).toEqual(["created"]);
  await cleared();
});

test("an error is tried again, and given up after the last attempt", async () => {
  let attempts = 0;
  await running([
    defineHandler(failing, async () => {
      attempts += 1;
      throw new Error("always");
    }),
  ]);

  await transaction(TEST, (t) => enqueue(failing, { rowId: 300 }, t));

  await expect.poll(() => states(failing.name), { timeout: IN_TIME_MS }).toEqual(["failed"]);
  expect(attempts).toBe(3);
});

test("a worker that is stopped finishes what it has in hand and takes nothing more", async () => {
  const worked: number[] = [];
  const { released, release } = latch();
  const worker = await running([
    defineHandler(practice, async ({ rowId }) => {
      await released;
      worked.push(rowId);
    }),
  ]);
  await send(400);
  await expect.poll(() => states(practice.name)).toEqual(["active"]);
  await send(401);

  const stopping = worker.stop(IN_TIME_MS);
  release();

  expect(await stopping).toBe(true);
  expect(worked).toEqual([400]);
  await expect.poll(() => states(practice.name), { timeout: IN_TIME_MS }).toEqual(["created"]);
  await cleared();
});

test("a worker that cannot finish in time says so", async () => {
  const { released, release } = latch();
  const worker = await running([defineHandler(practice, () => released)]);
  await send(500);
  await expect.poll(() => states(practice.name)).toEqual(["active"]);

  const inTime = await worker.stop(100);

  expect(inTime).toBe(false);
  release();
  // The worker's queue is closed, so it can no longer be removed from it.
  await cleared();
});

test("a row that waits without a job in the queue is sent again", async () => {
  const worked: number[] = [];
  const unfinished = async () => (worked.includes(600) ? [] : [{ rowId: 600 }]);

  await running([defineHandler(practice, async ({ rowId }) => worked.push(rowId), { unfinished })]);

  await expect.poll(() => worked, { timeout: IN_TIME_MS }).toEqual([600]);
});

test("the schedule has one line a job, however many workers write it", async () => {
  await running(JOB_HANDLERS);
  await running(JOB_HANDLERS);

  const lines = await queryRows(
    "select name, cron, timezone from pgboss.schedule order by name",
    [],
    noTransaction,
  );

  expect(lines).toEqual(
    [
      "backups.keep",
      "batches.tidy",
      "counts.check",
      "files.tidy",
      "imports.tidy",
      "pictures.tidy",
      "security-events.tidy",
      "sessions.tidy",
    ].map((name) => ({
      name,
      cron: "15 3,10 * * *",
      timezone: "America/Port_of_Spain",
    })),
  );
});

test("a planned job that is no longer planned is taken out", async () => {
  await running(JOB_HANDLERS);

  await running([]);

  expect(await queryRows("select name from pgboss.schedule", [], noTransaction)).toEqual([]);
});

test("the worker is notified again after its connection broke", async () => {
  const worked: number[] = [];
  await running([defineHandler(practice, async ({ rowId }) => worked.push(rowId))]);
  await expect.poll(countListeners).toBe(1);
  const [broken] = await listeners();

  await queryRows("select pg_terminate_backend($1)", [broken], noTransaction);
  await expect.poll(async () => (await listeners()).filter((pid) => pid !== broken).length).toBe(1);
  await send(700);

  await expect.poll(() => worked, { timeout: IN_TIME_MS }).toEqual([700]);
});

async function running(handlers: readonly JobHandler[]): Promise<Worker> {
  const worker = await startWorker(handlers);
  onTestFinished(async () => {
    await worker.stop(5000);
  });
  return worker;
}

function send(rowId: number): Promise<void> {
  return transaction(TEST, (t) => enqueue(practice, { rowId }, t));
}

async function finished(): Promise<void> {
  await expect.poll(() => states(practice.name), { timeout: IN_TIME_MS }).toEqual([]);
}

/** Lists the states of jobs that are unfinished or failed. */
async function states(name: string): Promise<string[]> {
  const found = await queryRows<{ state: string }>(
    "select state::text as state from pgboss.job where name = $1 and state <> 'completed' order by created_on",
    [name],
    noTransaction,
  );
  return found.map(({ state }) => state);
}

async function cleared(): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.clearStorage();
  await boss.stop({ graceful: false });
}

/** Counts jobs that were returned to the queue because another worker had the lock. */
async function countPostponed(): Promise<number> {
  const found = await queryRow<{ postponed: number }>(
    `select count(*)::integer as postponed
       from pgboss.job
      where name = $1 and state = 'created' and start_after > created_on + interval '1 second'`,
    [practice.name],
    noTransaction,
  );
  return found?.postponed ?? 0;
}

async function countListeners(): Promise<number> {
  return (await listeners()).length;
}

async function listeners(): Promise<number[]> {
  const found = await queryRows<{ pid: number }>(
    `select pid
       from pg_stat_activity
      where application_name = 'termbook listener' and datname = current_database() and query = 'listen termbook_jobs'
      order by pid`,
    [],
    noTransaction,
  );
  return found.map(({ pid }) => pid);
}

function latch(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release };
}
