import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/entry-windows.tsx";
import { loader as settingsLoader } from "../../../app/routes/settings/settings.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { lockEntryWindows, saveEntryWindow } from "#db/queries/entry/entry-windows.ts";
import type { EntryWindowsView } from "#features/settings/entry-windows/entry-windows.server.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { settingLine } from "./setting-line.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ firstName: "Merle", lastName: "Joseph" });
const keeper = await createTeacher({ permissions: [8, 9] });
const teacher = await createFormTeacher({ firstName: "Anne", lastName: "Chin Fook" });

const PAGE = "/app/settings/entry-windows";
const TERM = TERM_IDS[2];
const MARKS = { intent: "window", kind: "marks", opens: "2026-05-18", closes: "2099-07-01T16:00" };
const LONGER = { intent: "give", kind: "marks", until: "2099-07-03T16:00", reason: "Sick leave" };

beforeEach(() =>
  transaction(TEST, async (t) => {
    await runQuery("delete from entry_extensions", [], t);
    await runQuery("delete from entry_windows", [], t);
  }),
);

test("the dates are set by who holds 8", async () => {
  const answers = await Promise.all([
    callRoute(loader, getRequest(PAGE, teacher)),
    send(MARKS, { visitor: teacher }),
    send(MARKS, { visitor: await createTeacher({ permissions: [9] }) }),
    callRoute(loader, getRequest(PAGE, clerk)),
    callRoute(loader, getRequest(PAGE, keeper)),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200]);
  expect((await callRoute(loader, getRequest(PAGE, null))).location).toContain("/");
});

test("none are set by themselves, and both fields empty take them away again", async () => {
  expect((await shown()).windows).toMatchObject([
    { kind: "marks", version: 0, dates: null },
    { kind: "reports", version: 0, dates: null },
  ]);

  expect((await send(MARKS)).location).toBe(`${PAGE}?term=${TERM}`);
  const [set] = (await shown()).windows;
  expect(set).toMatchObject({ opens: "2026-05-18", closes: "2099-07-01T16:00", dates: { state: "open" } });
  const settings = await callRoute(settingsLoader, getRequest("/app/settings", clerk));
  expect(settingLine(settings.body, "Entry windows")?.now).toBe("marks until 1 Jul 2099, 16:00");
  await send({ ...MARKS, opens: "", closes: "" });

  expect((await shown()).windows[0]).toMatchObject({ version: 0, dates: null });
});

test.each<[Fields, object]>([
  [
    { opens: "2026-07-02", closes: "2026-07-01T16:00" },
    { closes: "The end is before the start. Enter a later date and time." },
  ],
  [{ opens: "2026-02-30" }, { opens: "There is no 30 February. Enter a date, like 7 September 2026." }],
  [{ closes: "1 Jul 2026" }, { closes: "Enter a date and time, like 7 September 2026, 16:00." }],
  [{ closes: "2026-07-01T24:00" }, { closes: "Enter a date and time, like 7 September 2026, 16:00." }],
])("%j is refused beside its field, and stays as it was typed", async (typed, errors) => {
  const answer = await send({ ...MARKS, ...typed });

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect(readFormValues(answer)).toMatchObject(typed);
  expect((await shown()).windows[0]?.dates).toBeNull();
});

test("of two who set the dates the second is told what they are", async () => {
  await send(MARKS, { version: "0" });
  const late = await send({ ...MARKS, closes: "2099-08-01T12:00" }, { version: "0" });

  expect([late.status, readFormErrors(late)]).toEqual([
    409,
    {
      "": "These dates were changed while you had them open. They are now from 18 May 2026 to 1 Jul 2099, 16:00. Save again to use your version instead.",
    },
  ]);
  expect((await callRoute(action, postForm(PAGE, readFormValues(late), clerk))).status).toBe(302);
  expect((await shown()).windows[0]?.closes).toBe("2099-08-01T12:00");
});

test("who sets them while another is at it waits, and then is told", async () => {
  const begun = await transaction(TEST, async (t) => {
    await lockEntryWindows({ academicTermId: TERM }, t);
    const second = send(MARKS, { version: "0" });
    await expect.poll(countLockWaits).toBe(1);
    const first = { academicTermId: TERM, kind: "marks", opens: null, closes: "2099-01-01T08:00" } as const;
    await saveEntryWindow(first, t);
    return [second];
  });

  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([409]);
  expect((await shown()).windows[0]?.closes).toBe("2099-01-01T08:00");
});

test("one teacher is given longer, with the reason and by whom, until it is ended", async () => {
  await send(MARKS);
  const give = () => send({ ...LONGER, employee: String(teacher.employeeId) });
  const [given, sentTwice] = [await give(), await give()];

  expect([given.status, sentTwice.status]).toEqual([302, 302]);
  const { moreTime } = await shown();
  expect(moreTime).toMatchObject([
    { name: "A. Chin Fook", kind: "marks", until: "3 Jul 2099, 16:00", isOver: false },
  ]);
  expect(moreTime[0]?.why).toMatch(/^Sick leave\. M\. Joseph, /);
  const extension = String(moreTime[0]?.id);
  const ended = await send({ intent: "end", extension });
  const again = await send({ intent: "end", extension });

  expect([ended.status, again.status]).toEqual([302, 404]);
  expect((await shown()).moreTime).toEqual([]);
  expect(await queryRows("select reason from entry_extensions", [], noTransaction)).toEqual([
    { reason: "Sick leave" },
  ]);
});

test.each<[Fields, object]>([
  [{ employee: "" }, { employee: "Choose a teacher." }],
  [{ employee: "999999" }, { employee: "Choose a teacher." }],
  [{ until: "2020-07-01T16:00" }, { until: "This time has already passed. Enter a later date and time." }],
  [{ until: "" }, { until: "Enter the date and time when the extra time ends." }],
  [{ reason: "  " }, { reason: "Enter the reason. It appears beside the teacher’s name." }],
  [{ kind: "reports" }, { kind: "No dates are set for reports, so they can be entered at any time." }],
])("no more time is given for %j", async (typed, errors) => {
  await send(MARKS);

  const answer = await send({ ...LONGER, employee: String(teacher.employeeId), ...typed });

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect((await shown()).moreTime).toEqual([]);
});

test("a term that has not begun has no dates to set", async () => {
  const answers = await Promise.all([
    callRoute(loader, getRequest(`${PAGE}?term=202620271`, clerk)),
    callRoute(action, postForm(PAGE, { ...MARKS, term: "202620271", version: "0" }, clerk)),
    callRoute(action, postForm(PAGE, { ...MARKS, term: "x", version: "0" }, clerk)),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400]);
});

type Sending = { visitor?: Visitor; version?: string };

async function send(fields: Fields, { visitor = clerk, version }: Sending = {}) {
  const window = (await shown()).windows.find(({ kind }) => kind === fields.kind);
  const known = version ?? String(window?.version ?? 0);
  return callRoute(action, postForm(PAGE, { term: String(TERM), version: known, ...fields }, visitor));
}

async function shown(): Promise<EntryWindowsView> {
  return (await callRoute(loader, getRequest(`${PAGE}?term=${TERM}`, clerk))).body as EntryWindowsView;
}
