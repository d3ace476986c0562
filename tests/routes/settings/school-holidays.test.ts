import { expect, test } from "vitest";
import { loader as settingsLoader } from "../../../app/routes/settings/settings.tsx";
import { action, loader } from "../../../app/routes/settings/school-holidays.tsx";
import { action as changeAction, loader as changeLoader } from "../../../app/routes/settings/holiday.tsx";
import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listHolidaysFrom, listOpenedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { findClosure } from "#domain/daily/school-days.ts";
import { createHoliday, markRegister } from "#tests/support/builders/attendance.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  readNoticeOf,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const teacher = await createFormTeacher();
const held = await createClass({ formTeacher: teacher });
const [student] = await createStudents(held, 1);

const HOLIDAYS = "/app/settings/school-holidays";

test("settings are kept by who holds 8, and a form teacher has none", async () => {
  const answers = [settingsLoader, loader].map((load) => callRoute(load, getRequest(HOLIDAYS, teacher)));
  const posted = await callRoute(action, postForm(HOLIDAYS, { intent: "add" }, teacher));

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403]);
  expect(posted.status).toBe(403);
  expect((await callRoute(settingsLoader, getRequest("/app/settings", clerk))).status).toBe(200);
});

test("a holiday that was added closes its days, and a single day needs no last one", async () => {
  const answer = await add({ title: "  Sports   Day ", from: "2026-04-15", to: "" });

  expect([answer.status, answer.location]).toEqual([302, HOLIDAYS]);
  expect(await closing("2026-04-15")).toEqual({ why: "holiday", title: "Sports Day" });
  expect(await closing("2026-04-16")).toBeNull();
});

const NO_DATE = "Enter a date, like 7 September 2026.";
const TOO_EARLY = "The last day is before the first day. Enter a later day.";
const TOO_LONG = "A holiday can have at most 120 days. Check the year of both dates.";

test.each([
  [{ title: "", from: "2026-05-01" }, { title: "Enter the name of the holiday." }],
  [{ title: "x".repeat(61), from: "2026-05-01" }, { title: "1 character too many: use at most 60." }],
  [
    { title: "\u202eyaM", from: "2026-05-01" },
    { title: "This text has a character that cannot be saved. Remove the character, then try again." },
  ],
  [{ title: "May", from: "" }, { from: NO_DATE }],
  [{ title: "May", from: "30/2/2026" }, { from: `There is no 30 February. ${NO_DATE}` }],
  [{ title: "May", from: "5/4" }, { from: NO_DATE }],
  [{ title: "May", from: "4/5/2026", to: "2026-05-01" }, { to: TOO_EARLY }],
  [{ title: "May", from: "4 May 2026", to: "2027-05-04" }, { to: TOO_LONG }],
])("%j is rejected beside its field, and what was typed stays", async (typed, errors) => {
  const answer = await add({ ...typed, formId: "add-holiday" });

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect(answer.body).toMatchObject({ formId: "add-holiday" });
  expect({ title: "", from: "", ...readFormValues(answer) }).toEqual({ intent: "add", ...typed });
});

test("pressed twice there is one holiday", async () => {
  const once = { title: "Corpus Christi", from: "2026-06-04" };
  await add(once);

  const again = await add(once);

  expect([again.status, readFormErrors(again)]).toEqual([
    422,
    { title: "This holiday is already in the list. Enter a different name or different days." },
  ]);
  expect((await named("Corpus Christi")).length).toBe(1);
});

test("pressed twice at the same moment it is one holiday, and one opened day", async () => {
  const once = { title: "Eid", from: "2026-06-17" };

  const added = await Promise.all([add(once), add(once), add(once), add(once)]);
  const opened = await Promise.all([open("2026-05-30"), open("2026-05-30"), open("2026-05-30")]);

  expect(added.map(({ status }) => status).toSorted()).toEqual([302, 422, 422, 422]);
  expect(opened.map(({ status }) => status).toSorted()).toEqual([302, 422, 422]);
  expect((await named("Eid")).length).toBe(1);
});

test("a holiday is changed on the version that was read, and two who change it are told", async () => {
  await createHoliday("Divali", "2026-06-08");
  const [divali] = await named("Divali");
  const id = divali?.school_holiday_id ?? 0;
  const version = String(divali?.version);

  const first = await change(id, { version, title: "Divali", from: "2026-06-09" });
  const second = await change(id, { version, title: "Diwali", from: "2026-06-08" });
  const deleted = await change(id, { version, intent: "delete" });

  expect([first.status, second.status, deleted.status]).toEqual([302, 409, 409]);
  expect(readFormErrors(second)[""]).toContain("It is now: Divali, Tuesday 9 June 2026.");
  expect(readFormValues(second)).toMatchObject({ title: "Diwali" });
  const third = await change(id, readFormValues(second));
  expect(third.status).toBe(302);
  expect(await named("Diwali")).toHaveLength(1);
});

test("a deleted holiday is a school day again, and its dialog is not there any more", async () => {
  await createHoliday("Rain", "2026-06-15");
  const [rain] = await named("Rain");
  const id = rain?.school_holiday_id ?? 0;

  await change(id, { version: String(rain?.version), intent: "delete" });

  expect(await closing("2026-06-15")).toBeNull();
  const gone = await callRoute(changeLoader, getRequest(`${HOLIDAYS}/${id}`, clerk), {
    holidayId: String(id),
  });
  expect(gone.status).toBe(404);
});

test("a Saturday and a holiday can be opened; a school day and a day of no term cannot", async () => {
  await createHoliday("Arrival Day", "2026-05-28");

  const [saturday, holiday, school, outside] = [
    await open("2026-05-02"),
    await open("2026-05-28"),
    await open("2026-05-05"),
    await open("2026-08-01"),
  ];

  expect([saturday.status, holiday.status, school.status, outside.status]).toEqual([302, 302, 422, 422]);
  expect([await closing("2026-05-02"), await closing("2026-05-28")]).toEqual([null, null]);
  expect(readFormErrors(school)).toEqual({ day: "This day is already a school day. Choose another day." });
  expect(readFormErrors(outside)).toEqual({ day: "This day is not in any term. Choose a day in a term." });
});

test("an opened day is closed again, unless a register was marked on it", async () => {
  await open("2026-05-09");
  await open("2026-05-16");
  if (student) await markRegister(held, [[student, "P"]], { day: "2026-05-16", by: admin });
  const opened = await openedIds();

  const [empty, marked] = [await close(opened.get("2026-05-09")), await close(opened.get("2026-05-16"))];

  expect([empty.status, marked.status]).toEqual([302, 422]);
  expect(await closing("2026-05-09")).toEqual({ why: "weekend" });
  expect(await closing("2026-05-16")).toBeNull();
});

for (const day of ["2026-06-22", "2026-06-23"])
  if (student) await markRegister(held, [[student, "P"]], { day, by: teacher });

test.each([
  [
    "on the day of a register",
    { from: "2026-06-22" },
    "1 register is marked on these days and still counts.",
  ],
  [
    "over the days of several",
    { from: "2026-06-19", to: "2026-06-24" },
    "2 registers are marked on these days and still count.",
  ],
  ["beside them", { from: "2026-06-24" }, ""],
])(
  "a holiday %s says which registers are marked, when it is added and when it is moved",
  async (_where, days, told) => {
    const added = await add({ title: "Flood", ...days });
    const [flood] = await named("Flood");
    const id = flood?.school_holiday_id ?? 0;
    const away = await change(id, { version: String(flood?.version), title: "Flood", from: "2026-06-29" });
    const [moved] = await named("Flood");
    const back = await change(id, { version: String(moved?.version), title: "Flood", ...days });
    const [last] = await named("Flood");
    await change(id, { version: String(last?.version), intent: "delete" });

    const texts = await Promise.all(
      [added, away, back].map(async (answer) => (await readNoticeOf(answer))?.text),
    );
    expect(texts.map((text) => text?.trim())).toEqual([
      `Holiday added. ${told}`.trim(),
      "Holiday changed.",
      `Holiday changed. ${told}`.trim(),
    ]);
  },
);

type Fields = Record<string, string>;

function add(fields: Fields) {
  return callRoute(action, postForm(HOLIDAYS, { intent: "add", ...fields }, clerk));
}

function open(day: string) {
  return callRoute(action, postForm(HOLIDAYS, { intent: "open", day, reason: "" }, clerk));
}

function close(id: number | undefined) {
  return callRoute(action, postForm(HOLIDAYS, { intent: "close", openedDay: String(id) }, clerk));
}

function change(id: number, fields: Fields) {
  const sent = postForm(`${HOLIDAYS}/${id}`, { intent: "change", ...fields }, clerk);
  return callRoute(changeAction, sent, { holidayId: String(id) });
}

async function closing(day: string) {
  return findClosure(day, await loadSchoolCalendar(noTransaction));
}

async function named(title: string) {
  const holidays = await listHolidaysFrom("1950-01-01", noTransaction);
  return holidays.filter((holiday) => holiday.title === title);
}

async function openedIds(): Promise<Map<string, number>> {
  const opened = await listOpenedDaysFrom("1950-01-01", noTransaction);
  return new Map(opened.map(({ day, opened_day_id }) => [day, opened_day_id]));
}
