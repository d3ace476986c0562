import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { PATHS, signAllReportsUrl } from "#domain/paths.ts";
import { requestPage, signedIn, type Visitor } from "../../faults/machines/visitor.ts";
import type { Closing } from "../closing.ts";
import { percentile, type Figure } from "../figures.ts";
import { startWeb, type Subject } from "../subject.ts";
import { cardsOfClass, commentWriters, markEnterers, notStored, type Entry, type Worker } from "./workers.ts";

/** The minutes of the run: one in the whole bench, ten (`MINUTES=10`) for the figures in tests/README.md. */
const MINUTES = Number(process.env["MINUTES"] ?? 1);
const ENTER_MARKS = 30;
const WRITE_COMMENTS = 10;
/** `TEACHERS=200` gives the sessions of forty teachers the work of 200: each saves five times as often. */
const TEACHERS = Number(process.env["TEACHERS"] ?? ENTER_MARKS + WRITE_COMMENTS);
/** The rates of tests/README.md for each teacher: a save every three seconds, a page every ten. */
const SAVE_EVERY_MS = (3_000 * (ENTER_MARKS + WRITE_COMMENTS)) / TEACHERS;
const PRINCIPAL_READS_MS = 3_000;
const SAVES_A_PAGE = 3;
/** The principal reads a class every three seconds, and prints its cards once a minute. */
const READS_A_PRINT = 20;
const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 };
/** The default maximum number of web processes (`WEB_CONCURRENCY` in deploy/README.md). */
const MOST_PROCESSES = 4;
const ERRORS_SHOWN = 10;

type Seen = { saves: number[]; pages: number[]; prints: number[]; errors: string[] };
type Week = { seen: Seen; until: number };

/** Measures the last week of a term: forty teachers at work, and a principal who reads classes and prints cards. */
export async function measureReportWeek(school: Subject, closing: Closing): Promise<Figure[]> {
  const processes = Math.min(availableParallelism(), MOST_PROCESSES);
  const { origin, web, databaseUrl, sheet } = await startWeb(school, closing, processes);
  const teachers = [
    ...(await markEnterers(databaseUrl, ENTER_MARKS)),
    ...(await commentWriters(databaseUrl, WRITE_COMMENTS)),
  ];
  const key = { classId: sheet.classId, academicTermId: sheet.termId };
  const printed = { cards: await cardsOfClass(databaseUrl, key), overview: signAllReportsUrl(key) };
  const visitors = await signedInOnce(origin, teachers);
  const principal = await signedIn(origin, "principal");
  const week = {
    seen: { saves: [], pages: [], prints: [], errors: [] },
    until: Date.now() + MINUTES * 60_000,
  };
  await Promise.all([
    ...teachers.map((teacher, index) => work(visitors[index] ?? principal, teacher, week)),
    readAndPrint(principal, printed, week),
  ]);
  const lost = await notStored(
    databaseUrl,
    teachers.flatMap(({ entries }) => entries),
  );
  await web.stop();
  return told(
    `${TEACHERS} teachers in report week (${teachers.length} sessions), ${MINUTES} min, ${processes} web processes`,
    week.seen,
    lost,
  );
}

function told(words: string, { saves, pages, prints, errors }: Seen, lost: readonly string[]): Figure[] {
  for (const error of [...errors, ...lost].slice(0, ERRORS_SHOWN)) console.error(error);
  return [
    ...timesOf(`${words}: a save`, saves),
    ...timesOf("… a page", pages),
    ...timesOf("… a class of cards", prints).slice(0, 1),
    { what: "… saves and pages", measured: saves.length + pages.length, unit: "" },
    { what: "… errors", measured: errors.length, unit: "" },
    { what: "… saves answered and not stored", measured: lost.length, unit: "" },
  ];
}

function timesOf(words: string, times: readonly number[]): Figure[] {
  return Object.entries(SHARES).map(([name, share]) => ({
    what: `${words}, ${name}`,
    measured: percentile(times, share),
    unit: "ms",
  }));
}

/** Creates one session for each person, even for a person with several lessons. */
async function signedInOnce(origin: string, teachers: readonly Worker[]): Promise<Visitor[]> {
  const visitors = new Map<string, Visitor>();
  const all: Visitor[] = [];
  for (const { userName } of teachers) {
    const visitor = visitors.get(userName) ?? (await signedIn(origin, userName));
    visitors.set(userName, visitor);
    all.push(visitor);
  }
  return all;
}

async function work(visitor: Visitor, { entries }: Worker, { seen, until }: Week): Promise<void> {
  await sleep(Math.random() * SAVE_EVERY_MS);
  await read(visitor, PATHS.mainMenu, seen);
  for (let turn = 0; Date.now() < until; turn += 1) {
    const entry = entries[turn % entries.length];
    if (!entry) return;
    if (turn % SAVES_A_PAGE === 0) await read(visitor, entry.page, seen);
    await save(visitor, entry, { seen, turn });
    await sleep(SAVE_EVERY_MS * (0.5 + Math.random()));
  }
}

async function save(
  visitor: Visitor,
  entry: Entry,
  { seen, turn }: { seen: Seen; turn: number },
): Promise<void> {
  const { kind, id, page, version, studentKey } = entry;
  const changes = entry.next(turn);
  const rows = [{ row: String(studentKey), base: version, changes }];
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const body = JSON.stringify({ saveId: `week-${kind}-${id}-${turn}`, rows });
  const began = performance.now();
  const answer = await requestPage(visitor, `${page}/save`, { method: "POST", headers, body });
  const text = await answer.text();
  seen.saves.push(performance.now() - began);
  const result = answer.status === 200 ? (JSON.parse(text) as Reply).results[0] : undefined;
  if (result?.outcome !== "saved") return void seen.errors.push(`${page}: ${answer.status} ${text}`);
  Object.assign(entry, { version: result.stored.version, answered: changes });
}

type Reply = { results: { outcome: string; stored: { version: number } }[] };

async function read(visitor: Visitor, path: string, { pages, errors }: Seen): Promise<void> {
  pages.push(await timeOf(visitor, path, errors));
}

async function timeOf(visitor: Visitor, path: string, errors: string[]): Promise<number> {
  const began = performance.now();
  const answer = await requestPage(visitor, path);
  await answer.arrayBuffer();
  if (answer.status !== 200) errors.push(`${path}: ${answer.status}`);
  return performance.now() - began;
}

async function readAndPrint(
  principal: Visitor,
  { cards, overview }: { cards: string; overview: string },
  { seen, until }: Week,
): Promise<void> {
  for (let turn = 0; Date.now() < until; turn += 1) {
    await read(principal, overview, seen);
    if (turn % READS_A_PRINT === 0) seen.prints.push(await timeOf(principal, cards, seen.errors));
    await sleep(PRINCIPAL_READS_MS);
  }
}
