import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/assessments/assessments.tsx";
import { action as save } from "../../../app/routes/settings/assessments/save.tsx";
import { loader as settingsLoader } from "../../../app/routes/settings/settings.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { Mark } from "#db/models/marks.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { AssessmentsView, ClassTests } from "#features/settings/assessments/assessments.rules.ts";
import type { RowSave, SaveReply } from "#saving/protocol/protocol.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  type Lesson,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitForLockWait } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  sendJson,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { settingLine } from "./setting-line.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ firstName: "Merle", lastName: "Joseph" });
const admin = await createAdmin();
const teacher = await createTeacher();

const PAGE = "/app/settings/assessments";
const TERM = TERM_IDS[2];

test("only who holds 8 sees and sets the tests of a class", async () => {
  const lesson = await taught();
  const answers = (visitor: Visitor) =>
    Promise.all([
      callRoute(loader, getRequest(at(lesson), visitor)),
      callRoute(action, postForm(at(lesson), {}, visitor)),
      callRoute(
        save,
        sendJson(`${PAGE}/${TERM}/${lesson.classId}/save`, saving([]), visitor),
        paramsOf(lesson),
      ),
    ]);

  expect((await answers(null)).map(({ status }) => status)).toEqual([302, 302, 401]);
  expect((await answers(teacher)).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await callRoute(loader, getRequest(at(lesson), clerk))).status).toBe(200);
});

test("a class shows its subjects with day and maximum of each test, and what is missing", async () => {
  const lesson = await taught();
  await createLesson(teacher, lesson, { subject: "Physical Education", subjectId: 7 });
  await createAssessment(lesson, { maxMark: 50, testDate: "2026-06-22" });

  const { shown: tests, classes } = await shown(lesson);

  expect(tests.tests.map(({ title }) => title)).toEqual(["Mid Term", "End of Term"]);
  expect(tests.rows).toMatchObject([
    {
      name: "Mathematics",
      byGrade: false,
      values: { date_1: "2026-06-22", max_1: 50, date_2: null, max_2: 100 },
    },
    { name: "Physical Education", byGrade: true, values: {} },
  ]);
  expect(classes.find(({ classId }) => classId === lesson.classId)?.note).toBe("1 date missing");
});

test("a day and a maximum are kept, and a repeat of the save is harmless", async () => {
  const lesson = await taught();
  const change = { row: String(lesson.subjectId), base: 0, changes: { date_2: "2026-05-18", max_2: 50 } };

  const first = await sent(lesson, change, { saveId: "the-same-save" });
  const again = await sent(lesson, change, { saveId: "the-same-save" });

  expect(first).toMatchObject({
    outcome: "saved",
    stored: { values: { date_1: null, max_1: 100, date_2: "2026-05-18", max_2: 50 } },
  });
  expect(again).toEqual(first);
  expect(await stored(lesson)).toEqual([
    { test_id: 1, test_date: null, max_mark: 100 },
    { test_id: 2, test_date: "2026-05-18", max_mark: 50 },
  ]);
});

test.each([
  [{ max_1: 0 }, "enter a max mark above 0 and up to 1000"],
  [{ max_1: 1001 }, "enter a max mark above 0 and up to 1000"],
  [{ max_1: 33.333 }, "enter the max mark with at most two decimals"],
  [{ max_1: "fifty" }, "enter the max mark as a number"],
  [{ max_1: null }, "Required"],
  [{ date_1: "2026-07-04" }, "Enter a date between 13 Apr 2026 and 3 Jul 2026"],
  [{ date_1: "2026-06-31" }, "There is no 31 June. Enter a date, like 7 September 2026"],
  [{ max_f9: 20 }, "this class no longer has this test"],
])("%j is refused, and nothing is stored", async (changes, reason) => {
  const lesson = await taught();

  const result = await sent(lesson, { row: String(lesson.subjectId), base: 0, changes });

  expect(result).toMatchObject({ outcome: "refused", refusals: [{ reason }] });
  expect(await stored(lesson)).toEqual([]);
});

test("a maximum stays while marks are given out of it, and the refusal counts them", async () => {
  const lesson = await taught();
  const pupils = await createStudents(lesson, [{}, {}, {}]);
  for (const pupil of pupils.slice(1)) await createMark(pupil, lesson, { mark: 40 });
  await createMark(pupils[0] ?? { id: 0 }, lesson, { attendance: 2 });
  const row = String(lesson.subjectId);

  const lowered = await sent(lesson, { row, base: 0, changes: { max_1: 60, date_1: "2026-06-22" } });
  const other = await sent(lesson, { row, base: 0, changes: { max_2: 60 } });

  expect(lowered).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "2 marks were given out of 100", fields: ["max_1"] }],
    stored: { values: { date_1: "2026-06-22", max_1: 100 } },
  });
  expect(other).toMatchObject({ outcome: "saved" });
  expect((await shown(lesson)).shown.rows[0]).toMatchObject({ marks: 3 });
});

test("a mark that is being saved while the maximum changes is counted", async () => {
  const lesson = await taught();
  const [pupil] = await createStudents(lesson, [{}]);
  const row = String(lesson.subjectId);

  const begun = await termTransaction(TEST, async (t) => {
    const changed = sent(lesson, { row, base: 0, changes: { max_1: 60 } });
    await waitForLockWait();
    const mark = {
      student_key: pupil?.id ?? 0,
      academic_term_id: TERM,
      subject_id: lesson.subjectId,
      test_id: 1 as const,
    };
    await Mark.insert({ ...mark, mark: 80, max_mark: 100, employee_id: teacher.employeeId }, t);
    return [changed];
  });

  expect(await begun[0]).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "1 mark was given out of 100" }],
  });
});

test("a stale page is told who changed what, and what nobody touched is stored beside it", async () => {
  const lesson = await taught();
  const row = String(lesson.subjectId);
  const first = await sent(lesson, { row, base: 0, changes: { max_1: 60 } });
  const base = first.stored.version;
  await sent(lesson, { row, base, changes: { max_1: 70 } }, { by: admin });

  const stale = await sent(lesson, { row, base, changes: { max_1: 80, date_1: "2026-06-22" } });

  expect(stale).toMatchObject({
    outcome: "conflict",
    by: "Admin",
    fields: [{ field: "max_1", from: 60, to: 70 }],
    stored: { values: { max_1: 70, date_1: "2026-06-22" } },
  });
});

test("without script all rows are one form: what was refused is said beside what was typed", async () => {
  const lesson = await taught();
  const other = await createLesson(teacher, lesson, { subject: "Spanish" });
  const [maths, spanish] = [lesson.subjectId, other.subjectId];

  const { status, body } = await callRoute(
    action,
    postForm(
      at(lesson),
      {
        [`base.${maths}`]: "0",
        [`max_1.${maths}`]: "50",
        [`date_1.${maths}`]: "2026-06-22",
        [`base.${spanish}`]: "0",
        [`max_1.${spanish}`]: "0",
        [`date_1.${spanish}`]: "",
      },
      clerk,
    ),
  );

  expect(status).toBe(422);
  expect(body).toMatchObject({
    outcomes: { [maths]: { state: "saved" }, [spanish]: { state: "refused", typed: { max_1: 0 } } },
  });
  const stale = postForm(at(lesson), { [`base.${maths}`]: "0", [`max_1.${maths}`]: "70" }, admin);
  expect((await callRoute(action, stale)).status).toBe(409);
});

test("a term that is over is read, not changed; another's class and one that has not begun are not there", async () => {
  const lesson = await taught();
  const past = { ...lesson, termId: TERM_IDS[0] };
  const change = { row: String(lesson.subjectId), base: 0, changes: { max_1: 50 } };
  const unknown = { ...lesson, classId: 999_999 };

  expect((await shown(past)).isOver).toBe(true);
  const answers = await Promise.all([
    callRoute(save, sendJson(at(past), saving([change]), clerk), paramsOf(past)),
    callRoute(save, sendJson(at(unknown), saving([change]), clerk), paramsOf(unknown)),
    callRoute(save, sendJson(at(lesson), saving([change]), clerk), {
      ...paramsOf(lesson),
      termId: "202620271",
    }),
    callRoute(loader, getRequest(`${PAGE}?term=202620271`, clerk)),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 404]);
  expect(await stored(lesson)).toEqual([]);
});

test("the type of a term is set for all its classes, on the version that was read", async () => {
  const lesson = await taught();
  const { type } = await shown(lesson);

  const set = await setType("Interim Test", { version: type.version });
  const stale = await setType("Mid Term", { version: type.version });

  expect(set.location).toContain(`${PAGE}?term=${TERM}`);
  expect([stale.status, readFormErrors(stale)]).toEqual([
    409,
    {
      type: "The assessment type of this term was changed while you had it open. It is now Interim Test. Set the type again to use your version instead.",
    },
  ]);
  expect((await shown(lesson)).shown.tests.map(({ title }) => title)).toEqual([
    "Interim Test",
    "End of Term",
  ]);
  const settings = await callRoute(settingsLoader, getRequest("/app/settings", clerk));
  expect(settingLine(settings.body, "Term Assesments Configuration")?.now).toBe("Interim Test");
  expect((await setType("Mid Term")).status).toBe(302);
  expect((await setType("Weekly")).status).toBe(422);
  expect((await setType("Interim Test", { term: TERM_IDS[0] })).status).toBe(409);
});

test("no type is set under which marks would stand on no sheet", async () => {
  const lesson = await taught();
  const [pupil] = await createStudents(lesson, [{}]);
  const { markId } = await createMark(pupil ?? { id: 0 }, lesson, { testId: 2, mark: 40 });

  const refused = await setType("Forthnightly Test");
  await transaction(TEST, (t) => Mark.delete({ mark_id: markId }, t));
  const set = await setType("Forthnightly Test");
  const fortnightlyTestId = await createFortnightlyTest(lesson, { title: "Fortnightly Test 1" });
  await createAssessment(lesson, { testId: 3, fortnightlyTestId, maxMark: 20 });
  const given = await createMark(pupil ?? { id: 0 }, lesson, {
    testId: 3,
    fortnightlyTestId,
    mark: 12,
    maxMark: 20,
  });
  const back = await setType("Mid Term");
  await transaction(TEST, (t) =>
    runQuery("update marks set mark = null where mark_id = $1", [given.markId], t),
  );
  const result = await setType("Mid Term");
  const away = await setType("Mid Term", { tests: "away" });

  expect([refused.status, readFormErrors(refused)]).toEqual([
    422,
    {
      type: "You cannot choose this type because 1 mark was entered for Mid Term and would no longer appear on any mark sheet.",
    },
  ]);
  expect(set.status).toBe(302);
  expect(readFormErrors(back)).toEqual({
    type: "You cannot choose this type because 1 mark was entered for fortnightly tests and would no longer appear on any mark sheet.",
  });
  expect(readFormErrors(result)).toEqual({
    type: "This term has 1 fortnightly test without marks, which the new type would remove.",
    tests: "Press ‘Set the type and remove the tests’ to remove this test.",
  });
  expect(away.status).toBe(302);
  expect(await queryRows("select title from fortnightly_tests", [], noTransaction)).toEqual([]);
});

async function taught(): Promise<Lesson & SchoolClass> {
  const held = await createClass({ label: `Std 1 ${crypto.randomUUID()}` });
  return { ...held, ...(await createLesson(teacher, held)) };
}

type Place = { classId: number; termId?: number };

function at({ classId, termId = TERM }: Place): string {
  return `${PAGE}?term=${termId}&class=${classId}`;
}

function paramsOf({ classId, termId = TERM }: Place) {
  return { termId: String(termId), classId: String(classId) };
}

async function shown(place: Place): Promise<AssessmentsView & { shown: ClassTests }> {
  return (await callRoute(loader, getRequest(at(place), clerk))).body as AssessmentsView & {
    shown: ClassTests;
  };
}

function saving(changed: readonly RowSave[], saveId: string = crypto.randomUUID()) {
  return { saveId, rows: changed };
}

type Sending = { by?: Visitor; saveId?: string };

async function sent(lesson: Lesson, row: RowSave, { by = clerk, saveId }: Sending = {}) {
  const { body } = await callRoute(save, sendJson(at(lesson), saving([row], saveId), by), paramsOf(lesson));
  const [result] = (body as SaveReply).results;
  if (!result) throw new Error("no row was answered");
  return result;
}

type Setting = { version?: number; term?: number; tests?: string };

async function setType(type: string, { version, term = TERM, ...others }: Setting = {}) {
  const { body } = await callRoute(loader, getRequest(`${PAGE}?term=${term}`, clerk));
  const known = version ?? (body as AssessmentsView).type.version;
  const fields: Fields = { what: "type", term: String(term), version: String(known), type, ...others };
  return callRoute(action, postForm(`${PAGE}?term=${term}`, fields, clerk));
}

function stored({ classId }: Lesson) {
  return queryRows(
    `select test_id, test_date::text as test_date, max_mark::float8 as max_mark
       from assessments where class_id = $classId order by test_id`,
    { classId },
    noTransaction,
  );
}
