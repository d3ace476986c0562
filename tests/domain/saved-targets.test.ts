import { expect, test } from "vitest";
import { formatUnsentItemCount, parseSaveTarget } from "#domain/saved-targets.ts";

const MARKS = "/app/mark-sheet/12/202620271/1/save";
const REPORT = "/app/term-reports/4/202620271/88/save";

test.each([
  [MARKS, { kind: "marks", lessonId: 12, academicTermId: 202620271, testId: 1, fortnightlyTestId: null }],
  [
    "/app/mark-sheet/12/202620271/3-45/save",
    { kind: "marks", lessonId: 12, academicTermId: 202620271, testId: 3, fortnightlyTestId: 45 },
  ],
  [REPORT, { kind: "report", classId: 4, academicTermId: 202620271, studentKey: 88 }],
])("%s names its sheet", (address, named) => {
  expect(parseSaveTarget(address)).toEqual(named);
});

test.each([
  "/app/mark-sheet/12/202620271/3/save",
  "/app/mark-sheet/12/202620271/1-45/save",
  "/app/mark-sheet/0/202620271/1/save",
  "/app/mark-sheet/12/202620271/1",
  "https://elsewhere.test/app/mark-sheet/12/202620271/1/save",
  "/app/term-reports/4/202620271/88/save?x=1",
  "",
])("%j names none", (address) => {
  expect(parseSaveTarget(address)).toBeNull();
});

test.each([
  [[MARKS], "1 mark"],
  [[MARKS, MARKS, MARKS], "3 marks"],
  [[REPORT], "1 report"],
  [[MARKS, REPORT, REPORT], "1 mark and 2 reports"],
])("rows are called what they are", (addresses, words) => {
  expect(formatUnsentItemCount(addresses)).toBe(words);
});
