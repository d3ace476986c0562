import { afterAll, expect, test } from "vitest";
import { loader } from "../../../app/routes/overview/overview.tsx";
import { loader as namesLoader } from "../../../app/routes/overview/names.tsx";
import { loader as documentLoader } from "../../../app/routes/overview/document.tsx";
import { runQuery, transaction, type Transaction } from "#db/index.ts";
import { AcademicTerm, AcademicYear } from "#db/models/school.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { ABSENT_FROM_TEST, NO_WORK_HANDED_IN } from "#domain/attendance.ts";
import { OTHER_ASSESSMENT_TEST_ID } from "#domain/terms.ts";
import type { OverviewView } from "#features/attendance-summary/overview/overview.server.ts";
import type { MarkListView } from "#features/attendance-summary/overview/results/result-names.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  assignDean,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  type Lesson,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";

/**
 * A school whose figures were worked out by hand: Form 1 with two classes, and Form 3 with a class that has course work
 * only. The pass mark is 60.
 */

const EARLIER_YEAR = 20242025;
const EARLIER_TERM = 202420253;

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const dean = await createFormTeacher();
const [mathsTeacher, englishTeacher, spanishTeacher] = [
  await createTeacher({ lastName: "Moonan" }),
  await createTeacher({ lastName: "Ellis" }),
  await createTeacher({ lastName: "Salazar" }),
];
const oneA = await createClass({ formClassId: "1A", formTeacher });
const oneB = await createClass({ formClassId: "1A", label: "1B" });
const threeA = await createClass({ formClassId: "3A", courseWorkOnly: true });
await assignDean(threeA, dean);
const lessons = {
  maths: await createLesson(mathsTeacher, oneA),
  english: await createLesson(englishTeacher, oneA, { subject: "English" }),
  spanish: await createLesson(spanishTeacher, oneA, { subject: "Spanish" }),
  mathsB: await createLesson(mathsTeacher, oneB),
  englishB: await createLesson(englishTeacher, oneB, { subject: "English" }),
  courseWork: await createLesson(mathsTeacher, threeA),
};
const [ann, ben, cara] = await named(oneA, ["Ann", "Ben", "Cara"]);
const [dee, eli] = await named(oneB, ["Dee", "Eli"]);
const [fay, gus] = await named(threeA, ["Fay", "Gus"]);
await handMadeMarks();
// A page counts for three seconds at most, which can be too short for the first count on a busy machine.
for (const academicTermId of [EARLIER_TERM, ...TERM_IDS])
  await refreshCounts({ academicTermId, flavour: "secondary" }, { within: 60_000 });
const [, SECOND, THIRD] = TERM_IDS;
const DAY = "date=2026-06-26";

test("mean, pass rate, failing students and missing marks are those worked out by hand", async () => {
  const { figures, test: testId, tests, term } = await resultsOf(principal);

  expect([term, testId, tests.map(({ title }) => title)]).toEqual([THIRD, 1, ["Mid Term", "End of Term"]]);
  // 80, 50, 59.5, 40, 59.4, 30, 90, 70, 65, 70 and 90: 703.9 in 11 marks, of which 7 are 60% or more.
  expect(figures).toMatchObject({ mean: 64, passRate: 64, students: 7, passMark: 60 });
  // 900 in 14 marks, 9 of them 60 or more.
  expect(figures.before).toEqual({ words: "Term 2", mean: 64.3, passRate: 64, term: SECOND });
  expect(figures.yearAgo).toBe(50);
  expect(figures.failing).toMatchObject({
    count: 1,
    rows: [{ name: "Ben, Ben", label: "1A", count: 3, subjects: "Spanish, Mathematics, English" }],
  });
  // Cara in Spanish and Eli in English; an absence and no work are entered.
  expect(figures).toMatchObject({ missing: 2, total: 15, teachers: 2 });
});

test("the table of means and the distribution of grades are those worked out by hand", async () => {
  const { figures } = await resultsOf(principal);
  const { means, letters } = figures;

  expect(means.levels.map(({ title, classes }) => [title, classes.map(({ short }) => short)])).toEqual([
    ["Form 1", ["A", "B"]],
    ["Form 3", ["A"]],
  ]);
  expect(means.rows.map(({ title, cells, all }) => [title, all, cells])).toEqual([
    ["English", 66.1, "66,65,"],
    ["Mathematics", 70, "60--,70,90++"],
    ["Spanish", 44.8, "45!,,"],
  ]);
  expect([means.classMeans, means.all]).toEqual([[58, 68, 90], 64]);
  expect(letters).toEqual(["A", "B", "C", "D", "R"]);
  // Ann 63.2, Ben 43.1, Cara 90, Dee 67.5, Eli 70, Fay 90; Gus has no mark.
  expect(figures.grades.map(({ title, counts, mean, passRate }) => [title, counts, mean, passRate])).toEqual([
    ["Form 1", [1, 0, 1, 2, 1], 61.4, 60],
    ["Form 3", [1, 0, 0, 0, 0], 90, 100],
  ]);
  expect(figures.allGrades.counts).toEqual([2, 0, 1, 2, 1]);
  expect(
    figures.subjects.map(({ title, counts, mean, passRate, before, yearAgo }) => [
      title,
      counts.join(" "),
      mean,
      passRate,
      before,
      yearAgo,
    ]),
  ).toEqual([
    ["English", "1 0 0 1 2", 66.1, 50, 60, null],
    ["Mathematics", "1 1 2 0 1", 70, 80, 66.7, 50],
    ["Spanish", "0 0 0 1 1", 44.8, 50, 66.7, null],
  ]);
});

test("averages are compared only of students with all marks of both terms", async () => {
  const { figures } = await resultsOf(principal);
  const changes = (list: "falls" | "rises") =>
    figures[list].rows.map(({ name, before, now, change }) => [name, before, now, change]);

  expect(changes("falls")).toEqual([
    ["Ann, Ann", 70, 63.2, -6.8],
    ["Dee, Dee", 70, 67.5, -2.5],
  ]);
  expect(changes("rises")).toEqual([["Ben, Ben", 30, 43.1, 13.1]]);
});

test("another test and another term have their own figures", async () => {
  const [midTerm, lastTerm] = [
    await resultsOf(principal, `${DAY}&test=2`),
    await resultsOf(principal, `${DAY}&term=${SECOND}`),
  ];

  expect(midTerm).toMatchObject({ title: "Mid Term", figures: { mean: 90, students: 7 } });
  expect(lastTerm).toMatchObject({ term: SECOND, isOver: true, figures: { mean: 64.3, before: null } });
});

test("each figure leads to its names", async () => {
  const lists = [
    "averages",
    "averages?grade=A",
    `averages?class=${oneB.classId}`,
    `marks?subject=${lessons.maths.subjectId}`,
    `marks?subject=${lessons.maths.subjectId}&class=${oneA.classId}`,
    `marks?subject=${lessons.english.subjectId}&grade=R`,
    "below-pass",
    "failing",
    "failing?by=subject",
    "falls",
    "rises",
    "missing",
  ];

  const found = await Promise.all(
    lists.map(async (list) => {
      const { rows } = await namesOf(principal, list);
      return rows.map(({ name, subject, figure }) =>
        [name.split(",")[0], subject, figure].filter(Boolean).join(" "),
      );
    }),
  );

  expect(found).toEqual([
    ["Cara 90.0%", "Fay 90.0%", "Eli 70.0%", "Dee 67.5%", "Ann 63.2%", "Ben 43.1%"],
    ["Cara 90.0%", "Fay 90.0%"],
    ["Eli 70.0%", "Dee 67.5%"],
    ["Fay 90%", "Ann 80%", "Dee 70%", "Eli 70%", "Ben 40%"],
    ["Ann 80%", "Ben 40%"],
    ["Ben 59%", "Ann 50%"],
    ["Ann English 50%", "Ben Spanish 30%", "Ben Mathematics 40%", "Ben English 59%"],
    ["Ben Spanish 30%, Mathematics 40%, English 59% 3"],
    ["Ben English 59%", "Ben Mathematics 40%", "Ben Spanish 30%"],
    ["Ann 63.2", "Dee 67.5"],
    ["Ben 43.1"],
    ["T. Ellis English, End of Term 1 of 2", "T. Salazar Spanish, End of Term 1 of 3"],
  ]);
});

test("the lists of levels and classes add up to that of the school", async () => {
  for (const list of ["averages", "below-pass", "failing", "falls", "rises", "missing"]) {
    const totalOf = async (query: string) => {
      const path = `${list}?${query}`;
      const answer = await callRoute(namesLoader, getRequest(`/app/overview/${path}&${DAY}`, principal), {
        list,
      });
      return (answer.body as MarkListView).total;
    };
    const all = await totalOf("x=1");

    expect((await totalOf("level=1")) + (await totalOf("level=3"))).toBe(all);
    const classes = await Promise.all([oneA, oneB, threeA].map(({ classId }) => totalOf(`class=${classId}`)));
    expect(classes.reduce((sum, count) => sum + count, 0)).toBe(all);
  }
});

test("a list shows 20 names a page, in order, and the last page for a page past the end", async () => {
  const many = await createStudents(oneB, 30, [SECOND]);
  for (const [index, student] of many.entries())
    await createMark(student, lessons.mathsB, { mark: 30 + index, termId: SECOND });
  const marks = `marks?subject=${lessons.maths.subjectId}&class=${oneB.classId}&term=${SECOND}`;

  const [first, second, past] = await Promise.all(
    ["", "&page=2", "&page=9"].map((page) => namesOf(principal, `${marks}${page}`)),
  );

  // Dee and Eli have 70 and 50; the others 30 to 59.
  expect([first, second].map((page) => [page?.rows.length, page?.total, page?.rows[0]?.figure])).toEqual([
    [20, 32, "70%"],
    [12, 32, "41%"],
  ]);
  expect(past?.rows).toEqual(second?.rows);
});

test("a form teacher sees the own class, and a dean the own level, by no address more", async () => {
  const [own, level] = [await resultsOf(formTeacher), await resultsOf(dean)];

  expect(own.figures).toMatchObject({ mean: 58.4, students: 3, yearAgo: null, missing: 1, total: 9 });
  expect(own.figures.means.classMeans).toEqual([58]);
  expect(own.figures.falls.rows.map(({ name }) => name)).toEqual(["Ann, Ann"]);
  expect(level.figures).toMatchObject({ mean: 90, students: 2, missing: 0 });
  expect(level.figures.means.rows.map(({ title }) => title)).toEqual(["Mathematics"]);
  const addresses = [
    [formTeacher, "averages", "level=3"],
    [formTeacher, "averages", `class=${oneB.classId}`],
    [formTeacher, "marks", `subject=${lessons.maths.subjectId}&class=${oneB.classId}`],
    [formTeacher, "averages", `term=${EARLIER_TERM}`],
    [formTeacher, "below-pass", `subject=${lessons.maths.subjectId}&class=${oneB.classId}`],
    [formTeacher, "falls", `class=${threeA.classId}`],
    [formTeacher, "missing", `class=${oneB.classId}&term=${SECOND}`],
    [dean, "failing", "level=1"],
    [dean, "rises", `class=${oneB.classId}`],
    [dean, "missing", `class=${oneA.classId}`],
    [dean, "marks", `subject=${lessons.spanish.subjectId}`],
    [principal, "marks", "subject=9999"],
    [principal, "averages", "class=9999"],
    [await createFormTeacher(), "failing", "grade=R"],
  ] as const;
  const answers = await Promise.all(
    addresses.flatMap(([person, list, query]) => {
      const path = `/app/overview/${list}`;
      return [
        callRoute(namesLoader, getRequest(`${path}?${query}&${DAY}`, person), { list }),
        callRoute(documentLoader, getRequest(`${path}/document?${query}&${DAY}`, person), { list }),
      ];
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
  const { rows } = await namesOf(dean, "averages");
  expect(rows.map(({ label }) => label)).toEqual(["3A"]);
});

test("every list is printed as a PDF and as a spreadsheet", async () => {
  for (const list of ["averages", "below-pass", "failing", "falls", "missing"]) {
    const kinds = await Promise.all(
      ["pdf", "xlsx"].map(async (format) => {
        const path = `/app/overview/${list}/document?format=${format}&${DAY}`;
        const { status, headers } = await callRoute(documentLoader, getRequest(path, principal), { list });
        return [status, headers.get("content-type")];
      }),
    );

    expect(kinds).toEqual([
      [200, "application/pdf"],
      [200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ]);
  }
});

test("a new mark, a deleted one and a new pass mark change the figures at once", async () => {
  const mark = await createMark(cara, lessons.spanish, { mark: 100 });
  const marked = await resultsOf(principal);
  await transaction(TEST, (t) => runQuery("delete from marks where mark_id = $id", { id: mark.markId }, t));
  const cleared = await resultsOf(principal);
  const steps = [
    { letter: "P", from: 50, words: "" },
    { letter: "F", from: 0, words: "" },
  ];
  await transaction(TEST, (t) =>
    saveReportCardSetting(
      { form_level: 1, from_term_id: THIRD, grading: { steps, passMark: 50 }, graded_at: null, card: null },
      t,
    ),
  );
  const graded = await resultsOf(principal);

  // 803.9 in 12 marks.
  expect(marked.figures).toMatchObject({ mean: 67, missing: 1 });
  expect(cleared.figures).toMatchObject({ mean: 64, missing: 2 });
  // 50, 59.4 and 59.5 pass now: 9 of 11.
  expect(graded.figures).toMatchObject({ passRate: 82, passMark: null, failing: { count: 0 } });
  expect(graded.figures.letters).toEqual(["P", "F", "A", "B", "C", "D", "R"]);
  expect(graded.figures.grades.map(({ counts }) => counts)).toEqual([
    [4, 1, 0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 0, 0],
  ]);
});

test("figures read in the middle of a change are right when it is rolled back, and when it is committed", async () => {
  const before = await resultsOf(principal);
  const change = async (t: Transaction) => {
    await runQuery("update marks set mark = mark - 1 where mark > 80 and max_mark = 100", [], t);
    return resultsOf(principal);
  };

  await transaction(TEST, (t) => change(t).then(() => Promise.reject(new Error("rolled back")))).catch(
    () => {},
  );
  const afterwards = await resultsOf(principal);
  const during = await transaction(TEST, change);
  const committed = await resultsOf(principal);

  expect([afterwards.figures.mean, during.figures.mean]).toEqual([before.figures.mean, before.figures.mean]);
  expect(committed.figures.mean).toBeLessThan(before.figures.mean ?? 0);
});

type Results = NonNullable<OverviewView["results"]>;

async function resultsOf(visitor: Visitor, query = DAY) {
  const { status, body } = await callRoute(loader, getRequest(`/app/overview?${query}`, visitor));
  const { results } = body as OverviewView;
  if (!results?.figures) throw new Error(`There are no results (${status}).`);
  return results as Results & { figures: NonNullable<Results["figures"]> };
}

async function namesOf(visitor: Visitor, path: string): Promise<MarkListView> {
  const [list = "", query = ""] = path.split("?");
  const url = `/app/overview/${list}?${query}&${DAY}`;
  const { body } = await callRoute(namesLoader, getRequest(url, visitor), { list });
  return body as MarkListView;
}

async function named(held: SchoolClass, names: readonly string[]): Promise<[Student, Student, Student]> {
  const people = names.map((name) => ({ firstName: name, lastName: name }));
  return (await createStudents(held, people)) as [Student, Student, Student];
}

async function handMadeMarks(): Promise<void> {
  const { maths, english, spanish, mathsB, englishB, courseWork } = lessons;
  const now: [Student, Lesson, number][] = [
    [ann, maths, 80],
    [ann, spanish, 59.5],
    [ben, maths, 40],
    [ben, english, 59.4],
    [ben, spanish, 30],
    [cara, english, 90],
    [dee, mathsB, 70],
    [dee, englishB, 65],
    [eli, mathsB, 70],
  ];
  for (const [student, lesson, mark] of now) await createMark(student, lesson, { mark });
  await createMark(ann, english, { mark: 25, maxMark: 50 });
  await createMark(cara, maths, { attendance: ABSENT_FROM_TEST });
  await createMark(fay, courseWork, { testId: OTHER_ASSESSMENT_TEST_ID, mark: 18, maxMark: 20 });
  await createMark(gus, courseWork, { testId: OTHER_ASSESSMENT_TEST_ID, attendance: NO_WORK_HANDED_IN });
  // An exam does not count in a class with course work only.
  await createMark(gus, courseWork, { mark: 10 });
  const [ofA, ofB] = [
    [maths, english, spanish],
    [mathsB, englishB],
  ];
  const before: [Student, Lesson[], number[]][] = [
    [ann, ofA, [70, 60, 80]],
    [ben, ofA, [30, 30, 30]],
    [cara, ofA, [90, 90, 90]],
    [dee, ofB, [70, 70]],
    [eli, ofB, [50, 50]],
  ];
  for (const [student, own, marks] of before)
    for (const [index, lesson] of own.entries())
      await createMark(student, lesson, { mark: marks[index] ?? 0, termId: TERM_IDS[1] });
  await createMark(fay, courseWork, { testId: OTHER_ASSESSMENT_TEST_ID, mark: 90, termId: TERM_IDS[1] });
  await earlierYear();
}

async function earlierYear(): Promise<void> {
  const days = { term_start: "2025-04-14", term_end: "2025-07-04", next_term_start: "2025-09-01" };
  await transaction(TEST, async (t) => {
    await AcademicYear.insert({ academic_year_id: EARLIER_YEAR }, t);
    const ids = { academic_term_id: EARLIER_TERM, academic_year_id: EARLIER_YEAR, term: 3 };
    await AcademicTerm.insert({ ...ids, ...days, total_sessions: 120, assessment_type: "Mid Term" }, t);
  });
  const held = await createClass({ formClassId: "1A", yearId: EARLIER_YEAR });
  const lesson = await createLesson(mathsTeacher, held);
  const [old] = (await createStudents(held, [{ lastName: "Old" }], [EARLIER_TERM])) as [Student];
  await createMark(old, lesson, { mark: 50, termId: EARLIER_TERM });
}
