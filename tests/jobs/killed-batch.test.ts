import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { noTransaction, queryRows } from "#db/index.ts";
import { downloadBatch } from "#features/reports/batches/download/download-batch.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createPrincipal } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { getRequest } from "#tests/support/request.ts";
import { linesOf, pagesOf } from "#tests/templates/pdf-reader.ts";
import { ended, started } from "../features/reports/batches/batch-scenario.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** `npm run test:faults` sets the number, and uses a whole school. */
const { KILLS } = process.env;
const SECONDS = 1_000;

const databaseUrl = await freshDatabase();
if (KILLS) await loadDemoSchool({ databaseUrl, flavour: "secondary", today: "2026-06-26" });
else await smallSchool();
const principal = await createPrincipal();

test(
  "a batch outlives its killed workers, and every card is there once",
  { timeout: (Number(KILLS ?? 0) + 6) * 60 * SECONDS },
  async () => {
    const batchId = await started(principal);
    const made = new Map<number, Date>();
    for (let killed = 0; killed < Number(KILLS ?? 2); killed++) {
      const doomed = await worker();
      await sleep(Math.random() * 4 * SECONDS);
      doomed.kill("SIGKILL");
      await once(doomed, "exit");
      for (const [item, at] of await madeIn(batchId)) {
        // A finished document is not made again.
        expect(made.get(item) ?? at).toEqual(at);
        made.set(item, at);
      }
      console.info(`worker ${killed + 1} killed, ${made.size} classes made`);
    }

    await Promise.all([worker(), worker()]);
    await ended(batchId, 4 * 60 * SECONDS);

    const answer = await downloadBatch(
      principal.person,
      { batchId, form: "pdf", request: getRequest("/") },
      { address: "127.0.0.1" },
    );
    const [, ...pages] = pagesOf(Buffer.from(await answer.arrayBuffer()));
    const words = pages.flatMap((page) => [...new Set(linesOf(page).join(" ").split(" "))]);
    const expected = await studentsOfTerm();
    const isId = new Set(expected);
    expect(pages).toHaveLength(expected.length);
    expect(words.filter((word) => isId.has(word)).toSorted()).toEqual(expected);
  },
);

async function smallSchool(): Promise<void> {
  await createSchool({ flavour: "secondary" });
  for (const formClassId of ["1A", "2A", "3A", "4A", "5A", "6A"]) {
    for (const label of [`${formClassId} one`, `${formClassId} two`])
      await createStudents(await createClass({ formClassId, label }), 12);
  }
}

/** Lists the students who should have a card, by the printed id. */
async function studentsOfTerm(): Promise<string[]> {
  const students = await queryRows<{ student_id: string }>(
    `select s.student_id
       from registrations r
       join students s on s.id = r.student_key
      where r.academic_term_id = $1 and r.class_id is not null
      order by s.student_id`,
    [TERM_IDS[2]],
    noTransaction,
  );
  return students.map(({ student_id }) => student_id).toSorted();
}

async function worker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["app/server/program.mjs", "worker"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("the worker is ready")) break;
  }
  child.stdout.resume();
  return child;
}

/** Returns the time at which each item with a document was made. */
async function madeIn(batchId: number): Promise<[number, Date][]> {
  const items = await queryRows<{ batch_item_id: number; made_at: Date }>(
    `select i.batch_item_id, d.made_at
       from batch_items i
       join made_documents d using (made_document_id)
      where i.batch_id = $1
      order by i.batch_item_id`,
    [batchId],
    noTransaction,
  );
  return items.map(({ batch_item_id, made_at }) => [batch_item_id, made_at]);
}
