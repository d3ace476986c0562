import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { closeConnections } from "#db/index.ts";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { migrateDatabase } from "#server/schema.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, dropDatabase } from "#tests/support/postgres/postgres-server.ts";
import { callRoute, cookiesOf, getRequest, postForm, sendJson } from "#tests/support/request.ts";
import { ROOT } from "#tests/support/source.ts";
import { action as signIn } from "../../../app/routes/sign-in/sign-in.tsx";
import { action as saveSheet, loader as openSheet } from "../../../app/routes/mark-sheet/sheet.tsx";
import { action as save } from "../../../app/routes/mark-sheet/save.tsx";
import { schemaOf } from "../migrations/schema-of.ts";
import { marksIn, reportsIn, rowCounts, unchecked } from "./rows-of.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Schools as earlier releases left them, one file each, named after the newest migration of the release. */
const FOLDER = join(ROOT, "tests/fixtures/released");
const RELEASES = readdirSync(FOLDER)
  .map((file) => file.replace(".zip", ""))
  .sort();
const NEWEST = RELEASES.at(-1) ?? "";
const NAMES = migrations.map(({ name }) => name);

/** Migration 0027 adds a status for merged records, and its undo removes it. */
const LIST_THAT_GREW = "student_statuses";

let inDatabase: string | null = null;
const url = await freshDatabase();
const newSchema = await schemaOf(url);

test.each(RELEASES)(
  "a school of release %s is brought to now with all that it holds, and back, and is worked in",
  async (release) => {
    const ran = await restored(release);
    const before = await rowCounts(url);
    const [schema, marks, reports] = [await schemaOf(url), await marksIn(url), await reportsIn(url)];

    const done = await migrate(url);

    expect(done).toEqual(NAMES.filter((name) => !ran.includes(name)));
    expect(await schemaOf(url)).toEqual(newSchema);
    expect(await unchecked(url)).toEqual([]);
    expect(await fewerRows(before)).toEqual([]);
    expect(await marksIn(url)).toEqual(marks);
    expect(await reportsIn(url)).toEqual(reports);

    // A release in which another branch added an earlier number later is left out: the newest migration is not undone
    // first there.
    const isInOrder = ran.every((name, index) => name === NAMES[index]);
    if (isInOrder) await migrateDown(url, done.length);
    if (isInOrder) expect(await schemaOf(url)).toEqual(schema);
    expect(await fewerRows(before)).toEqual([]);
    expect(await marksIn(url)).toEqual(marks);

    await openedNow(release);
    await savedFromPagesOpenBefore();
  },
);

test("each migration is taken back where there is data, and leaves what others keep", async () => {
  await openedNow(NEWEST);
  const before = await rowCounts(url);

  for (const name of NAMES.slice(NAMES.indexOf("0006-marks") + 1).toReversed()) {
    expect(await migrateDown(url, 1)).toEqual([name]);
    expect({ name, fewer: await fewerRows(before, { ofTablesThere: true }) }).toEqual({ name, fewer: [] });
  }
  await migrate(url);

  expect(await schemaOf(url)).toEqual(newSchema);
});

type Row = {
  account: number;
  lesson_id: number;
  term_id: number;
  student_key: number;
  mark_id: number;
  version: number;
};
type Params = { lessonId: string; termId: string; test: string };

/** Signs in with the old password, reads, and saves by script and by form as pages of that release do. */
async function savedFromPagesOpenBefore(): Promise<void> {
  const { cookie, params, account, rows } = await teacher();
  const [one, other, third] = rows;
  const send = (body: object) => {
    const request = sendJson(`${sheetPath(params)}/save`, body, { cookie });
    request.headers.set("X-Account", String(account));
    return callRoute(save, request, params);
  };
  const posted = {
    [`base.${third.student_key}`]: String(third.version),
    [`mark.${third.student_key}`]: "45",
    [`attendance.${third.student_key}`]: "1",
  };

  const page = await callRoute(openSheet, getRequest(sheetPath(params), { cookie }), params);
  const saved = await send(ofScript(one, 42));
  await send(ofScript(other, 44));
  const conflict = await send({ ...ofScript(other, 43), saveId: "of-a-stale-page" });
  const form = await callRoute(saveSheet, postForm(sheetPath(params), posted, { cookie }), params);

  expect([page.status, saved.status, conflict.status, form.status]).toEqual([200, 200, 200, 200]);
  expect(saved.body).toMatchObject({ results: [savedAs(one, 42)], receipt: { total: expect.any(Number) } });
  expect(conflict.body).toMatchObject({
    results: [{ outcome: "conflict", by: expect.any(String), fields: [{ field: "mark", to: 44 }] }],
  });
  expect(await Promise.all(rows.map(markOf))).toEqual(["42.00", "44.00", "45.00"]);
}

/** Restores the school of a release into this file's database, and returns the migrations that the release had run. */
async function restored(release: string): Promise<readonly string[]> {
  const { serverUrl } = inject("postgres");
  const name = new URL(url).pathname.slice(1);
  await closeConnections();
  await dropDatabase(serverUrl, name);
  await createDatabase(serverUrl, name);
  const { migrations: ran } = await restoreBackup(url, join(FOLDER, `${release}.zip`));
  inDatabase = release;
  return ran;
}

/** Restores it and migrates it, as the current program does when it starts. */
async function openedNow(release: string): Promise<void> {
  if (inDatabase !== release) await restored(release);
  await migrateDatabase({ url: process.env["DATABASE_URL"] ?? "", migrationUrl: url });
}

/**
 * Lists tables with fewer rows than before: a migration may add to a list, and is in the audit trail, but removes
 * nothing.
 */
async function fewerRows(before: Record<string, number>, { ofTablesThere = false } = {}): Promise<string[]> {
  const now = await rowCounts(url);
  return Object.entries(before).flatMap(([table, count]) => {
    if (table === LIST_THAT_GREW || (ofTablesThere && !(table in now))) return [];
    return (now[table] ?? 0) < count ? [`${table}: ${count}, now ${now[table] ?? "gone"}`] : [];
  });
}

/** Signs in with the old password, and opens a sheet of the term that was current. */
async function teacher() {
  const form = { intent: "password", userName: "teacher", password: DEMO_PASSWORD };
  const cookie = cookiesOf(await callRoute(signIn, postForm("/?index", form)));
  const [first, second, third] = await queryDatabase<Row>(
    url,
    `select a.account_id as account, l.lesson_id, m.academic_term_id as term_id, m.student_key, m.mark_id::integer,
            m.version::integer as version
       from accounts a
       join lessons l using (employee_id)
      cross join schools s
       join registrations r on r.class_id = l.class_id and r.academic_term_id = s.current_term_id
       join marks m on m.student_key = r.student_key and m.subject_id = l.subject_id
                   and m.academic_term_id = s.current_term_id and m.test_id = 1
      where a.user_name = 'teacher' and not l.by_choice and m.mark is not null
      order by l.lesson_id, m.student_key`,
  );
  if (!first || !second || !third) throw new Error("the release has no sheet of the account 'teacher'");
  const params = { lessonId: String(first.lesson_id), termId: String(first.term_id), test: "1" };
  return { cookie, account: first.account, params, rows: [first, second, third] as const };
}

function sheetPath({ lessonId, termId, test }: Params): string {
  return `/app/mark-sheet/${lessonId}/${termId}/${test}`;
}

/** Builds the row as scripts have sent it since the first release. */
function ofScript({ student_key, version }: Row, mark: number) {
  return {
    saveId: `of-a-release-${student_key}`,
    rows: [{ row: String(student_key), base: version, changes: { mark } }],
  };
}

/** The part of a reply that the scripts of all releases read. */
function savedAs({ student_key }: Row, mark: number) {
  return {
    row: String(student_key),
    outcome: "saved",
    stored: { version: expect.any(Number), values: { mark } },
  };
}

async function markOf({ mark_id }: Row): Promise<string | undefined> {
  const [found] = await queryDatabase<{ mark: string }>(url, "select mark from marks where mark_id = $1", [
    mark_id,
  ]);
  return found?.mark;
}
