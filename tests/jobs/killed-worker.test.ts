import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { closeConnections, noTransaction, queryRow, transaction } from "#db/index.ts";
import { tidySessionsJob, type Job } from "#jobs/definitions.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { migrateDatabase } from "#server/schema.ts";
import {
  asApplicationRole,
  createDatabase,
  databaseUrlOf,
  dropDatabase,
  makeApplicationRole,
  startPostgres,
} from "#tests/support/postgres/postgres-server.ts";
import { practice } from "./practice-jobs.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PRACTICE_WORKER = join(import.meta.dirname, "worker-process.ts");
const WITHIN_A_MINUTE = 60_000;
/** Every 15 s a worker looks for the jobs of killed ones, and must not take this one for such. */
const LONGER_THAN_A_SWEEP = "18000";

const server = await startPostgres({ durable: false });
const name = `termbook_test_${randomBytes(6).toString("hex")}`;
const migrationUrl = databaseUrlOf(server.url, name);
process.env.DATABASE_URL = asApplicationRole(migrationUrl);
await createDatabase(server.url, name);
await makeApplicationRole(server.url);
await migrateDatabase({ url: process.env.DATABASE_URL, migrationUrl });
await installQueue(migrationUrl, [practice]);

afterAll(async () => {
  await closeConnections();
  await dropDatabase(server.url, name);
  await server.stop();
});

test(
  "the job of a killed worker is taken up by another within a minute; one that is being worked on is left alone",
  async () => {
    const doomed = await start(PRACTICE_WORKER, ["600000"]);
    await send(practice, { rowId: 1 });
    await doomed.says("took 1");
    const slow = await start(PRACTICE_WORKER, [LONGER_THAN_A_SWEEP]);
    await send(practice, { rowId: 2 });
    await slow.says("took 2");
    const other = await start(PRACTICE_WORKER, ["10"]);
    const killed = Date.now();

    doomed.child.kill("SIGKILL");
    await other.says("finished 1", WITHIN_A_MINUTE);
    const taken = Date.now() - killed;
    await slow.says("finished 2", WITHIN_A_MINUTE);

    expect(taken).toBeLessThan(WITHIN_A_MINUTE);
    expect(other.lines).toEqual(["ready", "took 1", "finished 1"]);
    await expect.poll(() => stateOf(practice)).toBe("completed");
  },
  2 * WITHIN_A_MINUTE,
);

test("the worker of the product works, and ends on SIGTERM with nothing left open", async () => {
  const worker = await start(join("jobs", "worker.ts"), [], "the worker is ready");
  await send(tidySessionsJob, {});
  await expect.poll(() => stateOf(tidySessionsJob)).toBe("completed");
  const exited = once(worker.child, "exit");

  worker.child.kill("SIGTERM");

  expect(await exited).toEqual([0, null]);
});

type Process = {
  child: ChildProcess;
  lines: string[];
  says: (text: string, timeout?: number) => Promise<void>;
};

async function start(program: string, options: string[], readyLine = "ready"): Promise<Process> {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...options], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: "info", SESSION_SECRET: "a secret that only tests know, long enough" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (program === PRACTICE_WORKER && line.startsWith("{")) return;
    lines.push(line);
  });
  const says = (text: string, timeout = 20_000) =>
    vi.waitFor(() => expect(lines.some((line) => line.includes(text))).toBe(true), { timeout, interval: 50 });
  await says(readyLine);
  return { child, lines, says };
}

function send<Payload extends object>(job: Job<Payload>, payload: Payload): Promise<void> {
  return transaction({ system: "test" }, (t) => enqueue(job, payload, t));
}

/** Returns the state of the latest job of this kind. */
async function stateOf({ name: job }: Job): Promise<string | undefined> {
  const last = await queryRow<{ state: string }>(
    "select state::text as state from pgboss.job where name = $1 order by created_on desc, id limit 1",
    [job],
    noTransaction,
  );
  return last?.state;
}
