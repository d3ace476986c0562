import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import {
  sumMarkTotals,
  compareAverages,
  sumAverageGrades,
  sumMarkTotalsBySubject,
  listFailingStudents,
  roundedMeanPercent,
  calculatePassRate,
  distanceFromMean,
  summariseClass,
  wholeMeanPercent,
  type StudentSummary,
  type SubjectMark,
} from "#domain/figures/results.ts";
import { formatFraction, meanOfMarkPercentSum, calculateMeanPercent } from "#domain/subject-results.ts";

const [MATHS, ENGLISH, SPANISH, PE] = [1, 2, 3, 4];
const FIFTY = { ...DEFAULT_GRADING, passMark: 50 };

/** Ann has 82.35 on average, which is 82.4; Ben was absent in Spanish; Cara has no mark. */
const ONE = summariseClass(
  [
    student(1, [mark(MATHS, 79.4), mark(ENGLISH, 85.3), mark(SPANISH, 41.175, 50)]),
    student(2, [mark(MATHS, 49.5), mark(ENGLISH, 24.7, 50), mark(SPANISH, null)]),
    student(3, [mark(MATHS, null), mark(ENGLISH, null), mark(SPANISH, null)]),
  ],
  FIFTY,
);
const TWO = summariseClass([student(4, [mark(MATHS, 60), mark(PE, 90)])], FIFTY);

test("a student's average is the mean of unrounded percentages, and a mark passes by its whole percentage", () => {
  const [ann, ben, cara] = ONE.students;

  expect(ann).toMatchObject({ average: 82.4, grade: "B", failed: [], isComplete: true });
  // 49.5 is 50% and passes; 24.7 of 50 is 49.4, which does not.
  expect(ben).toMatchObject({
    average: 49.5,
    grade: "R",
    failed: [{ subjectId: ENGLISH, percent: 49 }],
    isComplete: false,
  });
  expect(cara).toMatchObject({ average: null, grade: null, failed: [], isComplete: false });
});

test("means, passes and grades of subjects count every mark once", () => {
  const subjects = sumMarkTotalsBySubject([ONE, TWO]);
  const maths = subjects.get(MATHS) ?? sumMarkTotals([]);

  // 79.4, 49.5 and 60.
  expect([roundedMeanPercent(maths), wholeMeanPercent(maths), calculatePassRate(maths)]).toEqual([
    63, 63, 100,
  ]);
  expect(Object.fromEntries(maths.grades)).toEqual({ C: 1, R: 1, D: 1 });
  expect([...subjects.keys()].toSorted()).toEqual([MATHS, ENGLISH, SPANISH, PE]);
  expect(Object.fromEntries(sumAverageGrades([ONE, TWO]))).toEqual({
    B: 1,
    R: 1,
    C: 1,
  });
});

test("figures of parts add up to those of the whole", () => {
  const whole = sumMarkTotals(sumMarkTotalsBySubject([ONE, TWO]).values());
  const parts = sumMarkTotals([ONE, TWO].map((part) => sumMarkTotals(part.subjects.values())));

  expect(parts).toEqual(whole);
  expect(whole.sum.count).toBe(7);
  expect(calculatePassRate(whole)).toBeCloseTo((100 * 6) / 7);
  expect(roundedMeanPercent(sumMarkTotals([]))).toBeNull();
  expect(calculatePassRate(sumMarkTotals([]))).toBeNull();
});

test("marks with other maxima are added up exactly", () => {
  const marks = [
    { mark: 1, max_mark: 3 },
    { mark: 2, max_mark: 3 },
    { mark: 82.35, max_mark: 100 },
    { mark: 7, max_mark: 40 },
  ];
  const { subjects } = summariseClass(
    [
      student(
        1,
        marks.map((item) => ({ subject_id: MATHS, ...item })),
      ),
    ],
    FIFTY,
  );

  const sum = subjects.get(MATHS)?.sum ?? sumMarkTotals([]).sum;
  const [added, direct] = [meanOfMarkPercentSum(sum), calculateMeanPercent(marks)];

  expect(added && formatFraction(added, 6)).toBe(direct && formatFraction(direct, 6));
});

test.each([
  [56, 64, -2],
  [56.1, 64, -1],
  [60, 64, -1],
  [60.1, 64, 0],
  [67.9, 64, 0],
  [68, 64, 1],
  [72, 64, 2],
])("a mean of %d beside %d has the shade %d", (mean, ofSubject, shade) => {
  expect(distanceFromMean(mean, ofSubject)).toBe(shade);
});

test("students who fail three subjects or more come with the most subjects first, ties as in the register", () => {
  const failing = [2, 3, 4, 3].map((count, index) => result(index, { failed: count }));

  expect(listFailingStudents(failing).map(({ studentKey }) => studentKey)).toEqual([2, 1, 3]);
});

test("averages compare only where all marks of both terms are there", () => {
  const before = [1, 2, 3, 4, 5].map((key) => result(key, { average: 60, isComplete: key !== 3 }));
  const now = [
    result(1, { average: 58.9 }),
    result(2, { average: 74.6 }),
    result(3, { average: 20 }),
    result(4, { average: 20, isComplete: false }),
    result(5, { average: 60 }),
    result(6, { average: 90 }),
    result(7, { average: 50.1 }),
  ];

  const { falls, rises } = compareAverages(now, [...before, result(7, { average: 61.3 })]);

  expect(
    falls.map(({ student: { studentKey }, before: from, change }) => [studentKey, from, change]),
  ).toEqual([
    [7, 61.3, -11.2],
    [1, 60, -1.1],
  ]);
  expect(rises.map(({ student: { studentKey }, change }) => [studentKey, change])).toEqual([[2, 14.6]]);
});

function mark(subject_id: number | undefined, earned: number | null, max_mark = 100): SubjectMark {
  return { subject_id: subject_id ?? 0, mark: earned, max_mark };
}

function student(studentKey: number, marks: readonly SubjectMark[]) {
  return { studentKey, classId: 1, marks };
}

function result(
  studentKey: number,
  {
    average = 50,
    isComplete = true,
    failed = 0,
  }: { average?: number; isComplete?: boolean; failed?: number },
): StudentSummary {
  const failures = Array.from({ length: failed }, (_each, subjectId) => ({ subjectId, percent: 40 }));
  return { studentKey, classId: 1, average, grade: "R", failed: failures, isComplete };
}
