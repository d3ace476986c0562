import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { action as act } from "../../app/routes/students/import/import.tsx";
import { noTransaction, row, run, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { call, postForm } from "#tests/support/request.ts";
import { ROOT } from "#tests/support/source.ts";
import { fingerprint, judgedFile } from "../features/students/import/import-scenario.ts";

const SECONDS = 1_000;
const ROWS = 1_200;

await freshDatabase();
await createSchool();
const clerk = await createClerk();
await createStudents(await createClass({ formClassId: "Std 1" }), 5);

test(
  "an import whose worker is killed in its midst leaves nothing, and the next one does the whole",
  { timeout: 180 * SECONDS },
  async () => {
    const importId = await judged();
    const before = await fingerprint();
    const fields = { intent: "import", count: String(ROWS) };
    await call(act, postForm(`/app/students/import/${importId}`, fields, clerk), { importId });

    // What an import writes last: all students are there by then, for its transaction alone.
    await heldBack("import_images", async () => {
      const doomed = worker();
      await expect.poll(studentsAreWritten, { timeout: 60 * SECONDS, interval: 50 }).toBe(true);
      doomed.kill("SIGKILL");
      await once(doomed, "exit");
    });
    await expect.poll(waitingForLocks).toBe(0);

    expect(await stateOf(importId)).toBe("importing");
    expect(await fingerprint()).toEqual(before);
    worker();
    await expect.poll(() => stateOf(importId), { timeout: 90 * SECONDS, interval: 250 }).toBe("imported");
    expect(await countStudents()).toBe(ROWS + 5);
  },
);

async function judged(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, place) => `First${place},Last,9${place},Std 1`);
  const text = ["First Name,Last Name,Birth Certificate Pin,Class", ...rows].join("\n");
  const { id, state, counts } = await judgedFile(text, clerk);
  expect([state, counts.created]).toEqual(["judged", ROWS]);
  return id;
}

/** Nobody writes the table meanwhile. */
function heldBack(table: string, meanwhile: () => Promise<void>): Promise<void> {
  return transaction(TEST, async (t) => {
    await run(`lock table ${table} in share mode`, [], t);
    await meanwhile();
  });
}

/** Somebody has written students and waits for what is held back. */
async function studentsAreWritten(): Promise<boolean> {
  const found = await row<{ count: number }>(
    `select count(*)::integer as count
       from pg_locks w
       join pg_locks h using (pid)
      where w.relation = 'import_images'::regclass and not w.granted
        and h.relation = 'students'::regclass and h.mode = 'RowExclusiveLock' and h.granted
      order by 1`,
    [],
    noTransaction,
  );
  return found !== null && found.count > 0;
}

async function stateOf(importId: string): Promise<string | undefined> {
  const sql = "select i.state from imports i where i.import_id = $1 order by i.import_id";
  return (await row<{ state: string }>(sql, [importId], noTransaction))?.state;
}

async function countStudents(): Promise<number | undefined> {
  const sql = "select count(*)::integer as count from students order by 1";
  return (await row<{ count: number }>(sql, [], noTransaction))?.count;
}

/** A worker of the product. */
function worker(): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", "jobs/worker.ts"], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: "silent" },
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
