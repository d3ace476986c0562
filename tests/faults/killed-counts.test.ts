import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { closeConnections } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { recountStudents } from "#db/queries/people/student-counts.ts";
import { listWrongReportCounts, refreshCounts } from "#db/queries/reports/counts.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { killDatabase } from "#tests/support/postgres/kill-database.ts";
import { temporaryDirectory } from "#tests/support/server.ts";
import { ROOT } from "#tests/support/source.ts";

/** `npm run test:faults` sets the number; here it is small. */
const POINTS = Number(process.env["COUNTS_KILLS"] ?? 4);
/** About four marks, students and counts; later points repeat what these do. */
const STATEMENTS = 60;
const SECONDS = 1_000;

const flavour = "secondary";
const dataDir = await temporaryDirectory();
const cluster = path.join(dataDir, "database");
let server: EmbeddedServer = await startEmbedded({ dataDir: cluster, log: () => undefined });
afterAll(async () => {
  await closeConnections();
  await server.stop();
});

process.env["DATABASE_URL"] = server.url;
await migrate(server.url);
await createSchool({ flavour });
const teacher = await createTeacher();
for (const formClassId of ["1A", "2A"]) {
  const held = await createClass({ formClassId });
  await createLesson(teacher, held);
  await createStudents(held, 5);
}

/** The points are spread over the statements; every fifth is at a random moment instead, which 0 stands for. */
const points = Array.from({ length: POINTS }, (_, index) => ({
  kills: index % 2 === 1 ? ("database" as const) : ("process" as const),
  before: index % 5 === 4 ? 0 : 2 + Math.floor((index * STATEMENTS) / POINTS),
}));

test(
  "stored counts are those of a count from scratch after a process or the database is killed",
  { timeout: (POINTS + 3) * 30 * SECONDS },
  async () => {
    for (const { kills, before: statement } of points) {
      await refreshAll();
      const writer = doomed(statement);
      const how = await writer.stopped;
      if (kills === "database") await restartKilledDatabase();
      writer.child.kill("SIGKILL");
      await writer.gone;

      const wrong = await listWrongReportCounts(flavour);
      const { wereWrong } = await recountStudents();

      expect({ kills, statement, how, wrong, wereWrong }).toEqual({
        kills,
        statement,
        how: statement === 0 ? "moment" : "stopped",
        wrong: [],
        wereWrong: false,
      });
      await refreshAll();
      expect(await listWrongReportCounts(flavour)).toEqual([]);
    }
  },
);

async function refreshAll(): Promise<void> {
  for (const academicTermId of TERM_IDS) await refreshCounts({ academicTermId, flavour });
}

/** Starts a process that stops before a statement, or that writes on until it is killed. */
function doomed(statement: number) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/faults/counts-process.ts", String(statement)],
    { cwd: ROOT, env: { ...process.env, LOG_LEVEL: "silent" }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const stopped = statement === 0 ? aMoment() : lastLineOf(child);
  return { child, stopped, gone: once(child, "exit") };
}

async function lastLineOf({ stdout }: ChildProcess): Promise<string> {
  const lines = stdout ? createInterface({ input: stdout }) : [];
  for await (const line of lines) return line;
  return "died";
}

/** A process takes some seconds to start, and writes for a second or two. */
async function aMoment(): Promise<string> {
  await sleep((1 + Math.random() * 3) * SECONDS);
  return "moment";
}

/** Kills the database, which comes back on the same disk, on any free port. */
async function restartKilledDatabase(): Promise<void> {
  await closeConnections();
  await killDatabase(server.url);
  await server.stop().catch(() => undefined);
  server = await startEmbedded({ dataDir: cluster, log: () => undefined });
  process.env["DATABASE_URL"] = server.url;
}
