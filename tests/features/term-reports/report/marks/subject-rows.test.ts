import { expect, test } from "vitest";
import type { MarkingScheme, TestMark } from "#domain/subject-results.ts";
import { chooseMarkColumns, toReportSubjectRow } from "#features/term-reports/report/marks/marks.rules.ts";
import { formatEnteredMarks } from "#features/term-reports/subject-row/subject-row.server.ts";
import {
  COURSE_WORK,
  FORTNIGHTLY,
  MATHEMATICS,
  PHYSICAL_EDUCATION,
  PRIMARY,
  calculateResult,
  SECONDARY,
} from "#tests/support/builders/results.ts";

const TEACHERS = [{ first_name: "Devika", last_name: "Ramkissoon" }];

test("a row holds exam and other mark, percentage and grade of the one that counts", () => {
  const marks = [
    { mark: 39, max_mark: 50 },
    { test_id: 2, mark: 20, max_mark: 25 },
  ] as const;

  const [row, courseWork] = [rowOf(marks), rowOf(marks, COURSE_WORK)];

  expect(row).toMatchObject({ title: "Mathematics", teacher: "D. Ramkissoon" });
  expect(row.tests).toMatchObject({ course: { mark: 20 }, exam: { mark: 39, most: 50 } });
  expect(row).toMatchObject({ mark: 39, max_mark: 50, percentage: 78, grade: "C" });
  expect(courseWork).toMatchObject({ mark: 20, max_mark: 25, percentage: 80, grade: "B" });
});

test("without a mark a row says what the test is out of", () => {
  const maxima = [{ subject_id: MATHEMATICS, test_id: 1 as const, max_mark: 60 }];

  const row = rowOf([], PRIMARY, maxima);

  expect(row).toMatchObject({ max_mark: 60, mark: null, percentage: null, grade: null });
  expect(row.tests.exam).toEqual({ mark: null, most: 60, attendance: 1 });
  expect(row.tests.course.most).toBe(100);
});

test("fortnightly marks stand at their places", () => {
  const row = rowOf(
    [
      { test_id: 3, place: 2, mark: 18, max_mark: 20 },
      { test_id: 3, place: 1, max_mark: 10, attendance: 2 },
    ],
    FORTNIGHTLY,
  );

  expect(row.tests.first).toEqual({ mark: null, most: 10, attendance: 2 });
  expect(row.tests.second).toEqual({ mark: 18, most: 20, attendance: 1 });
});

test("criteria stand in a row where the subject has some, and nobody's name where nobody gives it", () => {
  const graded = { ...calculateResult([], { subjectId: PHYSICAL_EDUCATION }), subject_id: 7, subject: "PE" };

  const row = toReportSubjectRow({ ...graded, teachers: [] }, { maxima: [] });

  expect(row).toMatchObject({ isGraded: true, criteria: null, teacher: null });
});

test.each<[string, MarkingScheme, Partial<TestMark>[], string[]]>([
  ["mid-term", PRIMARY, [], ["Mid Term", "End of Term"]],
  ["fortnightly", FORTNIGHTLY, [], ["Test 1", "Test 2", "End of Term"]],
  [
    "fortnightly with a course mark",
    FORTNIGHTLY,
    [{ test_id: 2, mark: 5 }],
    ["Test 1", "Test 2", "Course", "End of Term"],
  ],
  ["course work only", COURSE_WORK, [], ["Mid Term"]],
  ["by criteria", { ...PRIMARY, by_criteria: true }, [], ["End of Term"]],
])("a %s class has its columns", (_what, scheme, marks, titles) => {
  const { tests } = chooseMarkColumns([calculateResult(marks, { scheme })], scheme);

  expect(tests.map(({ title }) => title)).toEqual(titles);
});

test.each<[string, MarkingScheme, boolean]>([
  ["primary", PRIMARY, false],
  ["secondary", SECONDARY, true],
  ["sixth form", { ...SECONDARY, form_level: 6 }, false],
])("a %s class has ratings of the work or not", (_what, scheme, workRatings) => {
  expect(chooseMarkColumns([], scheme)).toMatchObject({ workRatings });
});

test("marks are told by test and result, and blank ones not at all", () => {
  const given = {
    fortnightly_title: null,
    max_mark: 100,
    attendance: 1,
    grade: null,
    criteria: 0,
    is_entered: true,
  };

  const words = formatEnteredMarks(
    [
      { ...given, test_id: 3, fortnightly_title: "Week 2", mark: 17.5, max_mark: 20 },
      { ...given, test_id: 2, mark: null, attendance: 3 },
      { ...given, test_id: 1, mark: 84, grade: "B" },
      { ...given, test_id: 1, mark: null, is_entered: false },
      { ...given, test_id: 1, mark: null, criteria: 3 },
    ],
    "Mid Term",
  );

  expect(words).toEqual([
    "Week 2 17.5 of 20",
    "Mid Term no work",
    "End of Term 84 of 100, grade B",
    "End of Term 3 criteria",
  ]);
});

function rowOf(
  marks: readonly Partial<TestMark>[],
  scheme = PRIMARY,
  maxima: Parameters<typeof toReportSubjectRow>[1]["maxima"] = [],
) {
  const subject = { subject_id: MATHEMATICS, subject: "Mathematics", teachers: TEACHERS };
  return toReportSubjectRow({ ...subject, ...calculateResult(marks, { scheme }) }, { maxima });
}
