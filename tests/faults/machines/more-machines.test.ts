import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { TERM_LOCK } from "#db/index.ts";
import { queryDatabase, runInDatabase } from "#tests/support/postgres/answer-of.ts";
import type { WebProcess } from "#tests/support/server.ts";
import { Fleet } from "./fleet.ts";
import { allMadeOnce, requestCards } from "./print-run.ts";
import { lessonsOf, nothingLost, otherPages, whileTeaching } from "./teachers.ts";
import { requestPage, sendSave, signedIn, signIn, type SaveAnswer, type Visitor } from "./visitor.ts";

/** `npm run test:faults` sets the number and the repetitions; in `npm test` each runs once. */
const TEACHERS = Number(process.env["TEACHERS"] ?? 6);
const ROUNDS = Number(process.env["MACHINE_KILLS"] ?? 1);
/** Killed workers have a test of their own in `npm test`; here they are killed while web processes are. */
const LONG = ROUNDS > 1;
const REPLACED = LONG ? 2 : 1;
const SECOND = 1_000;

vi.setConfig({ testTimeout: (90 + 60 * ROUNDS) * SECOND });

const fleet = await Fleet.start();
const { databaseUrl, origin } = fleet;
const SCHOOL = { databaseUrl, origin, teachers: TEACHERS, isTold: LONG };

test("a session is every web's, and ends on all of them", async () => {
  const visitor = await signedIn(origin, "teacher");

  const before = await atEach((web) => requestPage({ ...visitor, origin: web.origin }, "/app"));
  await requestPage(visitor, "/app/sign-out", { method: "POST", body: new URLSearchParams() });
  const after = await atEach((web) => requestPage({ ...visitor, origin: web.origin }, "/app"));

  expect(before.map(({ status }) => status)).toEqual([200, 200]);
  expect(after.map(({ status }) => status)).toEqual([302, 302]);
});

test("who guesses passwords at one web waits at the other as well", async () => {
  const known = await signIn(origin, "newteacher");
  for (let guess = 1; guess <= 5; guess += 1) await signIn(origin, "newteacher", `a guess, number ${guess}`);

  const refused = await atEach((web) => signIn(web.origin, "newteacher"));

  expect(known).not.toBeNull();
  expect(refused).toEqual([null, null]);
});

test("of two who save the same mark on different webs one is told of the other", async () => {
  const { visitor, sheet, row } = await markedSheet();
  const answers = await atEach(async (web, index) => {
    const rows = [{ row: String(row.student_key), base: row.version, changes: { mark: 5 + index } }];
    const answer = await sendSave({ ...visitor, origin: web.origin }, sheet, {
      saveId: `of-web-${index}`,
      rows,
    });
    return ((await answer.json()) as SaveAnswer).results[0]?.outcome;
  });

  expect(answers.toSorted()).toEqual(["conflict", "saved"]);
});

test("while the term is turned no web saves, and afterwards each does", async () => {
  const { visitor, sheet, rows } = await markedSheet();
  const saveAtEach = () =>
    atEach(async (web, index) => {
      const { student_key, version } = rows[index] ?? { student_key: 0, version: 0 };
      const changes = { mark: 8 + index };
      const save = {
        saveId: `turned-${student_key}`,
        rows: [{ row: String(student_key), base: version, changes }],
      };
      return (await sendSave({ ...visitor, origin: web.origin }, sheet, save)).status;
    });

  const during = await runInDatabase(databaseUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [TERM_LOCK]);
    return saveAtEach();
  });

  expect(during).toEqual([503, 503]);
  expect(await saveAtEach()).toEqual([200, 200]);
});

test("a picture that one web took is shown and taken away by the other", async () => {
  const admin = await signedIn(origin, "Admin");
  const first = await givePicture(admin, "red");
  const shown = await atEach((web) =>
    requestPage({ ...admin, origin: web.origin }, `/img/students/${first}`),
  );
  const second = await givePicture(admin, "blue");
  const removed = await atEach((web) =>
    requestPage({ ...admin, origin: web.origin }, `/img/students/${first}`),
  );

  const bytes = await Promise.all(shown.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
  expect(bytes[0]?.length).toBeGreaterThan(500);
  expect(second).not.toBe(first);
  expect(removed.map(({ status }) => status)).toEqual([404, 404]);
});

test("a print run is made once by two workers, and its parts are sent by different webs", async () => {
  const principal = await signedIn(origin, "principal");
  const batchId = await requestCards(principal, { databaseUrl });
  await allMadeOnce(databaseUrl, batchId);
  const [one = "", other = ""] = fleet.webs.map((web) => web.origin);
  const file = `/app/reports/batches/${batchId}/pdf`;

  const whole = await requestPage({ ...principal, origin: one }, file);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const half = bytes.length >> 1;
  const rest = await requestPage({ ...principal, origin: other }, file, {
    headers: { Range: `bytes=${half}-`, "If-Range": whole.headers.get("ETag") ?? "" },
  });

  expect([whole.status, rest.status]).toEqual([200, 206]);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(half))).toBe(true);
});

test("webs are replaced one at a time, with a migration between, and no mark is lost, no page fails", async () => {
  const taught = await whileTeaching(SCHOOL, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      // The schema is expanded first: a new column has a default, so that the old version can still write.
      await queryDatabase(
        databaseUrl,
        `alter table marks add column of_tomorrow_${round} text not null default ''`,
      );
      for (let replaced = 0; replaced < REPLACED; replaced += 1) await fleet.replaceWeb();
    }
  });

  await nothingLost(databaseUrl, taught);
  expect(otherPages(taught)).toEqual([]);
});

test("any web may be killed at any time, any worker too: no mark is lost, and each document is made once", async () => {
  const principal = await signedIn(origin, "principal");
  const taught = await whileTeaching(SCHOOL, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (LONG) await killedWorker(principal, round);
      await fleet.killWeb();
      await fleet.addWeb();
    }
  });

  await nothingLost(databaseUrl, taught);
  expect(otherPages(taught)).toEqual([]);
});

test("the database comes back at another address: what waited on devices is saved, and work goes on", async () => {
  const taught = await whileTeaching({ ...SCHOOL, databaseUrl: fleet.databaseUrl }, () => fleet.failOver());

  await nothingLost(fleet.databaseUrl, taught);
  expect(taught.reduce((sum, { sentAgain }) => sum + sentAgain, 0)).toBeGreaterThan(0);
  const principal = await signedIn(origin, "principal");
  await queryDatabase(fleet.databaseUrl, "update made_documents set fingerprint = 'of before'");
  await allMadeOnce(fleet.databaseUrl, await requestCards(principal, { databaseUrl: fleet.databaseUrl }));
});

function atEach<Answer>(work: (web: WebProcess, index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(fleet.webs.map(work));
}

/** Kills a worker while the whole school is printed. */
async function killedWorker(principal: Visitor, round: number): Promise<void> {
  await queryDatabase(databaseUrl, "update made_documents set fingerprint = $1 || made_document_id", [
    `of before ${round}: `,
  ]);
  const batchId = await requestCards(principal, { databaseUrl, isWhole: true });
  await sleep(Math.random() * 4 * SECOND);
  await Promise.all([fleet.killWeb(), fleet.killWorker()]);
  await Promise.all([fleet.addWeb(), fleet.addWorker()]);
  await allMadeOnce(databaseUrl, batchId);
}

async function markedSheet() {
  const [lesson] = await lessonsOf(databaseUrl, 1);
  const [row] = lesson?.rows ?? [];
  if (!lesson || !row) throw new Error("the demo school has no marked lesson");
  const visitor = await signedIn(origin, lesson.user_name);
  return {
    visitor,
    sheet: `/app/mark-sheet/${lesson.lesson_id}/${lesson.term_id}/1`,
    row,
    rows: lesson.rows,
  };
}

async function givePicture(admin: Visitor, background: string): Promise<string> {
  const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set("picture", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "me.jpg");
  const [student] = await queryDatabase<{ id: number }>(databaseUrl, "select min(id) as id from students");
  const answer = await requestPage(admin, `/app/students/${student?.id}/picture`, { method: "POST", body });
  expect(answer.status).toBe(302);
  const [stored] = await queryDatabase<{ picture: string }>(
    databaseUrl,
    "select picture from students where id = $1",
    [student?.id],
  );
  return stored?.picture ?? "";
}
