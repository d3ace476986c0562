import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/assessments/assessments.tsx";
import { action as copy, loader as copyLoader } from "../../../app/routes/settings/assessments/copy.tsx";
import {
  action as criteria,
  loader as criteriaLoader,
} from "../../../app/routes/settings/assessments/criteria.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { AssessmentCriterion } from "#db/models/marks.ts";
import type { ClassTests } from "#features/settings/assessments/assessments.rules.ts";
import type { CopyTestsView } from "#features/settings/assessments/copy.server.ts";
import type { CriteriaView } from "#features/settings/assessments/criteria.server.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
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
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
  type Handler,
  type Visitor,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool({ assessmentType: "Forthnightly Test" });
const clerk = await createClerk();
const teacher = await createTeacher();

const PAGE = "/app/settings/assessments";
const TERM = TERM_IDS[2];
const NEW = {
  what: "test",
  intent: "add",
  test: "new",
  title: "Fortnightly Test 1",
  day: "2026-05-07",
  max: "20",
};

test("a fortnightly test is added for all subjects, changed, and removed while nothing is in it", async () => {
  const held = await taught();
  const added = await send(held, NEW);
  const [first] = (await shown(held)).fortnightly;
  const again = await send(held, NEW);
  const changing = {
    what: "test",
    intent: "save",
    test: String(first?.id),
    title: "Oral",
    version: String(first?.version),
  };
  const changed = await send(held, { ...changing, day: "2026-05-08" });
  const stale = await send(held, changing);
  const outside = await send(held, { ...NEW, title: "Late", day: "2026-07-10" });

  expect(added.status).toBe(302);
  expect(first).toMatchObject({ title: "Fortnightly Test 1", day: "2026-05-07", entered: 0 });
  expect([again.status, readFormErrors(again)]).toEqual([
    422,
    { title: "This class already has a test with this title. Enter another title." },
  ]);
  expect(changed.status).toBe(302);
  expect([stale.status, readFormErrors(stale)]).toEqual([
    409,
    {
      title:
        "This test was changed while you had it open. It is now: Oral, 8 May 2026. Save again to use your version instead.",
    },
  ]);
  expect(readFormErrors(outside)).toEqual({
    day: "This date is outside the term. Enter a date from 13 Apr 2026 to 3 Jul 2026.",
  });
  const { tests, rows: subjects } = await shown(held);
  expect(tests.map(({ title }) => title)).toEqual(["Oral", "Course", "End of Term"]);
  expect(subjects[0]?.values).toMatchObject({ [`max_f${first?.id}`]: 20, [`date_f${first?.id}`]: null });

  const [pupil] = await createStudents(held, [{}]);
  const given = { testId: 3, fortnightlyTestId: first?.id ?? 0, mark: 12, maxMark: 20 } as const;
  const { markId } = await createMark(pupil ?? { id: 0 }, held, given);
  const removing = { what: "test", intent: "remove", test: String(first?.id) };
  const kept = await send(held, removing);
  await transaction(TEST, (t) => runQuery("update marks set mark = null where mark_id = $1", [markId], t));

  expect([kept.status, readFormErrors(kept)]).toEqual([
    422,
    { title: "You cannot remove this test because 1 mark was entered for it." },
  ]);
  expect((await send(held, removing)).status).toBe(302);
  expect((await send(held, removing)).status).toBe(404);
  expect((await shown(held)).fortnightly).toEqual([]);
});

test("how a class is assessed changes for its year, but not under what was entered otherwise", async () => {
  const held = await taught();
  const [pupil] = await createStudents(held, [{}], [TERM_IDS[0]]);
  const earlier = await createMark(pupil ?? { id: 0 }, held, { termId: TERM_IDS[0], mark: 40 });
  const set = (kind: string, seen: string) => send(held, { what: "class", kind, seen });

  const orphaning = await set("course-work", "tests");
  await transaction(TEST, (t) => runQuery("delete from marks where mark_id = $1", [earlier.markId], t));
  const courseWork = await set("course-work", "tests");
  const stale = await set("criteria", "tests");
  const title = (await shown(held)).tests.map((item) => item.title);
  const graded = await set("criteria", "course-work");

  expect([orphaning.status, readFormErrors(orphaning)]).toEqual([
    422,
    {
      kind: "You cannot change how this class is assessed because 1 mark was already entered this year and would no longer appear on any mark sheet.",
    },
  ]);
  expect([courseWork.status, graded.status]).toEqual([302, 302]);
  expect([stale.status, readFormErrors(stale)]).toEqual([
    409,
    {
      kind: "Somebody changed how this class is assessed while you had the page open. It is now: Course work only. Check the class, then try again.",
    },
  ]);
  expect(title).toEqual(["Course"]);
  expect(await shown(held)).toMatchObject({
    kind: "criteria",
    tests: [],
    criteria: [{ name: "Mathematics", details: [] }],
  });
  expect((await set("weekly", "criteria")).status).toBe(422);
});

test("criteria of a subject are added, changed and removed for its level, never from under a grade", async () => {
  const held = await taught({ assessmentType: "Grade", formClassId: "1st Year" });
  const at = `${PAGE}/criteria/${held.subjectId}?term=${TERM}&class=${held.classId}`;
  const params = { subjectId: String(held.subjectId) };
  const read = async () =>
    (await callRoute(criteriaLoader, getRequest(at, clerk), params)).body as CriteriaView;
  const post = (fields: Fields) => callRoute(criteria, postForm(at, fields, clerk), params);

  const added = await post({ seen: (await read()).seen, "new-1": "Listens", "new-2": "Speaks" });
  const before = await read();
  const [listens, speaks] = before.criteria;
  await createGrade(held, listens?.id ?? 0);
  const removing = await post({ seen: before.seen, [`criterion-${speaks?.id}`]: "Speaks" });
  const changed = await post({ seen: before.seen, [`criterion-${listens?.id}`]: "Listens well" });
  const stale = await post({ seen: before.seen, [`criterion-${listens?.id}`]: "Hears" });

  expect(added.location).toContain(PAGE);
  expect(before).toMatchObject({
    subject: "Mathematics",
    level: "1st Year",
    criteria: [{ detail: "Listens" }, { detail: "Speaks" }],
  });
  expect([removing.status, readFormErrors(removing)]).toEqual([
    422,
    { [`criterion-${listens?.id}`]: "You cannot remove this criterion because 1 grade was given for it." },
  ]);
  expect(changed.status).toBe(302);
  expect([stale.status, readFormErrors(stale), readFormValues(stale)]).toEqual([
    409,
    {
      "": "These criteria were changed while you had them open. They are now: Listens well. Save again to use your version instead.",
    },
    { seen: before.seen, [`criterion-${listens?.id}`]: "Hears" },
  ]);
  expect(
    await AssessmentCriterion.select(
      ["detail"],
      { where: { subject_id: held.subjectId }, order: ["position"] },
      noTransaction,
    ),
  ).toEqual([{ detail: "Listens well" }]);
  expect(readFormErrors(await send(held, { what: "class", kind: "tests", seen: "criteria" }))).toEqual({
    kind: "You cannot change how this class is assessed because 1 mark was already entered this year and would no longer appear on any mark sheet.",
  });
});

test("tests are copied from another class after they were shown, but not over marks", async () => {
  const [from, to] = [await taught(), await taught()];
  const spanish = await createLesson(teacher, from, { subject: "Spanish" });
  await createLesson(teacher, to, { subject: "Spanish" });
  const fortnightlyTestId = await createFortnightlyTest(from, { title: "Copied", testDate: "2026-05-07" });
  await createAssessment(from, { testId: 3, fortnightlyTestId, maxMark: 20 });
  await createAssessment(from, { maxMark: 50, testDate: "2026-06-22" });
  await createAssessment(spanish, { maxMark: 60, testDate: "2026-06-23" });
  const [pupil] = await createStudents(to, [{}]);
  await createMark(pupil ?? { id: 0 }, { ...spanish, employeeId: teacher.employeeId }, { mark: 80 });
  const at = `${PAGE}/copy?term=${TERM}&class=${to.classId}`;
  const source = `${TERM}-${from.classId}`;
  const read = async () =>
    (
      (await callRoute(copyLoader, getRequest(`${at}&from=${source}`, clerk))).body as {
        shown: CopyTestsView;
      }
    ).shown;

  const { plan, sources } = await read();
  const early = await callRoute(copy, postForm(at, { from: source, seen: "something else" }, clerk));
  const copied = await callRoute(copy, postForm(at, { from: source, seen: plan?.seen ?? "" }, clerk));

  expect(sources.map(({ value }) => value)).toContain(source);
  expect(plan?.added).toEqual(["Copied"]);
  expect(plan?.lines).toMatchObject([
    {
      name: "Mathematics",
      words: ["End of Term, date 22 Jun 2026", "End of Term, max mark 50"],
      refused: [],
    },
    {
      name: "Spanish",
      words: ["End of Term, date 23 Jun 2026"],
      refused: ["End of Term, max mark 60: 1 mark was given out of 100"],
    },
  ]);
  expect([early.status, copied.status]).toEqual([409, 302]);
  const { rows: subjects, fortnightly } = await shown(to);
  const [test] = fortnightly;
  expect(test).toMatchObject({ title: "Copied", day: "2026-05-07" });
  expect(subjects.map(({ values }) => values)).toMatchObject([
    { date_1: "2026-06-22", max_1: 50, [`max_f${test?.id}`]: 20 },
    { date_1: "2026-06-23", max_1: 100, [`max_f${test?.id}`]: null },
  ]);
  expect((await read()).plan).toMatchObject({ added: [], lines: [{ name: "Spanish", words: [] }] });
});

test("all of it is for who holds 8, in the current term, and in a class that is there", async () => {
  const held = await taught();
  const graded = await taught({ assessmentType: "Grade", formClassId: "1st Year" });
  const query = (of: { classId: number }, termId = TERM) => `?term=${termId}&class=${of.classId}`;
  const ways = (visitor: Visitor, of: { classId: number; subjectId: number }) => {
    const params = { subjectId: String(of.subjectId) };
    const requests: [Handler, Request][] = [
      [copyLoader, getRequest(`${PAGE}/copy${query(of)}`, visitor)],
      [copy, postForm(`${PAGE}/copy${query(of)}`, { from: "1-1" }, visitor)],
      [criteriaLoader, getRequest(`${PAGE}/criteria/1${query(of)}`, visitor)],
      [criteria, postForm(`${PAGE}/criteria/1${query(of)}`, {}, visitor)],
    ];
    return Promise.all(
      requests.map(async ([handler, request]) => (await callRoute(handler, request, params)).status),
    );
  };
  const past = { term: String(TERM_IDS[0]) };

  expect(await ways(null, held)).toEqual([302, 302, 302, 302]);
  expect(await ways(teacher, held)).toEqual([403, 403, 403, 403]);
  expect(await ways(clerk, held)).toEqual([200, 404, 404, 404]);
  expect(await ways(clerk, graded)).toEqual([404, 404, 200, 409]);
  expect((await send(held, NEW, { visitor: teacher })).status).toBe(403);
  expect((await send(held, { ...NEW, ...past })).status).toBe(409);
  expect((await send(held, { what: "class", kind: "course-work", seen: "tests", ...past })).status).toBe(409);
  expect((await send({ classId: 999_999 }, NEW)).status).toBe(404);
  expect(
    await queryRows("select from fortnightly_tests where class_id = $1", [held.classId], noTransaction),
  ).toEqual([]);
});

type Options = Pick<Parameters<typeof createClass>[0] & object, "assessmentType" | "formClassId">;

async function taught(options: Options = {}): Promise<Lesson & SchoolClass> {
  const held = await createClass({ ...options, label: `Class ${crypto.randomUUID()}` });
  return { ...held, ...(await createLesson(teacher, held)) };
}

async function createGrade(held: Lesson & SchoolClass, criterionId: number) {
  const [pupil] = await createStudents(held, [{}]);
  const { markId } = await createMark(pupil ?? { id: 0 }, held);
  await transaction(TEST, (t) =>
    runQuery(
      "insert into criterion_grades (mark_id, criterion_id, grade, version) select mark_id, $1, 4, version from marks where mark_id = $2",
      [criterionId, markId],
      t,
    ),
  );
}

function send(
  { classId }: { classId: number },
  fields: Fields,
  { visitor = clerk }: { visitor?: Visitor } = {},
) {
  const place = { term: String(TERM), class: String(classId) };
  return callRoute(
    action,
    postForm(`${PAGE}?term=${TERM}&class=${classId}`, { ...place, ...fields }, visitor),
  );
}

async function shown({ classId }: { classId: number }): Promise<ClassTests> {
  const { body } = await callRoute(loader, getRequest(`${PAGE}?term=${TERM}&class=${classId}`, clerk));
  return (body as { shown: ClassTests }).shown;
}
