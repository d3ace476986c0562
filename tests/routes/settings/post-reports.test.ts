import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/post-reports.tsx";
import { loader as settingsLoader } from "../../../app/routes/settings/settings.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { lockPostings, savePostings } from "#db/queries/reports/postings.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { PostReportsView } from "#features/settings/post-reports/post-reports.server.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormReply,
  type Visitor,
} from "#tests/support/request.ts";
import { settingLine } from "./setting-line.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const keeper = await createTeacher({ permissions: [8, 9] });
const teacher = await createFormTeacher({ firstName: "Devika", lastName: "Ramkissoon" });
const std1 = await createClass({ formClassId: "Std 1", formTeacher: teacher });
const std2 = await createClass({ formClassId: "Std 2" });
const std3 = await createClass({ formClassId: "Std 3" });
const [maya] = await createStudents(std1, [{ firstName: "Maya", lastName: "Ragbir" }, {}]);
await createStudents(std2, 1);
await createStudents(std3, 1);
const maths = await createLesson(teacher, std1);

const PAGE = "/app/settings/post-reports";
const TERM = TERM_IDS[2];
const ALL = [std1, std2, std3];

beforeEach(() => transaction(TEST, (t) => runQuery("delete from postings", [], t)));

test("reports are posted by who holds 8", async () => {
  const others = [teacher, await createPrincipal(), await createTeacher({ permissions: [9] })];

  const shown = await Promise.all(others.map((visitor) => callRoute(loader, getRequest(PAGE, visitor))));
  const sent = await Promise.all(others.map((visitor) => send("post", [std1], { visitor, seen: "" })));

  expect([...shown, ...sent].map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await callRoute(loader, getRequest(PAGE, null))).location).toContain("/");
  expect(
    await Promise.all(
      [clerk, keeper].map(async (item) => (await callRoute(loader, getRequest(PAGE, item))).status),
    ),
  ).toEqual([200, 200]);
});

test("the first posting is of the whole term, but for the classes that were not selected", async () => {
  const answer = await send("post", [std1, std3]);

  expect([answer.status, answer.location]).toEqual([302, `${PAGE}?term=${TERM}`]);
  expect(await stored()).toEqual([
    { class_id: null, posted: true },
    { class_id: std2.classId, posted: false },
  ]);
  expect(await postedClasses()).toEqual(["Std 1", "Std 3"]);
});

test("what is selected afterwards is posted beside it, or taken back", async () => {
  await send("post", [std1]);

  await send("post", [std2]);
  expect(await postedClasses()).toEqual(["Std 1", "Std 2"]);
  const unposted = await send("unpost", [std1, std2]);

  expect(unposted.status).toBe(302);
  expect(await postedClasses()).toEqual([]);
});

test("what is taken back before anything was posted stays so", async () => {
  await send("unpost", [std1]);
  await send("post", [std2]);

  expect(await postedClasses()).toEqual(["Std 2"]);
});

test("another term has postings of its own", async () => {
  const term = TERM_IDS[0];
  await send("post", [std1], { term });

  expect(await postedClasses()).toEqual([]);
  expect(await postedClasses(term)).toEqual(["Std 1"]);
  const settings = await callRoute(settingsLoader, getRequest("/app/settings", clerk));
  expect(settingLine(settings.body, "Post Reports")).toMatchObject({
    now: "0 of 3 classes posted",
    next: "2025-2026, Term 3",
  });
});

test("nothing chosen is said, and nothing is posted", async () => {
  const answer = await send("post", []);

  expect([answer.status, readFormErrors(answer)]).toEqual([422, { "": "Select at least one class." }]);
  expect(await stored()).toEqual([]);
});

test("on what somebody else posted meanwhile nothing is done, and the ticks stay", async () => {
  const { seen } = await shownTo(clerk);
  await send("post", [std1]);

  const late = await send("post", [std2], { seen });
  const gone = await send("unpost", [std2], { seen });

  expect([late.status, gone.status]).toEqual([409, 409]);
  expect(readFormReply(late).initialValue).toMatchObject({ class: { [std2.classId]: "on" } });
  expect(await postedClasses()).toEqual(["Std 1"]);
});

test("who posts while another is at it waits, and then is told", async () => {
  const { seen } = await shownTo(clerk);

  const second = await termTransaction(TEST, async (t) => {
    await lockPostings({ academicTermId: TERM }, t);
    const begun = send("post", [std2], { seen });
    await expect.poll(countLockWaits).toBe(1);
    await savePostings({ academicTermId: TERM, classIds: [std1.classId], posted: true }, t);
    return [begun];
  });

  expect((await Promise.all(second)).map(({ status }) => status)).toEqual([409]);
  expect(await postedClasses()).toEqual(["Std 1"]);
});

test("what changed since is named: to who reads reports with the mark, to others without", async () => {
  if (!maya) throw new Error("no student");
  await createMark(maya, maths, { mark: 61 });
  await send("post", [std1]);
  expect((await lineOf(std1)).changed).toEqual([]);

  await transaction(teacher.person, (t) =>
    runQuery("update marks set mark = 64 where student_key = $1 and test_id = 1", [maya.id], t),
  );

  const at = expect.stringMatching(/^Mathematics 61 to 64, D\. Ramkissoon, today \d\d:\d\d$/) as string;
  const url = `/app/term-reports/${std1.classId}/${TERM}/${maya.id}`;
  expect((await lineOf(std1, keeper)).changed).toEqual([{ name: "Ragbir, Maya", url, what: at }]);
  expect((await lineOf(std1, clerk)).changed).toEqual([
    {
      name: "Ragbir, Maya",
      url: null,
      what: expect.stringMatching(/^Mathematics, D\. Ramkissoon, today/) as string,
    },
  ]);
});

test("posted once more it is posted as it is now", async () => {
  if (!maya) throw new Error("no student");
  await send("post", [std1]);
  await transaction(teacher.person, (t) =>
    runQuery(
      "update term_records set respect = 'C' where student_key = $1 and academic_term_id = $2",
      [maya.id, TERM],
      t,
    ),
  );
  expect((await lineOf(std1)).changed).toMatchObject([
    { what: expect.stringContaining("Respect") as string },
  ]);

  await send("post", [std1]);

  expect((await lineOf(std1)).changed).toEqual([]);
});

test("how far reports are holds nothing back", async () => {
  expect(await lineOf(std1)).toMatchObject({ reports: 2, complete: 0, signed: 0, teachers: "D. Ramkissoon" });
  expect((await send("post", ALL)).status).toBe(302);
  expect(await postedClasses()).toEqual(["Std 1", "Std 2", "Std 3"]);
});

test.each(["0", "x", "202620271", "302"])(
  "a term %j that has not begun, or is none, is not there",
  async (term) => {
    const shown = await callRoute(loader, getRequest(`${PAGE}?term=${term}`, clerk));
    const sent = await callRoute(action, postForm(PAGE, { term, seen: "", intent: "post" }, clerk));

    expect(shown.body).toEqual({ view: null });
    expect([400, 404]).toContain(sent.status);
  },
);

type Sending = { term?: number; seen?: string; visitor?: Visitor };

async function send(intent: string, selected: readonly { classId: number }[], sending: Sending = {}) {
  const { term = TERM, visitor = clerk } = sending;
  const seen = sending.seen ?? (await shownTo(clerk, term)).seen;
  const ticks = Object.fromEntries(selected.map(({ classId }) => [`class.${classId}`, "on"]));
  return callRoute(action, postForm(PAGE, { term: String(term), seen, intent, ...ticks }, visitor));
}

async function shownTo(visitor: Visitor, term = TERM): Promise<PostReportsView> {
  const { body } = await callRoute(loader, getRequest(`${PAGE}?term=${term}`, visitor));
  return (body as { view: PostReportsView }).view;
}

async function lineOf({ classId }: { classId: number }, visitor: Visitor = keeper) {
  const line = (await shownTo(visitor)).lines.find((item) => item.classId === classId);
  if (!line) throw new Error("no such class");
  return line;
}

async function postedClasses(term = TERM): Promise<string[]> {
  const { lines } = await shownTo(clerk, term);
  return lines.filter(({ postedOn }) => postedOn !== null).map(({ label }) => label);
}

function stored() {
  return queryRows("select class_id, posted from postings order by class_id nulls first", [], noTransaction);
}
