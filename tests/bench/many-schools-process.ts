import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadDemoSchool } from "#db/demo/load.ts";
import { startEmbedded } from "#db/embedded.ts";
import { ensureRoles } from "#db/embedded/roles.ts";
import { migrateDatabase } from "#server/schema.ts";
import { freePort } from "#tests/support/free-port.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf } from "#tests/support/postgres/postgres-server.ts";
import { lessonsOf } from "../faults/machines/teachers.ts";
import { requestPage, saveUntilAnswered, signedIn } from "../faults/machines/visitor.ts";
import { startChild, type Child } from "./child.ts";

/**
 * Run with `node --import tsx tests/bench/many-schools-process.ts`. Starts SCHOOLS demo schools, each with its own web
 * process and its own database on a common server. In each school, two teachers save a mark every three seconds and
 * open a page every ten, for SECONDS seconds.
 */
const SCHOOLS = Number(process.env["SCHOOLS"] ?? 20);
const SECONDS = Number(process.env["SECONDS"] ?? 60);
const TEACHERS = 2;
const SAVE_EVERY_MS = 3_000;
const PAGE_EVERY_SAVES = 3;
const MB = 1024 * 1024;

type School = { web: Child; origin: string; databaseUrl: string };
const saves: number[] = [];
const pages: number[] = [];

const dataDir = await mkdtemp(path.join(tmpdir(), "termbook-schools-"));
const server = await startEmbedded({ dataDir, log: () => undefined });
const schools: School[] = [];
try {
  const urls = await ensureRoles(server.url, dataDir);
  await migrateDatabase(urls);
  await loadDemoSchool({ databaseUrl: urls.migrationUrl, flavour: "primary", today: "2026-06-26" });
  for (let number = 1; number <= SCHOOLS; number += 1) schools.push(await school(number, urls.url));
  const until = Date.now() + SECONDS * 1_000;
  await Promise.all(schools.map((item) => work(item, until)));
  await tell();
} finally {
  await Promise.all(schools.map(({ web }) => web.stop()));
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function school(number: number, templateUrl: string): Promise<School> {
  const name = `school_${number}`;
  await createDatabase(server.url, name, new URL(templateUrl).pathname.slice(1));
  const port = await freePort();
  const web = startChild({
    command: process.execPath,
    args: ["app/server/program.mjs", "web"],
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PORT: String(port),
      WEB_CONCURRENCY: "1",
      DATABASE_URL: databaseUrlOf(templateUrl, name),
      DATA_DIR: path.join(dataDir, name),
      SESSION_SECRET: "a secret of the simulation, long enough",
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await web.until(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false);
  return { web, origin, databaseUrl: databaseUrlOf(server.url, name) };
}

async function work({ origin, databaseUrl }: School, until: number): Promise<void> {
  const lessons = await lessonsOf(databaseUrl, TEACHERS);
  await Promise.all(
    lessons.map(async ({ user_name, lesson_id, term_id, rows }) => {
      const visitor = await signedIn(origin, user_name);
      const sheet = `/app/mark-sheet/${lesson_id}/${term_id}/1`;
      await sleep(Math.random() * SAVE_EVERY_MS);
      for (let turn = 0; Date.now() < until; turn += 1) {
        const row = rows[turn % rows.length];
        if (!row) return;
        const changes = { mark: (row.mark % 10) + 1 };
        const save = {
          saveId: `of-many-${row.mark_id}-${turn}`,
          rows: [{ row: String(row.student_key), base: row.version, changes }],
        };
        const { answer } = await timed(saves, () => saveUntilAnswered(visitor, sheet, save));
        Object.assign(row, { ...changes, version: answer.results[0]?.stored.version });
        if (turn % PAGE_EVERY_SAVES === 0)
          await timed(pages, async () => (await requestPage(visitor, sheet)).arrayBuffer());
        await sleep(SAVE_EVERY_MS);
      }
    }),
  );
}

async function timed<Done>(into: number[], act: () => Promise<Done>): Promise<Done> {
  const began = performance.now();
  const done = await act();
  into.push(performance.now() - began);
  return done;
}

async function tell(): Promise<void> {
  const [found] = await queryDatabase<{ connections: number; bytes: string }>(
    server.url,
    `select count(*)::integer as connections, pg_database_size('school_1') as bytes
       from pg_stat_activity where starts_with(datname, 'school_')`,
  );
  const pids = await queryDatabase<{ pid: number }>(
    server.url,
    "select pid from pg_stat_activity where starts_with(datname, 'school_')",
  );
  const of = (numbers: number[], share: number) =>
    Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0);
  const webs = schools.map(({ web }) => privateMemory(web.pid));
  console.log(`${SCHOOLS} schools, ${saves.length} saves, ${pages.length} pages in ${SECONDS} s`);
  console.log(`save p50 ${of(saves, 0.5)} ms, p95 ${of(saves, 0.95)}, p99 ${of(saves, 0.99)}`);
  console.log(`page p50 ${of(pages, 0.5)} ms, p95 ${of(pages, 0.95)}, p99 ${of(pages, 0.99)}`);
  console.log(`a web process ${Math.round(sum(webs) / webs.length)} MB of its own`);
  console.log(
    `${found?.connections} connections, ${Math.round(sum(pids.map(({ pid }) => privateMemory(pid))))} MB of their own`,
  );
  console.log(`a school's database ${Math.round(Number(found?.bytes) / MB)} MB`);
}

/** Returns the memory in MB that the process does not share with other processes. */
function privateMemory(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
  return sum([...lines].map(([, kilobytes]) => Number(kilobytes))) / 1024;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, item) => total + item, 0);
}
