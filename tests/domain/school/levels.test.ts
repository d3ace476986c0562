import { expect, test } from "vitest";
import { parseLevels, STANDARD_LEVELS } from "#domain/school/levels.ts";
import { usualTermDates, findUsualTermOn } from "#domain/school/usual-terms.ts";

test.each(["primary", "secondary"] as const)("the usual levels of a %s school can be read", (flavour) => {
  const { levels } = parseLevels(STANDARD_LEVELS[flavour]);

  expect(levels?.map(({ form_level }) => form_level)).toEqual(
    flavour === "primary" ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5],
  );
  expect(levels?.at(0)?.form_classes).toEqual(
    flavour === "primary" ? ["1st Year"] : ["1A", "1B", "1C", "1D"],
  );
});

test("a semicolon ends a level as a line does, and neither spaces nor what cannot be seen are part of a name", () => {
  const { levels } = parseLevels("  Form\u0000 1 :1A\u0000,  1 B ;\n\n Form 2: 2A,");

  expect(levels).toEqual([
    { form_level: 1, group_title: "Form 1", form_classes: ["1A", "1 B"] },
    { form_level: 2, group_title: "Form 2", form_classes: ["2A"] },
  ]);
});

test.each([
  ["nothing", " \n ", "Write each level on a line of its own"],
  ["a level without classes", "Form 1: 1A\nForm 2", "Line 2: write the level, a colon"],
  ["classes without a level", ": 1A", "Line 1: write the level"],
  ["one class in two levels", "Form 1: 1A\nForm 2: 1A", "1A is listed twice. Write each class once."],
  ["one class in capitals and small letters", "Form 1: 1A, 1a", "1a is listed twice. Write each class once."],
  ["one level in two lines", "Form 1: 1A\nform 1: 1B", "form 1 is listed twice. Write all classes"],
  ["eight levels", "A:1;B:2;C:3;D:4;E:5;F:6;G:7;H:8", "at most 7 levels"],
  ["a long class", "Form 1: The first class of all", "is too long"],
  ["a long level", `${"x".repeat(41)}: 1A`, "at most 40 characters"],
])("%s says what is missing", (_, text, words) => {
  expect(parseLevels(text)).toEqual({ levels: null, fault: expect.stringContaining(words) });
});

test.each([
  ["2026-09-07", { year: 2026, term: 1 }],
  ["2026-11-23", { year: 2026, term: 1 }],
  ["2026-12-25", { year: 2026, term: 2 }],
  ["2027-03-01", { year: 2026, term: 2 }],
  ["2027-05-05", { year: 2026, term: 3 }],
  ["2027-08-01", { year: 2027, term: 1 }],
])("on %s a school begins with the term that is, or comes next", (day, expected) => {
  expect(findUsualTermOn(day)).toEqual(expected);
});

test("terms follow each other over the turn of the year", () => {
  const starts = [1, 2, 3].map((term) => usualTermDates(2026, term));

  expect(starts.map(({ next_term_start }) => next_term_start)).toEqual([
    starts[1]?.term_start,
    starts[2]?.term_start,
    usualTermDates(2027, 1).term_start,
  ]);
});
