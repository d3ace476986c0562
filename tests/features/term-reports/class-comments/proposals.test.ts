import { expect, test } from "vitest";
import {
  isAverageInRange,
  parseCommentTickName,
  proposeComments,
  commentTickName,
} from "#features/term-reports/class-comments/proposals.rules.ts";
import { formatAverageRange } from "#domain/phrases.ts";

test.each([
  ["70.0%", { from: 70, to: 79 }, true],
  ["79.4%", { from: 70, to: 79 }, true],
  ["79.5%", { from: 70, to: 79 }, false],
  ["79.5%", { from: 80, to: 89 }, true],
  ["69.5%", { from: 70, to: 79 }, true],
  ["69.4%", { from: 70, to: 79 }, false],
  ["7.00%", { from: 0, to: 59 }, true],
  ["0%", { from: 0, to: 0 }, true],
  ["100%", { from: 90, to: 100 }, true],
])("an average of %s in %o is %s", (average, range, isIn) => {
  expect(isAverageInRange(average, range)).toBe(isIn);
});

const HIGH = { from: 80, to: 100 };
const LOW = { from: 0, to: 79 };
const own = (phrase: string, averages = HIGH) => ({ phrase, isOwn: true, averages });
const school = (phrase: string, averages = HIGH) => ({ phrase, isOwn: false, averages });

test.each([
  ["the phrase for the average", [school("High."), school("Low.", LOW)], "High."],
  ["no phrase", [school("Low.", LOW)], null],
  ["the name and the pronoun", [school("{name}: {he} reads.")], "Amara: she reads."],
  ["the person's own phrase before the school's", [school("Shared."), own("Own.")], "Own."],
  ["a phrase that fits in place of one that is too long", [school("x".repeat(31)), school("Fits.")], "Fits."],
  ["a phrase that fits exactly with the name", [school(`{name}${"x".repeat(25)}`)], `Amara${"x".repeat(25)}`],
  ["no phrase that the name makes too long", [school(`{name}${"x".repeat(26)}`)], null],
  ["the school's phrase if no own phrase fits", [own("x".repeat(31)), school("Shared.")], "Shared."],
  ["another phrase than the other comment of the report", [school("Reads."), school("Writes.")], "Writes."],
  ["nothing rather than the other comment again", [school("Reads.")], null],
])("a student gets %s", (_, phrases, comment) => {
  const student = { firstName: "Amara", gender: "F", average: "84.0%", otherComment: "Reads." } as const;

  expect(proposeComments([student], phrases, 30)).toEqual([comment]);
});

test("students with the same phrases to choose from get them in turn", () => {
  const student = (average: string) => ({ firstName: "A", gender: null, average, otherComment: null });
  const students = ["84.0%", "50.0%", "90.0%", "99.0%", "51.0%"].map(student);

  const proposed = proposeComments(students, [school("One."), school("Two."), school("Low.", LOW)], 100);

  expect(proposed).toEqual(["One.", "Low.", "Two.", "One.", "Low."]);
});

test.each([
  [null, ""],
  [{ from: 70, to: 79 }, "70–79%"],
  [{ from: 100, to: 100 }, "100%"],
])("the averages %o are formatted as ‘%s’", (range, text) => {
  expect(formatAverageRange(range)).toBe(text);
});

test.each([
  [commentTickName(12, 345), { studentKey: 12, version: 345 }],
  ["12-0", { studentKey: 12, version: 0 }],
  ["12", null],
  ["0-1", null],
  ["12-x", null],
  ["12--1", null],
])("the tick ‘%s’ is read as %o", (name, ticked) => {
  expect(parseCommentTickName(name)).toEqual(ticked);
});
