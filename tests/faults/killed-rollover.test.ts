import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { closeConnections, noTransaction } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { findLastStartedRollover } from "#db/queries/rollover/rollovers.ts";
import { installQueue } from "#jobs/install.ts";
import { startRollover, undoRollover } from "#features/rollover/start-run.server.ts";
import { killDatabase } from "#tests/support/postgres/kill-database.ts";
import { temporaryDirectory } from "#tests/support/server.ts";
import { ROOT } from "#tests/support/source.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import {
  createNextClass,
  fingerprintOfSchool,
  rehearsed,
  rollover,
  completeRollover,
  work,
} from "../features/rollover/rollover-scenario.ts";

/** `npm run test:faults` sets the number; here it is small. */
const POINTS = Number(process.env["TURN_KILLS"] ?? 4);
/** More than a run takes, so that the last points come after its end. The long form checks that they do. */
const STATEMENTS = 100;
const SECONDS = 1_000;

const dataDir = await temporaryDirectory();
const cluster = path.join(dataDir, "database");
let server: EmbeddedServer = await startEmbedded({ dataDir: cluster, log: () => undefined });
afterAll(async () => {
  await closeConnections();
  await server.stop();
});

process.env["DATABASE_URL"] = server.url;
await migrate(server.url);
await installQueue(server.url);
const admin = await smallSchool();

/** The points are spread over a run; in the long form every fifth is at a random moment instead, which 0 stands for. */
const points = Array.from({ length: POINTS }, (_, index) => ({
  kills: index % 3 === 2 ? ("database" as const) : ("worker" as const),
  before: POINTS > 20 && index % 5 === 4 ? 0 : 1 + Math.floor((index * STATEMENTS) / POINTS),
}));

test(
  "a turn whose worker or database is killed is as before it or as after the whole of it",
  { timeout: (POINTS + 3) * 60 * SECONDS },
  async () => {
    const before = await fingerprintOfSchool();
    await completeRollover(admin);
    const after = await fingerprintOfSchool();
    await takenBack();
    expect(await fingerprintOfSchool()).toEqual(before);

    let cut = 0;
    const afterEnd: number[] = [];
    for (const { kills, before: statement } of points) {
      const { rollover_id: rolloverId } = await rehearsed(admin);
      await startRollover(admin.person, { rolloverId });
      const worker = doomed(statement);
      const how = await Promise.race([worker.stopped, ended(rolloverId), momentFor(statement)]);
      expect({ statement, how }).not.toEqual({ statement, how: "died" });
      if (how !== "ended") cut += 1;
      else if (statement > 0) afterEnd.push(statement);
      if (kills === "database") await killedDatabase();
      worker.child.kill("SIGKILL");
      await work();

      const { state } = await rollover(rolloverId);
      expect({ kills, statement, state, school: await fingerprintOfSchool() }).toEqual({
        kills,
        statement,
        state,
        school: state === "done" ? after : before,
      });
      expect(["done", "undone"]).toContain(state);
      if (state === "done") await takenBack();
      expect(await fingerprintOfSchool()).toEqual(before);
    }
    console.info(`${cut} of ${POINTS} turns were cut off, none from statement ${afterEnd[0] ?? "–"} on`);
    if (POINTS > 20) expect(afterEnd).not.toEqual([]);
    expect(cut).toBeGreaterThan(POINTS / 2);
  },
);

async function takenBack(): Promise<void> {
  const run = await findLastStartedRollover(noTransaction);
  await undoRollover(admin.person, { rolloverId: run?.rollover_id ?? 0 });
  await work();
}

/** Starts a worker that stops before a statement of the run. */
function doomed(statement: number): { child: ChildProcess; stopped: Promise<"stopped" | "died"> } {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/faults/rollover-process.ts", String(statement)],
    { cwd: ROOT, env: { ...process.env, LOG_LEVEL: "silent" }, stdio: ["ignore", "pipe", "inherit"] },
  );
  return { child, stopped: stoppedIn(child) };
}

/** A worker whose output ends without the word interrupted nothing: it could not even start. */
async function stoppedIn({ stdout }: ChildProcess): Promise<"stopped" | "died"> {
  const lines = stdout ? createInterface({ input: stdout }) : [];
  for await (const line of lines) if (line === "stopped") return "stopped";
  return "died";
}

/** The loser of the race keeps polling until the run is over, and the database may be killed meanwhile. */
async function ended(rolloverId: number): Promise<"ended"> {
  while (await isRunning(rolloverId)) await sleep(20);
  return "ended";
}

function isRunning(rolloverId: number): Promise<boolean> {
  return rollover(rolloverId).then(
    ({ state }) => state === "running",
    () => false,
  );
}

/** A worker takes some seconds to start, and the run takes less than one. */
async function momentFor(statement: number): Promise<"moment"> {
  await sleep(statement === 0 ? (1 + Math.random() * 3) * SECONDS : 2 ** 31 - 1, null, { ref: false });
  return "moment";
}

/** Kills the database, which comes back on the same disk, on any free port. */
async function killedDatabase(): Promise<void> {
  await closeConnections();
  await killDatabase(server.url);
  await server.stop().catch(() => undefined);
  server = await startEmbedded({ dataDir: cluster, log: () => undefined });
  process.env["DATABASE_URL"] = server.url;
}

async function smallSchool() {
  await createSchool({ flavour: "secondary" });
  for (const formClassId of ["1A", "2A", "3A", "4A", "5A", "6A"]) {
    await createStudents(await createClass({ formClassId }), 5);
    await createNextClass(formClassId);
  }
  return createAdmin();
}
