import PgBoss from "pg-boss";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { noTransaction, row, rows, transaction } from "#db/index.ts";
import { handle, JOBS, type Handler } from "#jobs/definitions.ts";
import { HANDLERS } from "#jobs/handlers.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { startWorker, type Worker } from "#jobs/start-worker.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { failing, practice } from "./practice-jobs.ts";

const url = await freshDatabase();
await installQueue(url, [practice, failing]);

test("every job has its handler", () => {
  expect(HANDLERS.map(({ job }) => job)).toEqual(JOBS);
});

test("a commit wakes the worker at once", async () => {
  const worked: number[] = [];
  await running([handle(practice, async ({ rowId }) => worked.push(rowId))]);
  await vi.waitFor(async () => expect(await listeners()).toBe(1));
  await sleep(100);

  await send(1);

  await vi.waitFor(() => expect(worked).toEqual([1]), { timeout: 1000, interval: 10 });
});

test("two workers share the jobs and none is worked on twice", async () => {
  const worked: number[] = [];
  const work = handle(practice, async ({ rowId }) => {
    worked.push(rowId);
    await sleep(5);
  });
  await running([work]);
  await running([work]);
  const wanted = Array.from({ length: 40 }, (_, place) => 100 + place);

  await Promise.all(wanted.map(send));

  await finished();
  expect(worked.toSorted((one, other) => one - other)).toEqual(wanted);
});

test("two jobs for the same row take turns", async () => {
  const atOnce = { now: 0, most: 0, worked: 0 };
  const work = handle(practice, async () => {
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await sleep(300);
    atOnce.now -= 1;
    atOnce.worked += 1;
  });
  await running([work]);
  await running([work]);

  await Promise.all([send(200), send(200)]);

  await vi.waitFor(() => expect(atOnce.worked).toBe(1), { timeout: 5000 });
  expect(atOnce.most).toBe(1);
  expect(await states(practice.name)).toEqual(["created"]);
  await cleared();
});

test("an error is tried again, and given up after the last attempt", async () => {
  let attempts = 0;
  await running([
    handle(failing, async () => {
      attempts += 1;
      throw new Error("always");
    }),
  ]);

  await transaction(TEST, (t) => enqueue(failing, { rowId: 300 }, t));

  await vi.waitFor(async () => expect(await states(failing.name)).toEqual(["failed"]), { timeout: 5000 });
  expect(attempts).toBe(3);
});

test("a worker that is stopped finishes what it has in hand and takes nothing more", async () => {
  const worked: number[] = [];
  const worker = await running([
    handle(practice, async ({ rowId }) => {
      await sleep(300);
      worked.push(rowId);
    }),
  ]);
  await send(400);
  await vi.waitFor(async () => expect(await states(practice.name)).toEqual(["active"]), { interval: 10 });
  await send(401);

  const inTime = await worker.stop(5000);

  expect(inTime).toBe(true);
  expect(worked).toEqual([400]);
  expect(await states(practice.name)).toEqual(["created"]);
  await cleared();
});

test("a worker that cannot finish in time says so", async () => {
  const worker = await running([handle(practice, () => sleep(1500))]);
  await send(500);
  await vi.waitFor(async () => expect(await states(practice.name)).toEqual(["active"]), { interval: 10 });

  const inTime = await worker.stop(100);

  expect(inTime).toBe(false);
  await sleep(1600);
  await cleared();
});

test("a row that waits without a job in the queue is sent again", async () => {
  const worked: number[] = [];
  const unfinished = async () => (worked.includes(600) ? [] : [{ rowId: 600 }]);

  await running([handle(practice, async ({ rowId }) => worked.push(rowId), { unfinished })]);

  await vi.waitFor(() => expect(worked).toEqual([600]), { timeout: 2000 });
});

test("the schedule has one line a job, however many workers write it", async () => {
  await running(HANDLERS);
  await running(HANDLERS);

  const lines = await rows("select name, cron, timezone from pgboss.schedule", [], noTransaction);

  expect(lines).toEqual([
    { name: "sessions.tidy", cron: "15 3,10 * * *", timezone: "America/Port_of_Spain" },
  ]);
});

test("a planned job that is no longer planned is taken out", async () => {
  await running(HANDLERS);

  await running([]);

  expect(await rows("select name from pgboss.schedule", [], noTransaction)).toEqual([]);
});

test("the worker is notified again after its connection broke", async () => {
  const worked: number[] = [];
  await running([handle(practice, async ({ rowId }) => worked.push(rowId))]);
  await vi.waitFor(async () => expect(await listeners()).toBe(1));
  const broken =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'termbook listener'";
  await rows(broken, [], noTransaction);

  await vi.waitFor(async () => expect(await listeners()).toBe(1), { timeout: 3000 });
  await send(700);

  await vi.waitFor(() => expect(worked).toEqual([700]), { timeout: 1000, interval: 10 });
});

async function running(handlers: readonly Handler[]): Promise<Worker> {
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
  await vi.waitFor(async () => expect(await states(practice.name)).toEqual([]), { timeout: 10_000 });
}

/** Of the jobs that are not done, or that failed. */
async function states(name: string): Promise<string[]> {
  const found = await rows<{ state: string }>(
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

async function listeners(): Promise<number> {
  const found = await row<{ bells: number }>(
    `select count(*)::integer as bells from pg_stat_activity
      where application_name = 'termbook listener' and datname = current_database() and query = 'listen termbook_jobs'`,
    [],
    noTransaction,
  );
  return found?.bells ?? 0;
}
