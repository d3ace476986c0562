import { expect, test } from "vitest";
import { averageText } from "#domain/averages.ts";

test.each<[number[], string | null]>([
  [[], null],
  [[84, 88, 78, 91, 76, 72], "81.5%"],
  [[100], "100%"],
  [[100, 100, 100, 100, 99], "99.8%"],
  [
    [100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 99],
    "100%",
  ],
  [[81], "81.0%"],
  [[7], "7.00%"],
  [[9, 10, 10], "9.67%"],
  [[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9], "9.95%"],
  [[1, 0, 0], "0.333%"],
  [[0, 0], "0%"],
  [[82, 82, 82, 82, 82, 82, 82, 82, 82, 82, 82, 82, 82, 83, 83, 83, 83, 83, 83, 83], "82.4%"],
])("the average of %j is %s", (marks, expected) => {
  const given = marks.map((mark) => ({ mark, maxMark: 100, attendance: 1 as const, isGraded: false }));

  expect(averageText(given)).toBe(expected);
});

test("it is made of the whole percentages that are shown", () => {
  const marks = [
    { mark: 1, maxMark: 3, attendance: 1 as const, isGraded: false },
    { mark: 2, maxMark: 3, attendance: 1 as const, isGraded: false },
    { mark: 12.5, maxMark: 20, attendance: 1 as const, isGraded: false },
  ];

  expect(averageText(marks)).toBe("54.3%");
});

test("who was absent, handed in no work, and what is graded is left out", () => {
  const marks = [
    { mark: 60, maxMark: 100, attendance: 1 as const, isGraded: false },
    { mark: null, maxMark: 100, attendance: 2 as const, isGraded: false },
    { mark: null, maxMark: 100, attendance: 3 as const, isGraded: false },
    { mark: 99, maxMark: 100, attendance: 1 as const, isGraded: true },
  ];

  expect(averageText(marks)).toBe("60.0%");
});
