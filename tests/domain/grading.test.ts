import { expect, test } from "vitest";
import {
  gradeForPercentage,
  gradeRanges,
  isBelowPassMark,
  listFailingGrades,
  DEFAULT_GRADING,
  type GradingScale,
} from "#domain/grading.ts";

const OWN: GradingScale = {
  steps: [
    { letter: "A", from: 75, words: "Excellent" },
    { letter: "B", from: 50, words: "" },
    { letter: "E", from: 30, words: "" },
    { letter: "F", from: 0, words: "Fail" },
  ],
  passMark: 45,
};

test.each([
  [100, "A", "A"],
  [90, "A", "A"],
  [89, "B", "A"],
  [80, "B", "A"],
  [79, "C", "A"],
  [74, "C", "B"],
  [70, "C", "B"],
  [69, "D", "B"],
  [60, "D", "B"],
  [59, "R", "B"],
  [49, "R", "E"],
  [29, "R", "F"],
  [0, "R", "F"],
])("%s per cent is graded %s by the usual scale and %s by another", (percent, usual, own) => {
  expect([gradeForPercentage(percent, DEFAULT_GRADING), gradeForPercentage(percent, OWN)]).toEqual([
    usual,
    own,
  ]);
});

test("a key has the range of each grade, and its words", () => {
  expect(gradeRanges(OWN).map(({ letter, meaning }) => `${letter} ${meaning}`)).toEqual([
    "A 75–100 Excellent",
    "B 50–74",
    "E 30–49",
    "F 0–29 Fail",
  ]);
  expect(gradeRanges(DEFAULT_GRADING)[4]).toEqual({ letter: "R", meaning: "0–59" });
});

test.each([
  [{ percent: 45, grade: "E" }, false],
  [{ percent: 44, grade: "E" }, true],
  [{ percent: null, grade: "F" }, true],
  [{ percent: null, grade: "E" }, false],
  [{ percent: null, grade: "R" }, false],
  [{ percent: null, grade: null }, false],
])("%j is below a pass mark of 45: %s", (result, expected) => {
  expect(isBelowPassMark(result, OWN)).toBe(expected);
});

test("only grades that lie below the pass mark as a whole are low", () => {
  expect([listFailingGrades(DEFAULT_GRADING), listFailingGrades(OWN)]).toEqual([["R"], ["F"]]);
});
