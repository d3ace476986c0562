import { expect, test } from "vitest";
import {
  averageOf,
  markColumns,
  reportedSubjects,
  subjectRows,
} from "#features/term-reports/report/marks/subject-rows.rules.ts";
import type {
  Criterion,
  Scheme,
  SubjectMark,
} from "#features/term-reports/report/marks/subject-rows.rules.ts";
import { markWords } from "#features/term-reports/subject-row/subject-row-words.rules.ts";

const PRIMARY: Scheme = {
  flavour: "primary",
  form_level: 6,
  by_criteria: false,
  course_work_only: false,
  assessment_type: "Mid Term",
};
const SECONDARY: Scheme = { ...PRIMARY, flavour: "secondary", form_level: 3 };
const MATHS = { subject_id: 33, title: "Mathematics", teacher: "D. Ramkissoon" };
const PE = { subject_id: 7, title: "Physical Education", teacher: null };

test("a row holds exam and other mark, percentage and grade of the one that counts", () => {
  const marks = [mark({ test_id: 1, mark: 39, max_mark: 50 }), mark({ test_id: 2, mark: 20, max_mark: 25 })];

  const [row] = subjectRows([MATHS], { scheme: PRIMARY, marks, criteria: [], maxima: [] });
  const [courseWork] = subjectRows([MATHS], {
    scheme: { ...PRIMARY, course_work_only: true },
    marks,
    criteria: [],
    maxima: [],
  });

  expect(row).toMatchObject({
    mark: 39,
    max_mark: 50,
    percentage: 78,
    grade: "C",
    course_mark: 20,
    exam_mark: 39,
  });
  expect(courseWork).toMatchObject({ mark: 20, max_mark: 25, percentage: 80, grade: "B" });
});

test("zero is a mark, and its grade is R", () => {
  const [row] = rowsOf(PRIMARY, [mark({ mark: 0 })]);

  expect(row).toMatchObject({ mark: 0, percentage: 0, grade: "R" });
});

test("without a mark a row says what the test is out of", () => {
  const maxima = [{ subject_id: 33, test_id: 1 as const, max_mark: 60 }];

  const [row] = subjectRows([MATHS], { scheme: PRIMARY, marks: [], criteria: [], maxima });

  expect(row).toMatchObject({ max_mark: 60, mark: null, percentage: null, grade: null, exam_attendance: 1 });
});

test("fortnightly marks stand at their places", () => {
  const marks = [
    mark({ test_id: 3, place: 2, mark: 18, max_mark: 20 }),
    mark({ test_id: 3, place: 1, mark: null, max_mark: 10, attendance: 2 }),
  ];

  const [row] = rowsOf({ ...PRIMARY, assessment_type: "Forthnightly Test" }, marks);

  expect(row).toMatchObject({ mark1: null, max_mark1: 10, attendance1: 2, mark2: 18, max_mark2: 20 });
});

test("the grade of some subjects is chosen and counts for no average", () => {
  const marks = [mark({ subject_id: 7, mark: 55, grade: "A" }), mark({ mark: 80 })];

  const rows = subjectRows([PE, MATHS], { scheme: PRIMARY, marks, criteria: [], maxima: [] });

  expect(rows[0]).toMatchObject({ grade: "A", isGraded: true });
  expect(averageOf(rows, PRIMARY)).toBe("80.0%");
});

test("a subject with criteria shows each with its grade, also those without", () => {
  const criteria: Criterion[] = [
    { subject_id: 33, criterion_id: 5, detail: "Counts to 100" },
    { subject_id: 33, criterion_id: 6, detail: "Adds" },
  ];
  const scheme = { ...PRIMARY, form_level: 1, by_criteria: true };

  const [row] = subjectRows([MATHS], { scheme, marks: [mark({ criteria: { 5: 4 } })], criteria, maxima: [] });

  expect(row?.criteria).toEqual([
    { detail: "Counts to 100", grade: 4 },
    { detail: "Adds", grade: null },
  ]);
  expect(averageOf(row ? [row] : [], scheme)).toBeNull();
});

test.each<[string, Partial<SubjectMark>[], string | null]>([
  ["nobody's marks", [], null],
  ["absences alone", [{ mark: null, attendance: 2 }], null],
  ["what is there", [{ mark: 84 }, { mark: 88 }, { mark: null, attendance: 2 }], "86.0%"],
])("an average is made of %s", (_what, given, expected) => {
  const marks = given.map((each, index) => mark({ ...each, subject_id: 100 + index }));
  const subjects = marks.map(({ subject_id }) => ({
    subject_id,
    title: `Subject ${subject_id}`,
    teacher: null,
  }));

  const rows = subjectRows(subjects, { scheme: PRIMARY, marks, criteria: [], maxima: [] });

  expect(averageOf(rows, PRIMARY)).toBe(expected);
});

test.each<[string, Partial<SubjectMark>, boolean]>([
  ["a mark", { mark: 0 }, true],
  ["an absence", { attendance: 2 }, true],
  ["a rating alone", { application: "C" }, false],
  ["a mark of the other test alone", { test_id: 2, mark: 20 }, false],
])("with %s a subject is entered: %j %s", (_what, given, expected) => {
  const [subject] = reportedSubjects(rowsOf(PRIMARY, [mark(given)]), PRIMARY);

  expect(subject?.isEntered).toBe(expected);
});

test.each<[string, Scheme, Partial<SubjectMark>[], object]>([
  [
    "mid-term",
    PRIMARY,
    [],
    { fortnightly: false, course: "Mid Term", exam: "End of Term", workRatings: false },
  ],
  [
    "fortnightly",
    { ...PRIMARY, assessment_type: "Forthnightly Test" },
    [],
    { fortnightly: true, course: null },
  ],
  [
    "fortnightly with a course mark",
    { ...PRIMARY, assessment_type: "Forthnightly Test" },
    [{ test_id: 2, mark: 5 }],
    { fortnightly: true, course: "Course" },
  ],
  ["course work only", { ...PRIMARY, course_work_only: true }, [], { course: "Mid Term", exam: null }],
  [
    "by criteria",
    { ...PRIMARY, by_criteria: true },
    [],
    { fortnightly: false, course: null, exam: "End of Term" },
  ],
  ["secondary", SECONDARY, [], { workRatings: true }],
  ["sixth form", { ...SECONDARY, form_level: 6 }, [], { workRatings: false }],
])("a %s class has its columns", (_what, scheme, given, expected) => {
  const columns = markColumns(rowsOf(scheme, given.map(mark)), scheme);

  expect(columns).toMatchObject(expected);
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

  const words = markWords(
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

function rowsOf(scheme: Scheme, marks: SubjectMark[]) {
  return subjectRows([MATHS], { scheme, marks, criteria: [], maxima: [] });
}

function mark(given: Partial<SubjectMark>): SubjectMark {
  return {
    subject_id: 33,
    test_id: 1,
    place: null,
    mark: null,
    max_mark: 100,
    attendance: 1,
    grade: null,
    application: null,
    preparedness: null,
    criteria: {},
    ...given,
  };
}
