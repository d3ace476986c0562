import { expect, test } from "vitest";
import {
  countColumnsAfterSubject,
  formatHiddenColumns,
} from "#features/term-reports/report/marks/marks.rules.ts";
import {
  reportColumns,
  reportTestResult,
  reportSubjectRow,
} from "../../../../support/builders/report-fixtures.ts";

test.each([
  { words: "", given: {} },
  {
    words: "Tests 17/20, 15/20",
    given: {
      tests: {
        first: reportTestResult({ mark: 17, most: 20 }),
        second: reportTestResult({ mark: 15, most: 20 }),
      },
    },
  },
  { words: "Tests Abs, –", given: { tests: { first: reportTestResult({ attendance: 2 }) } } },
  { words: "App. C, Prep. S", given: { application: "C" as const, preparedness: "S" as const } },
])("where it is narrow, under the subject stands '$words'", ({ words, given }) => {
  const all = reportColumns({ fortnightly: true, workRatings: true });

  expect(formatHiddenColumns(reportSubjectRow(given), all)).toBe(words);
});

test.each([
  { given: reportColumns({}), count: 5 },
  { given: reportColumns({ course: false }), count: 4 },
  { given: reportColumns({ fortnightly: true }), count: 7 },
  { given: reportColumns({ workRatings: true }), count: 7 },
])("a table has $count columns beside the subject's: $given", ({ given, count }) => {
  expect(countColumnsAfterSubject(given)).toBe(count);
});
