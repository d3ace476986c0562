import { expect, test } from "vitest";
import {
  compareWithPreview,
  compareForUndo,
  describeChangedRows,
  formatActionDone,
  describeUndo,
} from "#features/mark-sheet/bulk/act.rules.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import { formatMarkSheetValues } from "#features/mark-sheet/row/sheet-values.rules.ts";
import { planColumnFill, planAbsenceForRest } from "#features/mark-sheet/bulk/fill-plan.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { PlannedEntry, CurrentMarkSheetRow } from "#features/mark-sheet/bulk/tasks.ts";
import type { RowPhase } from "#saving/client/row-phase.ts";
import type { FieldValues } from "#fields/value.ts";

const rules: MarkRules = {
  testId: 1,
  kind: "grades",
  workRatings: true,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const context = { rules, parts: formatMarkSheetValues(toMarkSheetColumns({ rules })) };
const nothing = { attendance: 1, mark: null, grade: null, application: null, preparedness: null };
const rows = [
  rowNow("1", { grade: "A" }, "saved"),
  rowNow("2", {}, "blank"),
  rowNow("3", { attendance: 2 }, "saved"),
  rowNow("4", { mark: 60 }, "saved"),
  rowNow("5", {}, "refused"),
  rowNow("6", {}, "changed"),
  rowNow("7", {}, "waiting"),
  rowNow("8", {}, "typing"),
  rowNow("9", {}, "saving"),
  rowNow("10", { application: "C" }, "blank"),
];

test.each<{ title: string; field: string; values: FieldValues; startRow?: string; filled: string[] }>([
  { title: "a grade", field: "grade", values: { attendance: 1, grade: "B" }, filled: ["2", "4", "10"] },
  {
    title: "a grade from a row down",
    field: "grade",
    values: { attendance: 1, grade: "B" },
    startRow: "4",
    filled: ["4", "10"],
  },
  {
    title: "a rating, which who was absent has too",
    field: "application",
    values: { application: "S" },
    filled: ["1", "2", "3", "4"],
  },
])("$title is given to rows that are blank there and at rest", ({ field, values, startRow, filled }) => {
  const plan = planColumnFill({ rows, field, values, startRow, ...context });

  expect(plan.entries.map(({ row }) => row)).toEqual(filled);
});

test("the rest are those with no mark, no absence and nothing unsent", () => {
  const plan = planAbsenceForRest({ rows, attendance: 2, ...context });

  expect(plan.entries.map(({ row, from, to }) => [row, from, to])).toEqual([
    ["2", "blank", "Abs"],
    ["10", "blank", "Abs"],
  ]);
});

test("what no longer holds what the preview showed is not written", () => {
  const entries = [entry("1", 64, 72), entry("2", 65, 73), entry("3", 66, 74), entry("11", 1, 2)];
  const now = [rowNow("1", { mark: 64 }), rowNow("2", { mark: 70 }), rowNow("3", { mark: 66 }, "changed")];

  const { unchanged, changed } = compareWithPreview(entries, now);

  expect(unchanged.map(({ row }) => row)).toEqual(["1"]);
  expect(changed.map(({ row }) => row)).toEqual(["2", "3", "11"]);
});

test("what was changed since is not taken back, and what was refused is not counted as done", () => {
  const entries = [entry("1", 64, 72), entry("2", 65, 73), entry("3", null, 74), entry("4", null, 75)];
  const now = [
    rowNow("1", { mark: 72 }),
    rowNow("2", { mark: 90 }),
    rowNow("3", { mark: 74 }, "refused"),
    rowNow("4", { mark: 75 }, "changed"),
  ];

  const { unchanged, refused, changed } = compareForUndo(entries, now);

  expect(unchanged.map(({ row }) => row)).toEqual(["1"]);
  expect(refused.map(({ row }) => row)).toEqual(["3"]);
  expect(changed.map(({ row }) => row)).toEqual(["2", "4"]);
});

test.each([
  { unchanged: 29, refused: 1, words: "29 marks pasted, 1 not saved" },
  { unchanged: 2, refused: 0, words: "2 marks pasted" },
  { unchanged: 0, refused: 35, words: "35 not saved" },
  { unchanged: 0, refused: 0, words: null },
])("undo offers $words", ({ unchanged, refused, words }) => {
  const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(String(index), 1, 2));

  const offered = describeUndo({ unchanged: entries(unchanged), refused: entries(refused) }, (count) =>
    formatActionDone(count, "mark", "pasted"),
  );

  expect(offered).toBe(words);
});

test.each([
  { count: 27, noun: "mark", action: "pasted", words: "27 marks pasted" },
  { count: 1, noun: "grade", action: "filled in", words: "1 grade filled in" },
  { count: 9, noun: "student", action: "marked absent", words: "9 students marked absent" },
])("$words", ({ count, noun, action, words }) => {
  const said = formatActionDone(count, noun, action);

  expect(said).toBe(words);
});

test.each([
  { changed: [], words: "" },
  { changed: [entry("1", 1, 2)], words: "1 row has changed since and was left as it is: Student 1." },
  {
    changed: [entry("1", 1, 2), entry("2", 1, 2)],
    words: "2 rows have changed since and were left as they are: Student 1; Student 2.",
  },
])("what was left alone is named: $words", ({ changed, words }) => {
  const said = describeChangedRows(changed);

  expect(said).toBe(words);
});

function rowNow(row: string, values: FieldValues, phase: RowPhase = "saved"): CurrentMarkSheetRow {
  return {
    row,
    name: `Student ${row}`,
    number: row,
    maxMark: 100,
    values: { ...nothing, ...values },
    phase,
  };
}

function entry(row: string, from: number | null, to: number): PlannedEntry {
  const words = { from: String(from ?? "blank"), to: String(to) };
  return { row, name: `Student ${row}`, before: { mark: from }, after: { mark: to }, ...words };
}
