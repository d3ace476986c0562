import { expect, test } from "vitest";
import { isAverageOf, findPasteQuestion, type PastedLines } from "#domain/text/pasted-cells.ts";

const DATE = { value: "14/10/2026", fault: "is not a mark" };
const WORDS = " The first value, ‘14/10/2026’, is not a mark.";

test.each<[string, Partial<PastedLines>, string | null]>([
  ["a value for each student", { lines: 40, rows: 40 }, null],
  [
    "a heading and a value too few",
    { lines: 40, rows: 40, first: DATE },
    `40 values for 40 students.${WORDS}`,
  ],
  [
    "a heading above a value for each",
    { lines: 41, rows: 40, first: DATE },
    `41 values for 40 students.${WORDS}`,
  ],
  ["a value too few", { lines: 39, rows: 40 }, "39 values for 40 students."],
  ["a value too many", { lines: 41, rows: 40 }, "41 values for 40 students."],
  ["the last student's cell blank", { lines: 39, rows: 40, blankAtEnd: 1 }, null],
  ["more blank cells than students left", { lines: 38, rows: 40, blankAtEnd: 9 }, null],
  ["too few with their blank cells", { lines: 37, rows: 40, blankAtEnd: 2 }, "37 values for 40 students."],
  ["blank cells below a value for each", { lines: 40, rows: 40, blankAtEnd: 3 }, null],
  ["one line alone", { lines: 1, rows: 40 }, null],
  ["one line for the last student", { lines: 1, rows: 1 }, null],
  ["a heading alone", { lines: 1, rows: 1, first: DATE }, `1 value for 1 student.${WORDS}`],
  [
    "an average below, and a mark too few",
    { lines: 40, rows: 40, last: { value: "63.4", fault: "is the average of the others" } },
    "40 values for 40 students. The last value, ‘63.4’, is the average of the others.",
  ],
  ["two values for one student", { lines: 2, rows: 1 }, "2 values for 1 student."],
])("%s: %o", (_what, given, expected) => {
  const pasted = { lines: 1, rows: 1, blankAtEnd: 0, first: null, last: null, ...given };

  expect(findPasteQuestion(pasted, { line: "value", row: "student" })).toBe(expected);
});

test.each<[string, string[], boolean]>([
  ["60", ["50", "60", "70", "55", "65"], true],
  ["58.3", ["50", "60", "70", "55", "56.5"], true],
  ["58,30", ["50", "60", "70", "55", "56,5"], true],
  ["61", ["50", "60", "70", "55", "65"], false],
  ["60", ["50", "abs", "60", "", "70", "55", "65"], true],
  ["60", ["50", "60", "70", "55"], false],
  ["60", ["60", "60", "60", "60", "60"], false],
  ["abs", ["50", "60", "70", "55", "65"], false],
])("%s beside %j is an average: %s", (value, others, expected) => {
  expect(isAverageOf(value, others)).toBe(expected);
});
