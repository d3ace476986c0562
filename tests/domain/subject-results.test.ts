import { expect, test } from "vitest";
import { DEFAULT_GRADING, type GradingScale } from "#domain/grading.ts";
import {
  calculateReportAverage,
  listTestsThatCount,
  type MarkingScheme,
  type SubjectResult,
  type TestMark,
} from "#domain/subject-results.ts";
import {
  COURSE_WORK,
  MATHEMATICS,
  PHYSICAL_EDUCATION,
  PRIMARY,
  calculateResult,
} from "#tests/support/builders/results.ts";

const CRITERIA = [
  { subject_id: MATHEMATICS, form_level: 1, criterion_id: 5, detail: "Counts to 100" },
  { subject_id: MATHEMATICS, form_level: 1, criterion_id: 6, detail: "Adds" },
  { subject_id: MATHEMATICS, form_level: 2, criterion_id: 7, detail: "Of the next level" },
];
const BY_CRITERIA = { scheme: { ...PRIMARY, form_level: 1, by_criteria: true }, criteria: CRITERIA };

test.each<[string, MarkingScheme, Partial<TestMark>[], Partial<SubjectResult>]>([
  ["the exam", PRIMARY, [{ mark: 39, max_mark: 50 }, course(25)], { percent: 78, grade: "C" }],
  ["course work alone", COURSE_WORK, [{ mark: 39, max_mark: 50 }, course(25)], { percent: 25, grade: "R" }],
  ["zero, which is a mark", PRIMARY, [{ mark: 0 }], { percent: 0, grade: "R" }],
  ["half a per cent, rounded up", PRIMARY, [{ mark: 11.5, max_mark: 20 }], { percent: 58 }],
  ["nothing where nothing is stored", PRIMARY, [], { counted: null, percent: null, grade: null }],
  ["nothing where only the other test is", PRIMARY, [course(25)], { percent: null, isEntered: false }],
  ["no grade that was chosen where it follows from a mark", PRIMARY, [{ grade: "A" }], { grade: null }],
])("what counts is %s", (_what, scheme, marks, expected) => {
  expect(calculateResult(marks, { scheme })).toMatchObject(expected);
});

test.each<[string, Partial<MarkingScheme>, Partial<SubjectResult>]>([
  ["both, worked out by hand: 24 and 48", {}, { weight: 40, percent: 72, remark: "Of the exam" }],
  ["the exam in a class graded by criteria", { by_criteria: true }, { weight: 0, percent: 80 }],
  [
    "course work in a class without exams",
    { course_work_only: true },
    { percent: 60, remark: "Of the work" },
  ],
  ["course work alone", { grading: weighted(100) }, { percent: 60, remark: "Of the work" }],
])("of 22.5 of 37.5 and 80%% counts %s", (_what, scheme, expected) => {
  const course = { test_id: 2, mark: 22.5, max_mark: 37.5, remark: "Of the work" } as const;
  const marks = [course, { mark: 80, remark: "Of the exam" }];

  expect(calculateResult(marks, { scheme: { ...PRIMARY, grading: weighted(40), ...scheme } })).toMatchObject(
    expected,
  );
});

test("a chosen grade counts on the exam's sheet, whatever the weights of the marks are", () => {
  const subject = { subject_id: PHYSICAL_EDUCATION, kind: "grades" } as const;

  expect(listTestsThatCount({ ...PRIMARY, grading: weighted(100) }, subject)).toEqual([1]);
});

test.each<[string, MarkingScheme, Partial<TestMark>[], Partial<SubjectResult>]>([
  ["the exam's sheet", PRIMARY, [{ mark: 40, grade: "A" }], { grade: "A", percent: 40 }],
  ["the course's sheet", COURSE_WORK, [{ grade: "B" }, { test_id: 2, grade: "A" }], { grade: "A" }],
  ["the exam's sheet of a class with course work only", COURSE_WORK, [{ grade: "B" }], { grade: "B" }],
])("a grade is chosen on %s", (_what, scheme, marks, expected) => {
  const result = calculateResult(marks, { scheme, subjectId: PHYSICAL_EDUCATION });

  expect(result).toMatchObject({ kind: "grades", ...expected });
});

test("a subject with criteria shows those of its level with their grades, also those without", () => {
  const { kind, criteria } = calculateResult([{ criteria: { 5: 4, 7: 1 } }], BY_CRITERIA);

  expect(kind).toBe("criteria");
  expect(criteria).toEqual([
    { detail: "Counts to 100", grade: 4 },
    { detail: "Adds", grade: null },
  ]);
});

test("fortnightly marks stand at their places, of two at one place the first given", () => {
  const { first, second } = calculateResult([fortnightly(2, 18), fortnightly(1, 7), fortnightly(1, 9)]);

  expect([first?.mark, second?.mark]).toEqual([7, 18]);
});

test.each<[string, Partial<TestMark>[], object, boolean]>([
  ["a mark", [{ mark: 0 }], {}, true],
  ["an absence", [{ attendance: 2 }], {}, true],
  ["no work, where course work counts", [{ test_id: 2, attendance: 3 }], { scheme: COURSE_WORK }, true],
  ["a chosen grade", [{ grade: "A" }], { subjectId: PHYSICAL_EDUCATION }, true],
  ["the grade of one criterion of two", [{ criteria: { 5: 1 } }], BY_CRITERIA, false],
  ["a mark where there are criteria", [{ mark: 50 }], BY_CRITERIA, false],
  ["the grade of each criterion", [{ criteria: { 5: 1, 6: 5 } }], BY_CRITERIA, true],
  ["an absence where there are criteria", [{ attendance: 2 }], BY_CRITERIA, true],
  ["criteria without a grade", [{ criteria: { 5: null } }], BY_CRITERIA, false],
  ["a rating alone", [{ application: "C" }], {}, false],
  ["a mark of the other test alone", [course(20)], {}, false],
])("with %s a subject is entered or not", (_what, marks, given, expected) => {
  expect(calculateResult(marks, given).isEntered).toBe(expected);
});

test.each<[number[], string | null]>([
  [[], null],
  [[84, 88, 78, 91, 76, 72], "81.5%"],
  [[100], "100%"],
  [[100, 100, 100, 100, 99], "99.8%"],
  [[...repeated(100, 20), 99], "100%"],
  [[81], "81.0%"],
  [[7], "7.00%"],
  [[9, 10, 10], "9.67%"],
  [[...repeated(10, 19), 9], "9.95%"],
  [[...repeated(10, 19), 9.99], "10.0%"],
  [[1, 0, 0], "0.333%"],
  [[0.01], "0.0100%"],
  [[0, 0], "0%"],
  [[...repeated(82, 13), ...repeated(83, 7)], "82.4%"],
  [[85, 91, 70.5, 60, 74.5, 83, 81, 90, 89, 79, 90, 81, 71], "80.4%"],
  [[82.5, 82.2], "82.4%"],
])("the average of %j of 100 is %s", (marks, expected) => {
  expect(calculateReportAverage(marks.map((mark) => calculateResult([{ mark }])))).toBe(expected);
});

test.each<[string, [mark: number, maxMark: number][], string]>([
  [
    "half marks, which no percentage rounds up first",
    [
      [70.5, 100],
      [71.5, 100],
    ],
    "71.0%",
  ],
  [
    "thirds",
    [
      [1, 3],
      [2, 3],
      [12.5, 20],
    ],
    "54.2%",
  ],
  [
    "a half that is exact only as a fraction",
    [
      [1, 3],
      [2, 3],
      [17.11, 20],
    ],
    "61.9%",
  ],
  [
    "maxima that have nothing in common",
    [
      [50, 97],
      [61, 89],
      [70, 83],
      [44, 79],
    ],
    "65.0%",
  ],
])("the average of %s is made of percentages that were not rounded", (_what, marks, expected) => {
  const results = marks.map(([mark, max_mark]) => calculateResult([{ mark, max_mark }]));

  expect(calculateReportAverage(results)).toBe(expected);
});

test("who was absent, handed in no work, and what is graded is left out of the average", () => {
  const results = [
    calculateResult([{ mark: 60 }]),
    calculateResult([{ attendance: 2 }]),
    calculateResult([{ attendance: 3 }]),
    calculateResult([{ mark: 99, grade: "A" }], { subjectId: PHYSICAL_EDUCATION }),
    calculateResult([{ mark: 99 }], BY_CRITERIA),
  ];

  expect(calculateReportAverage(results)).toBe("60.0%");
  expect(calculateReportAverage(results.slice(1))).toBeNull();
});

function course(mark: number): Partial<TestMark> {
  return { test_id: 2, mark };
}

function fortnightly(index: number, mark: number): Partial<TestMark> {
  return { test_id: 3, place: index, mark, max_mark: 20 };
}

function repeated(percent: number, times: number): number[] {
  return Array.from({ length: times }, () => percent);
}

const WEIGHTED: MarkingScheme = {
  ...PRIMARY,
  grading: { ...PRIMARY.grading, weights: { level: 40, exceptions: [] } },
};
const weighing = (weight: number): MarkingScheme => ({
  ...WEIGHTED,
  grading: {
    ...PRIMARY.grading,
    weights: { level: 40, exceptions: [{ subject_id: MATHEMATICS, weight }] },
  },
});

test.each<[string, MarkingScheme, Partial<TestMark>[], Partial<SubjectResult>]>([
  ["both, weighted", WEIGHTED, [{ mark: 80 }, course(72)], { percent: 77, isEntered: true }],
  ["both, whatever their maxima", WEIGHTED, [{ mark: 40, max_mark: 50 }, course(72)], { percent: 77 }],
  ["both, half a per cent rounded up", weighing(50), [{ mark: 72 }, course(71)], { percent: 72 }],
  ["nothing without the exam", WEIGHTED, [course(72)], { percent: null, grade: null, isEntered: false }],
  ["nothing without the course work", WEIGHTED, [{ mark: 80 }], { percent: null, isEntered: false }],
  ["an absence from the exam", WEIGHTED, [away(), course(72)], { percent: null, isEntered: true }],
  ["an absence from the course work", WEIGHTED, [{ mark: 80 }, away(2)], { percent: null, isEntered: true }],
  ["not entered while the other part is missing", WEIGHTED, [away()], { isEntered: false }],
  ["the exam alone, as an exception", weighing(0), [{ mark: 80 }], { percent: 80, isEntered: true }],
  ["the course work alone, as an exception", weighing(100), [course(72)], { percent: 72, isEntered: true }],
])("with weights, what counts is %s", (_what, scheme, marks, expected) => {
  expect(calculateResult(marks, { scheme })).toMatchObject(expected);
});

test("weighted results are averaged unrounded, and only where both parts are there", () => {
  const results = [
    calculateResult([{ mark: 80 }, course(72)], { scheme: WEIGHTED }),
    calculateResult([{ mark: 61 }], { scheme: weighing(0) }),
    calculateResult([course(88)], { scheme: weighing(100) }),
    calculateResult([course(30)], { scheme: WEIGHTED }),
  ];

  expect(calculateReportAverage(results)).toBe("75.3%");
});

function away(test_id: 1 | 2 = 1): Partial<TestMark> {
  return { test_id, mark: null, attendance: 2 };
}

function weighted(level: number): GradingScale {
  return { ...DEFAULT_GRADING, weights: { level, exceptions: [] } };
}
