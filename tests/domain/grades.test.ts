import { expect, test } from "vitest";
import { listGradedSubjects, hasWorkRatings, isGradedSubject, calculatePercentage } from "#domain/grades.ts";

test.each([
  [0, 100, 0],
  [100, 100, 100],
  [12.5, 20, 63],
  [12.49, 20, 62],
  [59.5, 100, 60],
  [59.49, 100, 59],
  [28.7, 40, 72],
  [1, 3, 33],
  [2, 3, 67],
  [0.29, 0.4, 73],
])("%s of %s is %s per cent, half up", (mark, maxMark, expected) => {
  expect(calculatePercentage(mark, maxMark)).toBe(expected);
});

test.each([
  ["primary", 7, 5, true],
  ["primary", 8, 1, true],
  ["primary", 9, 7, true],
  ["primary", 6, 1, true],
  ["primary", 6, 2, false],
  ["primary", 33, 1, false],
  ["secondary", 7, 1, false],
] as const)(
  "in a %s school subject %s of level %s is graded by choice: %s",
  (flavour, subject, level, expected) => {
    expect(isGradedSubject(flavour, subject, level)).toBe(expected);
  },
);

test.each([
  ["secondary", 5, true],
  ["secondary", 6, false],
  ["primary", 3, false],
] as const)(
  "in a %s school level %s is rated for application and preparedness: %s",
  (flavour, level, expected) => {
    expect(hasWorkRatings(flavour, level)).toBe(expected);
  },
);

test("the list of subjects whose grade is chosen says what the rule says", () => {
  const listed = listGradedSubjects("primary");

  const levels = [1, 2, 3, 4, 5, 6, 7];
  const expected = levels.flatMap((form_level) =>
    [1, 6, 7, 8, 9, 33]
      .filter((subject_id) => isGradedSubject("primary", subject_id, form_level))
      .map((subject_id) => ({ subject_id, form_level })),
  );
  expect(listed).toHaveLength(22);
  expect(listed).toEqual(expect.arrayContaining(expected));
  expect(listGradedSubjects("secondary")).toEqual([]);
});
