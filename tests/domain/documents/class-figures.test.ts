import { expect, test } from "vitest";
import {
  rankStudentsWithAllMarks,
  summariseFigures,
  summarisePercentages,
  sumMarks,
} from "#domain/subject-results.ts";

test.each<[readonly (number | null)[], number, string | undefined]>([
  [[80, 59, 75, 90.5], 1, "76.1"],
  [[71, null, 71], 1, "71.0"],
  [[72, 72.1], 1, "72.1"],
  [[376.4, 376.5], 0, "376"],
  [[75, 76], 0, "76"],
  [[null, null], 1, undefined],
])("the mean of %j to %i decimals is %s, half up", (figures, decimals, mean) => {
  expect(summariseFigures(figures, decimals)?.mean).toBe(mean);
});

test("highest and lowest are of those who have a figure", () => {
  expect(summariseFigures([17, null, 9])).toMatchObject({ highest: 17, lowest: 9 });
});

test("the mean of percentages is that of the marks, not of what was rounded for print", () => {
  const marks = [
    { mark: 7.5, max_mark: 20 },
    { mark: 8.5, max_mark: 20 },
    { mark: null, max_mark: 20 },
    null,
  ];

  expect(summarisePercentages(marks)).toEqual({ mean: "40.0", highest: 43, lowest: 38 });
  expect(summarisePercentages(marks.slice(2))).toBeNull();
});

test("marks add up without the traces of binary fractions", () => {
  expect(sumMarks([0.1, 0.2, 17.35])).toBe(17.65);
});

test("who has the same printed average shares the place, the next place is left out, and who has none has no place", () => {
  const averages = ["77.5", "100", null, "77.5", "9.25"];

  expect(
    rankStudentsWithAllMarks(
      averages,
      averages.map(() => new Map()),
    ),
  ).toEqual([
    { place: 2, isShared: true },
    { place: 1, isShared: false },
    null,
    { place: 2, isShared: true },
    { place: 4, isShared: false },
  ]);
});

test("who has no mark where a classmate has one is not ranked; where nobody has one, nobody misses it", () => {
  const marksOf = (marks: Record<string, boolean>) => new Map(Object.entries(marks));
  const ranks = rankStudentsWithAllMarks(
    ["80", "99", "70", "90", null],
    [
      marksOf({ english: true, music: false }),
      marksOf({ english: true, french: false, music: false }),
      marksOf({ english: true, french: true, music: false }),
      marksOf({ english: false, music: false }),
      marksOf({ music: false }),
    ],
  );

  expect(ranks.map((rank) => rank && rank.place)).toEqual([1, null, 2, null, null]);
});
