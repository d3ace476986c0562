import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { describeSavedRow } from "#features/mark-sheet/row/sheet-values.rules.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { FieldValues } from "#fields/value.ts";

const MARKS: MarkRules = {
  testId: 1,
  kind: "marks",
  workRatings: true,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const GRADES: MarkRules = { ...MARKS, kind: "grades" };
const CRITERIA: MarkRules = {
  testId: 1,
  kind: "criteria",
  workRatings: false,
  grading: DEFAULT_GRADING,
  criteria: [1, 2, 3, 4].map((id) => ({ id, detail: `Criterion ${id}` })),
};

test.each<[string, FieldValues, MarkRules]>([
  ["Saved", { attendance: 1, mark: 0 }, MARKS],
  ["Saved, absent", { attendance: 2, mark: null }, MARKS],
  ["Saved, no work", { attendance: 3, mark: null }, MARKS],
  ["No mark yet", { attendance: 1, mark: null }, MARKS],
  ["No grade yet", { attendance: 1 }, CRITERIA],
  ["Saved, missing 3 of 4", { attendance: 1, criterion_2: 5 }, CRITERIA],
  ["Saved, absent", { attendance: 2 }, CRITERIA],
  ["Saved", { attendance: 1, criterion_1: 1, criterion_2: 2, criterion_3: 3, criterion_4: 4 }, CRITERIA],
  ["Saved, 96% is an A", { attendance: 1, mark: 48, grade: "R" }, GRADES],
  ["Saved, 84% is a B", { attendance: 1, mark: 42, grade: "A" }, GRADES],
  ["Saved", { attendance: 1, mark: 42, grade: "B" }, GRADES],
  ["Saved", { attendance: 1, mark: null, grade: "B" }, GRADES],
])("a row at rest says %s: %j", (words, values, rules) => {
  const said = describeSavedRow(values, rules, { columns: toMarkSheetColumns({ rules }), maxMark: 50 });

  expect(said).toBe(words);
});
