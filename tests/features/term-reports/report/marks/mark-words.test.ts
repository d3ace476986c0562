import { expect, test } from "vitest";
import { columnsAfterSubject, formatHiddenColumns } from "#features/term-reports/report/marks/marks.rules.ts";
import { columns, result, subject } from "../../../../support/builders/report-fixtures.ts";

test.each([
  { words: "", given: {} },
  {
    words: "Tests 17/20, 15/20",
    given: { tests: { first: result({ mark: 17, most: 20 }), second: result({ mark: 15, most: 20 }) } },
  },
  { words: "Tests Abs, –", given: { tests: { first: result({ attendance: 2 }) } } },
  { words: "App. C, Prep. S", given: { application: "C" as const, preparedness: "S" as const } },
])("where it is narrow, under the subject stands '$words'", ({ words, given }) => {
  const all = columns({ fortnightly: true, workRatings: true });

  expect(formatHiddenColumns(subject(given), all)).toBe(words);
});

test.each([
  { given: columns({}), count: 5 },
  { given: columns({ course: false }), count: 4 },
  { given: columns({ fortnightly: true }), count: 7 },
  { given: columns({ workRatings: true }), count: 7 },
])("a table has $count columns beside the subject's: $given", ({ given, count }) => {
  expect(columnsAfterSubject(given)).toBe(count);
});
