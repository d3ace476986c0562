import { expect, test } from "vitest";
import { gradeLetters, DEFAULT_GRADING } from "#domain/grading.ts";
import type { MarkRules } from "#fields/mark.ts";
import { readCellValue } from "#features/mark-sheet/bulk/paste/read-value.rules.ts";
import { criterionGradeField, gradeField, ratingLetterField } from "#fields/choices.ts";
import type { FieldKind } from "#fields/kind.ts";
import { limitedMarkField } from "#fields/numbers.ts";
import type { FieldValues } from "#fields/value.ts";

const grade = gradeField(gradeLetters(DEFAULT_GRADING));

const exam: MarkRules = {
  testId: 1,
  kind: "marks",
  workRatings: true,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const midTerm: MarkRules = { ...exam, testId: 2 };
const grades: MarkRules = { ...exam, kind: "grades" };
const criteria: MarkRules = { ...exam, kind: "criteria", criteria: [{ id: 11, detail: "Counts to 20" }] };
const ABSENT = { attendance: 2 };
const KINDS: Record<string, FieldKind> = {
  mark: limitedMarkField(100),
  grade,
  application: ratingLetterField,
  criterion_11: criterionGradeField,
};

test.each<{ cell: string; maxMark?: number; values: FieldValues }>([
  { cell: "72", values: { attendance: 1, mark: 72 } },
  { cell: "0", values: { attendance: 1, mark: 0 } },
  { cell: " 72.5 ", values: { attendance: 1, mark: 72.5 } },
  { cell: "72,5", values: { attendance: 1, mark: 72.5 } },
  { cell: "72.50", values: { attendance: 1, mark: 72.5 } },
  { cell: ".5", values: { attendance: 1, mark: 0.5 } },
  { cell: "72\u00a0", values: { attendance: 1, mark: 72 } },
  { cell: "72/100", values: { attendance: 1, mark: 72 } },
  { cell: "72 / 100", values: { attendance: 1, mark: 72 } },
  { cell: "72 out of 100", values: { attendance: 1, mark: 72 } },
  { cell: "36/50", maxMark: 50, values: { attendance: 1, mark: 36 } },
  { cell: "72%", values: { attendance: 1, mark: 72 } },
  { cell: "72 %", values: { attendance: 1, mark: 72 } },
  { cell: "abs", values: ABSENT },
  { cell: "A", values: ABSENT },
  { cell: "Absent", values: ABSENT },
])("the cell '$cell' is read as $values", ({ cell, maxMark = 100, values }) => {
  const read = readCellValue(cell, { field: "mark", kind: limitedMarkField(maxMark), maxMark, rules: exam });

  expect(read).toEqual({ kind: "value", values });
});

test.each(["", "  ", "-", "–", "—", "−", "--", "- -", "\u00a0"])("the cell '%s' says nothing", (cell) => {
  const read = readCellValue(cell, { field: "mark", kind: limitedMarkField(100), maxMark: 100, rules: exam });

  expect(read).toEqual({ kind: "blank" });
});

test.each([
  { cell: "120", reason: "the mark must be from 0 to 100" },
  { cell: "-5", reason: "the mark must be from 0 to 100" },
  { cell: "−5", reason: "the mark must be from 0 to 100" },
  { cell: "72.125", reason: "enter the mark with at most two decimals" },
  { cell: "36/50", reason: "the mark is out of 50, but the max mark is 100" },
  { cell: "72 %", maxMark: 50, reason: "the mark is out of 100, but the max mark is 50" },
  { cell: "120/100", reason: "the mark must be from 0 to 100" },
  { cell: "1,000", reason: "not a mark" },
  { cell: "7²", reason: "not a mark" },
  { cell: "72½", reason: "not a mark" },
  { cell: "1e1", reason: "not a mark" },
  { cell: "7O", reason: "not a mark" },
  { cell: "72?", reason: "not a mark" },
  { cell: "=SUM(B2:B9)", reason: "not a mark" },
  { cell: "nw", reason: "no work cannot be entered on this sheet" },
])("the cell '$cell' is refused: $reason", ({ cell, maxMark = 100, reason }) => {
  const read = readCellValue(cell, { field: "mark", kind: limitedMarkField(maxMark), maxMark, rules: exam });

  expect(read).toEqual({ kind: "refused", reason });
});

test.each<{ field: string; cell: string; rules: MarkRules; values: FieldValues }>([
  { field: "mark", cell: "NW", rules: midTerm, values: { attendance: 3 } },
  { field: "grade", cell: "a", rules: grades, values: { attendance: 1, grade: "A" } },
  { field: "grade", cell: "abs", rules: grades, values: ABSENT },
  { field: "criterion_11", cell: "4", rules: criteria, values: { attendance: 1, criterion_11: 4 } },
  { field: "criterion_11", cell: "a", rules: criteria, values: ABSENT },
  { field: "application", cell: "s", rules: exam, values: { application: "S" } },
])("'$cell' in the column $field is read as $values", ({ field, cell, rules, values }) => {
  const read = readCellValue(cell, { field, kind: KINDS[field], maxMark: 100, rules });

  expect(read).toEqual({ kind: "value", values });
});

test.each([
  { field: "grade", cell: "E", rules: grades, reason: "A, B, C, D or R only" },
  { field: "grade", cell: "B+", rules: grades, reason: "A, B, C, D or R only" },
  { field: "criterion_11", cell: "6", rules: criteria, reason: "1, 2, 3, 4 or 5 only" },
  { field: "criterion_11", cell: "4.0", rules: criteria, reason: "1, 2, 3, 4 or 5 only" },
  { field: "application", cell: "abs", rules: exam, reason: "C, S or R only" },
])("'$cell' in the column $field is refused: $reason", ({ field, cell, rules, reason }) => {
  const read = readCellValue(cell, { field, kind: KINDS[field], maxMark: 100, rules });

  expect(read).toEqual({ kind: "refused", reason });
});
