import { expect, test } from "vitest";
import { loader } from "../../../app/routes/overview/overview.tsx";
import { runQuery, transaction } from "#db/index.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import type { OverviewView } from "#features/attendance-summary/overview/overview.server.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  type Lesson,
} from "#tests/support/builders/school.ts";
import {
  createMark,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";

/**
 * A school with two levels and three terms that was worked out by hand. In Form 1 course work counts 40%, but English
 * has the exam alone; Form 3 has the exam alone.
 *
 * | Term 3 | Mathematics, course work and exam | English | Average | Term 2 |
 * | Ann, 1A | 50 and 80: 20 + 48 = 68 | 70 | 69 | 60 |
 * | Ben, 1A | 30 and 60: 12 + 36 = 48 | 40 | 44 | 50 |
 * | Cy, 3A | the exam: 90 | | 90 | |
 *
 * Morning and afternoon: Ann is absent all day; Ben is late and leaves early; Cy is present, then absent.
 */
await freshDatabase();
await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const teacher = await createTeacher();
const first = await createClass({ formClassId: "1A", formTeacher });
const third = await createClass({ formClassId: "3A" });
const maths = await createLesson(teacher, first);
const english = await createLesson(teacher, first, { subject: "English" });
const maths3 = await createLesson(teacher, third);
const [ann, ben] = (await createStudents(first, [{ lastName: "Ann" }, { lastName: "Ben" }], TERM_IDS)) as [
  Student,
  Student,
];
const [cy] = (await createStudents(third, [{ lastName: "Cy" }], TERM_IDS)) as [Student];
const [FIRST, SECOND, THIRD] = TERM_IDS;
const FRIDAY = "2026-06-26";

const weights = { level: 40, exceptions: [{ subject_id: english.subjectId, weight: 0 }] };
await transaction(TEST, (t) =>
  saveReportCardSetting(
    {
      form_level: 1,
      from_term_id: FIRST,
      grading: { ...DEFAULT_GRADING, weights },
      graded_at: null,
      card: null,
    },
    t,
  ),
);
await enter(THIRD, [
  [ann, maths, 80, 50],
  [ann, english, 70, 99],
  [ben, maths, 60, 30],
  [ben, english, 40, 99],
  [cy, maths3, 90, 10],
]);
await enter(SECOND, [
  [ann, maths, 60, 60],
  [ann, english, 60, 1],
  [ben, maths, 40, 65],
  [ben, english, 50, 1],
]);
await enter(FIRST, [[ann, maths, 40, 40]]);
for (const [held, session, entries] of [
  [
    first,
    1,
    [
      [ann, "A"],
      [ben, "L"],
    ],
  ],
  [
    first,
    2,
    [
      [ann, "A"],
      [ben, "E"],
    ],
  ],
  [third, 1, [[cy, "P"]]],
  [third, 2, [[cy, "A"]]],
] as const)
  await markRegister(held, entries, { day: FRIDAY, session, by: formTeacher });

test("the figures of a weighted subject are those worked out by hand", async () => {
  const { figures } = await resultsOf("");

  // 68, 48, 90, 70 and 40: 316 in 5 results, of which 3 are 60 or more.
  expect(figures).toMatchObject({ mean: 63.2, passRate: 60, students: 3, missing: 0 });
  expect(figures.subjects.map(({ title, mean, passRate }) => [title, mean, passRate])).toEqual([
    ["English", 55, 50],
    ["Mathematics", 68.7, 67],
  ]);
  expect(figures.grades.map(({ title, mean, passRate }) => [title, mean, passRate])).toEqual([
    ["Form 1", 56.5, 50],
    ["Form 3", 90, 100],
  ]);
  // In Term 2 Ben has 26 + 24 = 50 in Mathematics.
  expect(figures.before).toMatchObject({ mean: 55 });
  expect(figures.falls.rows.map(({ before, now, change }) => [before, now, change])).toEqual([[50, 44, -6]]);
  expect(figures.rises.rows.map(({ before, now, change }) => [before, now, change])).toEqual([[60, 69, 9]]);
});

test("an earlier term has its own figures", async () => {
  expect((await resultsOf(`&term=${FIRST}`)).figures).toMatchObject({ mean: 40, passRate: 0, before: null });
  expect((await resultsOf(`&term=${SECOND}`)).figures).toMatchObject({ mean: 55, before: { mean: 40 } });
});

test("who is late, leaves early or is away for half a day is counted as worked out by hand", async () => {
  const { today, attendance } = await overviewOf("");

  expect(today.figures).toEqual({ present: 1.5, absent: 1.5, late: 1, waiting: 0 });
  expect(today.absent.map(({ name }) => name.split(",")[0])).toEqual(["Ann"]);
  expect(attendance?.rate).toBe(50);
  expect(attendance?.groups.map(({ title, now }) => [title, now])).toEqual([
    ["Form 1", 50],
    ["Form 3", 50],
  ]);
});

test("the figures of the levels add up to those of the school", async () => {
  const [all, one, three] = [
    await overviewOf(""),
    await overviewOf("&level=1"),
    await overviewOf("&level=3"),
  ].map(totalsOf) as [number[], number[], number[]];

  expect(one.map((count, index) => count + (three[index] ?? 0))).toEqual(all);
});

test("an absence that passes from one student to another changes the names at once", async () => {
  const before = await overviewOf("");
  await transaction(TEST, (t) =>
    runQuery("update attendance_entries set state = case state when 'A' then 'P' else 'A' end", [], t),
  );
  const swapped = await overviewOf("");
  await transaction(TEST, (t) =>
    runQuery("delete from attendance_entries where student_key = $1", [ben.id], t),
  );
  const deleted = await overviewOf("");

  const namesOf = ({ attendance }: OverviewView) => attendance?.veryLow.map(({ name }) => name.split(",")[0]);
  expect([before, swapped, deleted].map(namesOf)).toEqual([["Ann", "Cy"], ["Ben", "Cy"], ["Cy"]]);
  expect([before, swapped, deleted].map(({ attendance }) => attendance?.rate)).toEqual([50, 50, 25]);
});

test("a student who was in another level the term before is compared also on the page of a level", async () => {
  await registerStudents(first, [cy], [SECOND]);
  await enter(SECOND, [
    [cy, maths, 50, 50],
    [cy, english, 50, 1],
  ]);
  const views = [await resultsOf(""), await resultsOf("&level=1"), await resultsOf("&level=3")];

  const rises = views.map(({ figures }) => figures.rises.rows.map(({ name }) => name.split(",")[0]));
  expect(rises).toEqual([["Cy", "Ann"], ["Ann"], ["Cy"]]);
});

function totalsOf({ today, attendance, results, reports }: OverviewView): number[] {
  const { present, absent, late, waiting } = today.figures;
  const figures = results?.figures;
  return [
    present,
    absent,
    late,
    waiting,
    today.absentCount,
    attendance?.under.low ?? 0,
    attendance?.under.veryLow ?? 0,
    figures?.students ?? 0,
    figures?.total ?? 0,
    figures?.missing ?? 0,
    figures?.failing.count ?? 0,
    figures?.falls.count ?? 0,
    figures?.rises.count ?? 0,
    reports?.all.marks.total ?? 0,
    reports?.all.complete.total ?? 0,
    reports?.all.signed.total ?? 0,
    reports?.all.posted.total ?? 0,
  ];
}

async function overviewOf(query: string): Promise<OverviewView> {
  const { body } = await callRoute(loader, getRequest(`/app/overview?date=${FRIDAY}${query}`, principal));
  return body as OverviewView;
}

async function resultsOf(query: string) {
  const { results } = await overviewOf(query);
  if (!results?.figures) throw new Error("There are no results.");
  return { ...results, figures: results.figures };
}

type Entered = readonly [student: Student, lesson: Lesson, exam: number, courseWork: number];

async function enter(termId: number, marks: readonly Entered[]): Promise<void> {
  for (const [student, lesson, exam, courseWork] of marks) {
    await createMark(student, lesson, { termId, mark: exam });
    await createMark(student, lesson, { termId, testId: 2, mark: courseWork });
  }
}
