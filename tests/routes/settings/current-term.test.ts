import { expect, test } from "vitest";
import { action as setAction, loader as setLoader } from "../../../app/routes/settings/set-term.tsx";
import { action, loader } from "../../../app/routes/settings/current-term.tsx";
import { loader as settingsLoader } from "../../../app/routes/settings/settings.tsx";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { AcademicTerm } from "#db/models/school.ts";
import {
  updateTerm,
  type CurrentTermView,
  type SetTermView,
} from "#features/settings/current-term/current-term.server.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import { callRoute, readFormErrors, getRequest, postForm, readFormValues } from "#tests/support/request.ts";
import { settingLine } from "./setting-line.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const office = await createTeacher({ permissions: [8] });
const teacher = await createTeacher();
const held = await createClass({ formTeacher: teacher });
const [first, second, third] = TERM_IDS;
await createStudents(held, 3);
await createStudents(held, [{ firstName: "Zuri", lastName: "Antoine" }], [third]);

const PAGE = "/app/settings/current-term";
const DATES = {
  term_start: "2026-04-13",
  term_end: "2026-07-03",
  next_term_start: "2026-09-07",
  total_sessions: "120",
};
/** The values as the form shows them. */
const WRITTEN = {
  term_start: "13 Apr 2026",
  term_end: "3 Jul 2026",
  next_term_start: "7 Sep 2026",
  total_sessions: "120",
};

test("the term is kept by who holds 8", async () => {
  const input = { termId: String(second) };
  const refused = await Promise.all([
    callRoute(loader, getRequest(PAGE, teacher)),
    callRoute(action, postForm(PAGE, await typed(), teacher)),
    callRoute(setLoader, getRequest(PAGE, teacher), input),
    callRoute(setAction, postForm(PAGE, { seen: String(third) }, teacher), input),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await callRoute(loader, getRequest(PAGE, null))).location).toContain("/");
  expect((await callRoute(loader, getRequest(PAGE, clerk))).status).toBe(200);
});

test("the form is filled with the term, and the settings say what stands there", async () => {
  const { form, strip, archives } = await shown();
  const settings = (await callRoute(settingsLoader, getRequest("/app/settings", clerk))).body;

  expect(form).toMatchObject({ title: "2025-2026, Term 3", dates: WRITTEN });
  expect(form.sessionsHint).toBe("60 school days, 2 sessions a day");
  expect(strip.map(({ name, state }) => [name, state])).toEqual([
    ["2025-2026, Term 1", "over"],
    ["Term 2", "over"],
    ["Term 3", "current"],
    ["2026-2027, Term 1", "ahead"],
  ]);
  expect(archives).toBeNull();
  expect(settingLine(settings, "Current Term")).toMatchObject({
    now: "2025-2026, Term 3",
    next: "ended Fri 3 Jul",
  });
});

test("dates and sessions are corrected in place, with who did it in the trail", async () => {
  const answer = await callRoute(action, postForm(PAGE, await typed({ term_end: "10/7/2026" }), clerk));

  expect([answer.status, answer.location]).toEqual([302, PAGE]);
  expect((await shown()).form.dates.term_end).toBe("10 Jul 2026");
  const trail = await queryRows<{ actor: string; old_values: object }>(
    "select actor, old_values from audit_events where table_name = 'academic_terms' order by event_id desc limit 1",
    [],
    noTransaction,
  );
  expect(trail).toMatchObject([
    { actor: `account:${clerk.person.accountId}`, old_values: { term_end: "2026-07-03" } },
  ]);
  await updateTerm(admin.person, { ...DATES, total_sessions: 120 });
});

test.each([
  [{ next_term_start: "" }, { next_term_start: "This field is required" }],
  [
    { term_start: "", term_end: "" },
    { term_start: "This field is required", term_end: "This field is required" },
  ],
  [
    { term_start: "2026-02-30" },
    { term_start: "There is no 30 February. Enter a date, like 7 September 2026." },
  ],
  [{ term_end: "2026-04-01" }, { term_end: "Enter an end date after the start of the term." }],
  [
    { term_start: "2026-03-20" },
    { term_start: "These dates overlap with another term. Change the start or the end." },
  ],
  [{ next_term_start: "2026-07-03" }, { next_term_start: "Enter a start date after the end of this term." }],
  [{ total_sessions: "0" }, { total_sessions: "Enter a whole number from 1 to 400." }],
  [{ total_sessions: "many" }, { total_sessions: "Enter a whole number from 1 to 400." }],
  [{ total_sessions: " " }, { total_sessions: "This field is required" }],
])("%j is refused beside its field, and what was typed stays", async (wrong, errors) => {
  const sent = await typed(wrong);

  const answer = await callRoute(action, postForm(PAGE, sent, clerk));

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
  expect({ ...blanks(wrong), ...readFormValues(answer) }).toEqual(sent);
  expect((await shown()).form.dates).toEqual(WRITTEN);
});

test("a shorter term warns once of the tests and registers outside it, and only of those", async () => {
  const lesson = await createLesson(teacher, held);
  await createAssessment(lesson, { testDate: "2026-06-29" });
  await createAssessment(lesson, { testId: 2, testDate: "2026-05-20" });
  await createFortnightlyTest(held, { title: "Fortnightly Test 1", testDate: "2026-06-30" });
  await transaction(TEST, (t) =>
    runQuery(
      "insert into attendance_registers (class_id, day, session, marked_by) values ($1, '2026-06-26', 1, $2)",
      [held.classId, teacher.accountId],
      t,
    ),
  );

  const warned = await callRoute(action, postForm(PAGE, await typed({ term_end: "25/6/2026" }), clerk));
  const { term_end: outside = "" } = readFormErrors(warned);
  const later = await callRoute(
    action,
    postForm(PAGE, { ...(await typed({ term_end: "29/6/2026" })), outside }, clerk),
  );
  const kept = await callRoute(
    action,
    postForm(PAGE, { ...(await typed({ term_end: "25/6/2026" })), outside }, clerk),
  );

  expect([warned.status, outside]).toEqual([
    422,
    "These dates leave the dates of 2 tests and 1 marked register outside the term. Change the dates, or press Update Details again to use them all the same.",
  ]);
  expect(readFormErrors(later).term_end).toMatch(/^These dates leave the dates of 1 test outside the term\./);
  expect(kept.status).toBe(302);
  await updateTerm(admin.person, { ...DATES, total_sessions: 120 });
});

test("of two who change the term the second is told what it is now", async () => {
  const sent = await typed();

  const one = await callRoute(action, postForm(PAGE, { ...sent, total_sessions: "118" }, clerk));
  const other = await callRoute(action, postForm(PAGE, { ...sent, total_sessions: "116" }, admin));

  expect([one.status, other.status]).toEqual([302, 409]);
  expect(readFormErrors(other)[""]).toContain("13 Apr to 3 Jul 2026, 118 sessions");
  expect(readFormValues(other)).toMatchObject({ total_sessions: "116" });
  expect((await shown()).form.dates.total_sessions).toBe("118");

  expect((await callRoute(action, postForm(PAGE, readFormValues(other), admin))).status).toBe(302);
  expect((await shown()).form.dates.total_sessions).toBe("116");
  await updateTerm(admin.person, { ...DATES, total_sessions: 118 });
});

test("records that say the term's sessions follow it; a signed one and a counted one stay", async () => {
  const records = await queryRows<{ student_key: number }>(
    "select student_key from term_records where academic_term_id = $1 order by student_key",
    [third],
    noTransaction,
  );
  const [, signed, counted] = records.map(({ student_key }) => student_key);
  await transaction(TEST, async (t) => {
    await runQuery("update term_records set total_sessions = 118 where academic_term_id = $1", [third], t);
    await runQuery(
      "update term_records set sessions_absent = 3 where academic_term_id = $1 and student_key = $2",
      [third, counted],
      t,
    );
    await runQuery(
      "update term_records set total_sessions = 90 where academic_term_id = $1 and student_key = $2",
      [third, signed],
      t,
    );
  });

  await updateTerm(admin.person, { ...DATES, total_sessions: 120 });

  const after = await queryRows<{ total_sessions: number }>(
    "select total_sessions from term_records where academic_term_id = $1 order by student_key",
    [third],
    noTransaction,
  );
  expect(after.map(({ total_sessions }) => total_sessions)).toEqual([120, 90, 118, 120]);
});

test("no two terms of the calendar share a day, whoever writes them", async () => {
  const overlapping = transaction(TEST, (t) =>
    AcademicTerm.update({ term_start: "2026-03-27" }, { academic_term_id: third }, t),
  );

  await expect(overlapping).rejects.toThrow(/Exclusion constraint/);
});

test("the archives list the terms newest first, with the students of each", async () => {
  const { archives } = await shown("?show=archives");

  expect(archives).toEqual([
    expect.objectContaining({ id: third, term: "Term 3", students: 4, isCurrent: true }),
    {
      id: second,
      year: "2025-2026",
      term: "Term 2",
      period: "5 Jan to 27 Mar 2026",
      sessions: 120,
      students: 3,
      isCurrent: false,
    },
    expect.objectContaining({ id: first, period: "1 Sep to 12 Dec 2025" }),
  ]);
});

test("it says first what setting an earlier term means; names lead to records for who may open them", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      "insert into entry_windows (academic_term_id, kind, closes_at) values ($1, 'marks', '2026-03-20 16:00-04')",
      [second],
      t,
    ),
  );
  const forClerk = await callRoute(setLoader, getRequest(PAGE, clerk), { termId: String(second) });
  const forOffice = await callRoute(setLoader, getRequest(PAGE, office), { termId: String(second) });

  expect(forClerk.body).toMatchObject({
    title: "2025-2026, Term 2",
    names: { from: "Term 3", to: "Term 2" },
    isEarlier: true,
    closed: { kinds: ["marks"], dates: "marks closed on 20 Mar 2026, 16:00" },
    missing: [{ name: "Antoine, Zuri", key: expect.any(Number) }],
    missingTotal: 1,
  } satisfies Partial<SetTermView>);
  expect(forOffice.body).toMatchObject({ missing: [{ key: null }] });
});

test("an earlier term is set and the later one set again; nobody moves", async () => {
  const before = await registrations();

  const back = await setTo(second, third);
  const [strip, history] = [(await shown()).strip, (await shown("?show=archives")).archives];
  const again = await setTo(third, second);

  expect([back.status, back.location, again.status]).toEqual([302, `${PAGE}?show=archives`, 302]);
  expect(strip.map(({ state }) => state)).toEqual(["over", "current", "ahead", "ahead"]);
  expect(history?.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [third, false],
    [second, true],
    [first, false],
  ]);
  expect(await registrations()).toEqual(before);
  expect(await current()).toBe(third);
});

test("the current term, one that is not listed, and a stale page are refused", async () => {
  const answers = [
    await setTo(third, third),
    await setTo(202620271, third),
    await setTo(first, second),
    await callRoute(setAction, postForm(PAGE, {}, clerk), { termId: String(first) }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 404, 409, 400]);
  expect(readFormErrors(await setTo(third, third))).toEqual({
    "": "2025-2026, Term 3 is already the current term.",
  });
  expect((await callRoute(setLoader, getRequest(PAGE, clerk), { termId: String(third) })).status).toBe(404);
  expect(await current()).toBe(third);
});

test("of two who set another term at once one does, and the other is told", async () => {
  const blocker = await schoolHeld();
  const both = Promise.all([setTo(first, third), setTo(second, third)]);
  await expect.poll(countLockWaits).toBeGreaterThan(0);
  await blocker.release();

  const answers = await both;

  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 409]);
  await setTo(third, (await current()) ?? 0);
});

/** Locks the school's row until it is released. */
async function schoolHeld(): Promise<{ release: () => Promise<void> }> {
  let release = () => {};
  let has = () => {};
  const letGo = new Promise<void>((resolve) => (release = resolve));
  const taken = new Promise<void>((resolve) => (has = resolve));
  const work = transaction(TEST, async (t) => {
    await queryRow("select school_id from schools order by school_id for update", [], t);
    has();
    await letGo;
  });
  await taken;
  return {
    release: () => {
      release();
      return work;
    },
  };
}

async function typed(wrong: Record<string, string> = {}): Promise<Record<string, string>> {
  const { form } = await shown();
  const hidden = { intent: "update", term: String(form.seenTermId), version: String(form.version) };
  return { ...hidden, ...DATES, ...wrong };
}

/** A reply does not contain empty fields. */
function blanks(wrong: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(wrong).filter(([, value]) => value === ""));
}

async function shown(query = ""): Promise<CurrentTermView> {
  return (await callRoute(loader, getRequest(`${PAGE}${query}`, clerk))).body as CurrentTermView;
}

function setTo(termId: number, seen: number) {
  return callRoute(setAction, postForm(PAGE, { seen: String(seen) }, clerk), { termId: String(termId) });
}

async function current(): Promise<number | undefined> {
  const school = await queryRow<{ current_term_id: number }>(
    "select current_term_id from schools order by school_id",
    [],
    noTransaction,
  );
  return school?.current_term_id;
}

function registrations(): Promise<object[]> {
  return queryRows("select * from registrations order by student_key, academic_term_id", [], noTransaction);
}
