import { expect, test } from "vitest";
import { summarisePercentages, rankAverages, summarise, sumMarks } from "#domain/subject-results.ts";

test.each<[readonly (number | null)[], number, string | undefined]>([
  [[80, 59, 75, 90.5], 1, "76.1"],
  [[71, null, 71], 1, "71.0"],
  [[72, 72.1], 1, "72.1"],
  [[376.4, 376.5], 0, "376"],
  [[75, 76], 0, "76"],
  [[null, null], 1, undefined],
])("the mean of %j to %i decimals is %s, half up", (figures, decimals, mean) => {
  expect(summarise(figures, decimals)?.mean).toBe(mean);
});

test("highest and lowest are of those who have a figure", () => {
  expect(summarise([17, null, 9])).toMatchObject({ highest: 17, lowest: 9 });
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
  expect(rankAverages(["77.5", "100", null, "77.5", "9.25"])).toEqual([
    { place: 2, isShared: true },
    { place: 1, isShared: false },
    null,
    { place: 2, isShared: true },
    { place: 4, isShared: false },
  ]);
});
