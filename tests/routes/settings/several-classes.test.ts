import { expect, test } from "vitest";
import { action as saveRows } from "../../../app/routes/settings/assessments/save.tsx";
import { action, loader } from "../../../app/routes/settings/assessments/several.tsx";
import { action as setType, loader as typeLoader } from "../../../app/routes/settings/assessments/type.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { AcademicTerm, AcademicYear } from "#db/models/school.ts";
import type { TermTypeChangeView } from "#features/settings/assessments/change-assessments.server.ts";
import type { SeveralClassesView } from "#features/settings/assessments/several/load-several.server.ts";
import type { SeveralClassesSaveSummary } from "#features/settings/assessments/several/several.server.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
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
  getRequest,
  postForm,
  readFormErrors,
  readFormReply,
  readNoticeOf,
  sendJson,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ firstName: "Merle", lastName: "Joseph" });
const admin = await createAdmin();
const teacher = await createTeacher();

const PAGE = "/app/settings/assessments/classes";
const TERM = TERM_IDS[2];
const LEVELS = ["1st Year", "2nd Year", "Std 1", "Std 2", "Std 3", "Std 4", "Std 5"] as const;

test("only who holds 8 sees and sets the tests of several classes and the type", async () => {
  const answers = (visitor: Visitor) =>
    Promise.all([
      callRoute(loader, getRequest(PAGE, visitor)),
      callRoute(action, postForm(PAGE, {}, visitor)),
      callRoute(typeLoader, getRequest(`${PAGE}/type?term=${TERM}&type=Interim+Test`, visitor)),
      callRoute(setType, postForm(`${PAGE}/type`, {}, visitor)),
    ]);

  expect((await answers(null)).map(({ status }) => status)).toEqual([302, 302, 302, 302]);
  expect((await answers(teacher)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test("one value is saved in all classes of a level, in one transaction, with versions and author", async () => {
  const { level, lessons } = await taughtAt("2nd Year", 3);
  const [first] = lessons;
  const before = await view(level);

  const answer = await save(level, {
    [`date_1.${first?.subjectId}`]: "23/6/2026",
    [`max_1.${first?.subjectId}`]: "50",
  });

  expect(before.rows[0]).toMatchObject({ name: "Mathematics", classes: 3 });
  expect(answer.location).toBe(`${PAGE}?term=${TERM}&levels=${level}`);
  expect((await readNoticeOf(answer))?.text).toBe("3 changes saved");
  expect(await storedIn(lessons)).toEqual(
    lessons.map(() => ({ test_id: 1, test_date: "2026-06-23", max_mark: 50 })),
  );
  const events = await eventsOf(lessons);
  expect(events).toMatchObject([{ count: 3, account_id: clerk.accountId, transactions: 1 }]);
  expect((await view(level)).seen.since).toBeGreaterThan(before.seen.since);
});

test("a field where classes differ says so, and changes only what is typed", async () => {
  const { level, lessons } = await taughtAt("Std 2", 2);
  const [one, other] = lessons;
  if (!one || !other) throw new Error("two lessons");
  await createAssessment(one, { testDate: "2026-06-22", maxMark: 100 });
  await createAssessment(other, { testDate: "2026-06-23", maxMark: 50 });
  const { rows: shown } = await view(level);

  await save(level, { [`max_1.${one.subjectId}`]: "60" });

  expect(shown[0]?.cells).toMatchObject({
    [`date_1.${one.subjectId}`]: { text: "", isVarious: true },
    [`max_1.${one.subjectId}`]: { text: "", isVarious: true },
    [`date_2.${one.subjectId}`]: { text: "", isVarious: false },
  });
  expect(await storedIn(lessons)).toEqual([
    { test_id: 1, test_date: "2026-06-22", max_mark: 60 },
    { test_id: 1, test_date: "2026-06-23", max_mark: 60 },
  ]);
});

test("a refused line is left as it is, the others are saved, and the answer names it", async () => {
  const { level, lessons } = await taughtAt("Std 3", 2);
  const [marked, free] = lessons;
  if (!marked || !free) throw new Error("two lessons");
  const pupils = await createStudents(marked, [{}, {}]);
  for (const pupil of pupils) await createMark(pupil, marked, { mark: 40, maxMark: 100 });
  const typed = { [`max_1.${marked.subjectId}`]: "60", [`date_1.${marked.subjectId}`]: "22 Jun 2026" };

  const preview = await previewOf(level, typed);
  const answer = await save(level, typed);

  expect(preview.figures).toMatchObject({ all: { count: 2 }, changed: { count: 1 }, refused: { count: 1 } });
  expect(preview.rows[0]?.notes[0]?.words).toMatch(/^Not changed in .*: 2 marks were given out of 100$/);
  expect(resultOf(answer)).toMatchObject({
    saved: 1,
    left: [{ reason: "2 marks were given out of 100" }],
  });
  expect(await storedIn(lessons)).toEqual([{ test_id: 1, test_date: "2026-06-22", max_mark: 60 }]);
  expect(readFormReply(answer).initialValue).toMatchObject({ max_1: { [marked.subjectId]: "60" } });
});

test("what a colleague changed meanwhile is told and not overwritten; what nobody touched is saved beside it", async () => {
  const { level, lessons } = await taughtAt("Std 4", 2);
  const [one, other] = lessons;
  if (!one || !other) throw new Error("two lessons");
  const opened = await view(level);
  await saveOneRow(one, { date_1: "2026-06-24" });

  const beside = await save(level, { [`max_2.${one.subjectId}`]: "40" }, opened);
  const against = await save(level, { [`date_1.${one.subjectId}`]: "25/6/2026" }, opened);

  expect((await readNoticeOf(beside))?.text).toBe("2 changes saved");
  const { saved, left } = resultOf(against);
  expect([saved, left.length]).toEqual([1, 1]);
  expect(left[0]?.reason).toMatch(/^End of Term was changed to 24 Jun 2026 by Admin at \d\d:\d\d$/);
  expect(await storedIn(lessons)).toEqual([
    { test_id: 1, test_date: "2026-06-24", max_mark: 100 },
    { test_id: 2, test_date: null, max_mark: 40 },
    { test_id: 1, test_date: "2026-06-25", max_mark: 100 },
    { test_id: 2, test_date: null, max_mark: 40 },
  ]);
});

test("a level becomes course work only, but for the class whose marks no sheet would show", async () => {
  const { level, lessons } = await taughtAt("1st Year", 2);
  const [marked, free] = lessons;
  if (!marked || !free) throw new Error("two lessons");
  const [pupil] = await createStudents(marked, [{}]);
  await createMark(pupil ?? { id: 0 }, marked, { mark: 40 });

  const preview = await view(level, "&kind=course-work");
  const answer = await save(level, { kind: "course-work" });

  expect(preview.kindNotes.changes).toBe("1 class will be set to “Course work only”, for the whole year.");
  expect(preview.kindNotes.refused).toHaveLength(1);
  expect(resultOf(answer)).toMatchObject({
    saved: 1,
    left: [{ reason: /1 mark was already entered this year/ }],
  });
  expect(
    await queryRows(
      "select course_work_only from classes where class_id = any ($ids) order by class_id",
      { ids: lessons.map(({ classId }) => classId) },
      noTransaction,
    ),
  ).toEqual([{ course_work_only: false }, { course_work_only: true }]);
});

test("the tests of the same term of last year are copied, on the same weekday, and holidays are avoided and named", async () => {
  const { level, lessons, labels } = await taughtAt("Std 5", 2);
  const lastYear = await taughtLastYear("Std 5", labels);
  const [one, other] = lastYear;
  if (!one || !other) throw new Error("two lessons");
  await createAssessment(one, { termId: LAST_YEAR_TERM, testDate: "2025-06-24", maxMark: 80 });
  await createAssessment(other, { termId: LAST_YEAR_TERM, testDate: "2025-06-25", maxMark: 80 });
  await transaction(TEST, (t) =>
    runQuery(
      "insert into school_holidays (title, from_date, to_date) values ('Corpus Christi', '2026-06-16', '2026-06-16')",
      [],
      t,
    ),
  );

  const copied = await callRoute(
    action,
    postForm(PAGE, { ...fieldsOf(await view(level)), intent: "copy" }, clerk),
  );
  const shown = await view(level, `&from=${LAST_YEAR_TERM}`);
  const answer = await save(level, {}, shown);

  expect(copied.location).toBe(`${PAGE}?term=${TERM}&levels=${level}&from=${LAST_YEAR_TERM}`);
  expect(shown.copy.suggested).toBe(LAST_YEAR_TERM);
  expect(shown.rows[0]?.cells).toMatchObject({
    [`date_1.${one.subjectId}`]: { text: "17 Jun 2026", isVarious: false },
    [`max_1.${one.subjectId}`]: { text: "80" },
  });
  expect(shown.rows[0]?.notes).toContainEqual({
    tone: "moved",
    words: "1 day later: 16 Jun is Corpus Christi",
  });
  expect(answer.status).toBe(302);
  expect(await storedIn(lessons)).toEqual([
    { test_id: 1, test_date: "2026-06-17", max_mark: 80 },
    { test_id: 1, test_date: "2026-06-17", max_mark: 80 },
  ]);
});

test("a copy whose calendar changed meanwhile is not saved", async () => {
  const shown = await view(7, `&from=${LAST_YEAR_TERM}`);
  await transaction(TEST, (t) =>
    runQuery(
      "insert into school_holidays (title, from_date, to_date) values ('Sports', '2026-06-17', '2026-06-17')",
      [],
      t,
    ),
  );

  const answer = await save(7, {}, shown);

  expect(answer.status).toBe(409);
  expect(readFormErrors(answer)).toMatchObject({
    "": expect.stringContaining("The calendar or the earlier term") as string,
  });
});

test("a preview has an address with what was typed, and nothing that was not", async () => {
  const { level, lessons } = await taughtAt("Std 1", 1);
  const subject = lessons[0]?.subjectId;

  const typed = { [`date_1.${subject}`]: "17/6/2026", "max_2.all": "40" };
  const fields = { ...fieldsOf(await view(level)), ...typed, intent: "preview" };
  const answer = await callRoute(action, postForm(PAGE, fields, clerk));
  const nothing = await save(level, {});

  const { searchParams } = new URL(answer.location ?? "", "http://here");
  expect(Object.fromEntries(searchParams)).toEqual({
    term: String(TERM),
    levels: String(level),
    [`date_1.${subject}`]: "17/6/2026",
    [`max_2.${subject}`]: "40",
  });
  expect((await storedIn(lessons)).length).toBe(0);
  expect(nothing.status).toBe(422);
});

test("a term that is over is read, and a level without classes is not there", async () => {
  const over = await callRoute(loader, getRequest(`${PAGE}?term=${TERM_IDS[0]}`, clerk));
  const shown = over.body as SeveralClassesView;

  const fields = { ...fieldsOf(shown), intent: "save", "max_1.all": "70" };
  const refused = await callRoute(action, postForm(PAGE, fields, clerk));

  expect(shown.isOver).toBe(true);
  expect(refused.status).toBe(409);
  expect((await callRoute(loader, getRequest(`${PAGE}?levels=9`, clerk))).status).toBe(404);
  expect((await callRoute(loader, getRequest(`${PAGE}?term=202620271`, clerk))).status).toBe(404);
});

test("the type is set with a question that says what it renames, and fortnightly tests come to every class at once", async () => {
  const question = await typeQuestion("Forthnightly Test");
  await postType(question);
  const { level, lessons } = await taughtAt("Std 1", 1);
  const fresh = await view(level);
  const titles = { tests: JSON.stringify(["Fortnightly Test 1"]) };
  const added = await view(level, `&tests=${encodeURIComponent(titles.tests)}`);
  const [fortnightly] = added.columns;

  await save(level, { [`date_${fortnightly?.key}.all`]: "29 May 2026" }, added, titles);

  expect(question.words[0]).toMatch(
    /^“Mid Term” is renamed “Course” in \d+ classes, on mark sheets, report cards/,
  );
  expect(fresh.columns.map(({ title }) => title)).toEqual(["Course", "End of Term"]);
  expect(added.columns.map(({ title }) => title)).toEqual(["Fortnightly Test 1", "Course", "End of Term"]);
  expect(await storedIn(lessons)).toMatchObject([{ test_id: 3, test_date: "2026-05-29", max_mark: 100 }]);
  expect(
    await queryRows(
      "select title, test_date::text as day from fortnightly_tests order by title limit 1",
      [],
      noTransaction,
    ),
  ).toEqual([{ title: "Fortnightly Test 1", day: "2026-05-29" }]);
  const back = await typeQuestion("Interim Test");
  expect(back).toMatchObject({ removesTests: true, refusal: null });
  expect(back.words.at(-1)).toMatch(/fortnightly tests? without marks will be removed\.$/);
});

const LAST_YEAR = 20242025;
const LAST_YEAR_TERM = LAST_YEAR * 10 + 3;

async function taughtLastYear(formClassId: string, labels: readonly string[]): Promise<Lesson[]> {
  await transaction(TEST, async (t) => {
    await AcademicYear.insert({ academic_year_id: LAST_YEAR }, t);
    const days = { term_start: "2025-04-21", term_end: "2025-07-04", next_term_start: "2025-09-01" };
    const ids = { academic_term_id: LAST_YEAR_TERM, academic_year_id: LAST_YEAR, term: 3 };
    await AcademicTerm.insert({ ...ids, ...days, total_sessions: 110, assessment_type: "Mid Term" }, t);
  });
  const lessons: Lesson[] = [];
  for (const label of labels)
    lessons.push(await createLesson(teacher, await createClass({ formClassId, label, yearId: LAST_YEAR })));
  return lessons;
}

/** Creates classes of a level that no other test uses, each with Mathematics. */
async function taughtAt(formClassId: (typeof LEVELS)[number], count: number) {
  const lessons: (Lesson & SchoolClass)[] = [];
  const labels = Array.from(
    { length: count },
    (_, index) => `${formClassId} ${index} ${crypto.randomUUID()}`,
  );
  for (const label of labels) {
    const held = await createClass({ formClassId, label });
    lessons.push({ ...held, ...(await createLesson(teacher, held)) });
  }
  return { level: LEVELS.indexOf(formClassId) + 1, lessons, labels };
}

async function view(level: number, query = ""): Promise<SeveralClassesView> {
  const { body } = await callRoute(loader, getRequest(`${PAGE}?term=${TERM}&levels=${level}${query}`, clerk));
  return body as SeveralClassesView;
}

function previewOf(level: number, typed: Record<string, string>): Promise<SeveralClassesView> {
  return view(level, `&${new URLSearchParams(typed)}`);
}

/** Returns the form as the page sends it. */
function fieldsOf(shown: SeveralClassesView): Record<string, string> {
  const cells = shown.rows.flatMap((row) =>
    Object.entries(row.cells).map(([name, { text }]) => [name, text]),
  );
  return {
    term: String(shown.term.id),
    levels: shown.levels,
    shown: shown.seen.shown,
    since: String(shown.seen.since),
    kinds: shown.seen.kinds,
    kind: shown.kind.chosen || shown.kind.shared,
    kindBefore: shown.kind.shared,
    copy: String(shown.copy.from || shown.copy.suggested),
    copyDates: "",
    from: String(shown.copy.from),
    dates: shown.copy.withDates ? "" : "no",
    copyDigest: shown.seen.copyDigest,
    tests: JSON.stringify(shown.titles),
    ...(Object.fromEntries(cells) as Record<string, string>),
  };
}

async function save(level: number, typed: Fields, shown?: SeveralClassesView, others: Fields = {}) {
  const fields = { ...fieldsOf(shown ?? (await view(level))), ...typed, ...others, intent: "save" };
  return callRoute(action, postForm(PAGE, fields, clerk));
}

function resultOf(answer: Awaited<ReturnType<typeof save>>): SeveralClassesSaveSummary {
  const { result } = readFormReply(answer);
  return result as SeveralClassesSaveSummary;
}

/** A colleague saves a row on the page of one class. */
function saveOneRow({ classId, subjectId }: Lesson, changes: Record<string, string>) {
  const body = { saveId: crypto.randomUUID(), rows: [{ row: String(subjectId), base: 0, changes }] };
  const params = { termId: String(TERM), classId: String(classId) };
  return callRoute(saveRows, sendJson(`${PAGE}/save`, body, admin), params);
}

async function typeQuestion(type: string): Promise<TermTypeChangeView> {
  const query = new URLSearchParams({ term: String(TERM), type });
  return (await callRoute(typeLoader, getRequest(`${PAGE}/type?${query}`, clerk))).body as TermTypeChangeView;
}

function postType({ academicTermId, type, version }: TermTypeChangeView) {
  const fields = { what: "type", term: String(academicTermId), type, version: String(version) };
  return callRoute(setType, postForm(`${PAGE}/type`, fields, clerk));
}

function storedIn(lessons: readonly Lesson[]) {
  return queryRows(
    `select test_id, test_date::text as test_date, max_mark::float8 as max_mark
       from assessments
      where class_id = any ($ids) and academic_term_id = $term
      order by class_id, test_id`,
    { ids: lessons.map(({ classId }) => classId), term: TERM },
    noTransaction,
  );
}

function eventsOf(lessons: readonly Lesson[]) {
  return queryRows(
    `select e.account_id, count(*)::integer as count, count(distinct e.xmin::text)::integer as transactions
       from assessments a
       join audit_events e on e.table_name = 'assessments' and e.row_id = a.assessment_id::text
      where a.class_id = any ($ids)
      group by e.account_id
      order by e.account_id`,
    { ids: lessons.map(({ classId }) => classId) },
    noTransaction,
  );
}
