import { expect, test } from "vitest";
import { columnsAfterSubject, narrowWords } from "#features/term-reports/report/marks/mark-words.rules.ts";
import { columns, subject } from "../../../../support/builders/report-fixtures.ts";

test.each([
  { words: "", given: {} },
  { words: "Tests 17/20, 15/20", given: { mark1: 17, max_mark1: 20, mark2: 15, max_mark2: 20 } },
  { words: "Tests Abs, –", given: { attendance1: 2 as const } },
  { words: "App. C, Prep. S", given: { application: "C" as const, preparedness: "S" as const } },
])("where it is narrow, under the subject stands '$words'", ({ words, given }) => {
  const all = columns({ fortnightly: true, workRatings: true });

  expect(narrowWords(subject(given), all)).toBe(words);
});

test.each([
  { given: columns({}), count: 5 },
  { given: columns({ course: null }), count: 4 },
  { given: columns({ fortnightly: true }), count: 7 },
  { given: columns({ workRatings: true }), count: 7 },
])("a table has $count columns beside the subject's: $given", ({ given, count }) => {
  expect(columnsAfterSubject(given)).toBe(count);
});
