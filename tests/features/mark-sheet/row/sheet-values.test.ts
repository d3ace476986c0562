import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import {
  getReceiptCategory,
  isStillCleared,
  nextAttendanceValues,
  percentColumnValue,
  formatMarkSheetReceipt,
  valuesForAttendance,
  findClearedMark,
  type ClearedMark,
} from "#features/mark-sheet/row/sheet-values.rules.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SaveReceipt } from "#saving/protocol/protocol.ts";

const marks: MarkRules = {
  testId: 1,
  kind: "marks",
  workRatings: false,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const midTerm: MarkRules = { ...marks, testId: 2 };

test.each<{ title: string; rules: MarkRules; shown: FieldValues; next: FieldValues }>([
  { title: "present", rules: marks, shown: { attendance: 1, mark: 64 }, next: { attendance: 2, mark: null } },
  { title: "absent", rules: marks, shown: { attendance: 2, mark: null }, next: { attendance: 1, mark: 64 } },
  {
    title: "absent at mid term",
    rules: midTerm,
    shown: { attendance: 2, mark: null },
    next: { attendance: 3, mark: null },
  },
  {
    title: "no work at mid term",
    rules: midTerm,
    shown: { attendance: 3, mark: null },
    next: { attendance: 1, mark: 64 },
  },
])("one press on attendance after $title, with 64 stored", ({ rules, shown, next }) => {
  const values = nextAttendanceValues(shown, { attendance: 1, mark: 64 }, rules);

  expect(values).toEqual(next);
});

test("a rating of the term's work stays with who was absent", () => {
  const rules = { ...marks, workRatings: true };
  const stored = { attendance: 1, mark: 64, application: "C", preparedness: null };

  const values = valuesForAttendance(2, stored, rules);

  expect(values).toEqual({ attendance: 2, mark: null, application: "C", preparedness: null });
});

test.each<{ values: FieldValues; rules?: MarkRules; counted: string }>([
  { values: { attendance: 1, mark: 0 }, counted: "saved" },
  { values: { attendance: 1, mark: null }, counted: "blank" },
  { values: { attendance: 2, mark: null }, counted: "absent" },
  { values: { attendance: 3, mark: null }, counted: "noWork" },
  {
    values: { attendance: 1, mark: null, application: "C", preparedness: null },
    rules: { ...marks, workRatings: true },
    counted: "blank",
  },
])("$values counts as $counted", ({ values, rules = marks, counted }) => {
  const given = getReceiptCategory(values, rules);

  expect(given).toBe(counted);
});

test.each<{ receipt: SaveReceipt; words: string }>([
  {
    receipt: { total: 30, saved: 27, absent: 2, noWork: 0, blank: 1 },
    words: "27 of 30 saved, 2 absent, 1 blank",
  },
  {
    receipt: { total: 3, saved: 1, incomplete: 2, absent: 0, noWork: 0, blank: 0 },
    words: "1 of 3 complete, 2 incomplete",
  },
  { receipt: { total: 3, saved: 2, absent: 0, noWork: 1, blank: 0 }, words: "2 of 3 saved, 1 no work" },
  { receipt: { total: 3, saved: 3, absent: 0, noWork: 0, blank: 0 }, words: "3 of 3 saved" },
])("the receipt says $words", ({ receipt, words }) => {
  const said = formatMarkSheetReceipt(receipt);

  expect(said).toBe(words);
});

test.each<{ values: FieldValues; maxMark: number; percent: number | null }>([
  { values: { attendance: 1, mark: 43 }, maxMark: 60, percent: 72 },
  { values: { attendance: 1, mark: 0 }, maxMark: 60, percent: 0 },
  { values: { attendance: 1, mark: null }, maxMark: 60, percent: null },
  { values: { attendance: 2, mark: null }, maxMark: 60, percent: null },
  { values: { attendance: 1, mark: "5x" }, maxMark: 60, percent: null },
])("$values of $maxMark is $percent per cent", ({ values, maxMark, percent }) => {
  const given = percentColumnValue(values, maxMark);

  expect(given).toBe(percent);
});

test.each<{ title: string; rules: MarkRules; main: string | null; extras: string[] }>([
  { title: "marks", rules: marks, main: "mark", extras: [] },
  {
    title: "marks and ratings",
    rules: { ...marks, workRatings: true },
    main: "mark",
    extras: ["application", "preparedness"],
  },
  { title: "grades", rules: { ...marks, kind: "grades" }, main: "mark", extras: ["grade"] },
  {
    title: "criteria",
    rules: { ...marks, kind: "criteria", criteria: [{ id: 11, detail: "Counts to 20" }] },
    main: null,
    extras: ["criterion_11"],
  },
])("the columns of a sheet of $title", ({ rules, main, extras }) => {
  const columns = toMarkSheetColumns({ rules });

  expect(columns.main?.name ?? null).toBe(main);
  expect(columns.extras.map(({ name }) => name)).toEqual(extras);
});

const EARNED = { attendance: 1, mark: 72 };
const AWAY = { attendance: 2, mark: null };
const BLANK = { attendance: 1, mark: null };

test.each<{
  title: string;
  shown: FieldValues;
  next: FieldValues;
  cleared: ClearedMark | null;
  left: ClearedMark | null;
}>([
  {
    title: "on a mark keeps the mark to put back",
    shown: EARNED,
    next: AWAY,
    cleared: null,
    left: { before: EARNED, attendance: 2 },
  },
  {
    title: "on past an absence keeps it further",
    shown: AWAY,
    next: { attendance: 3, mark: null },
    cleared: { before: EARNED, attendance: 2 },
    left: { before: EARNED, attendance: 3 },
  },
  {
    title: "back to a blank row keeps it too",
    shown: AWAY,
    next: BLANK,
    cleared: { before: EARNED, attendance: 2 },
    left: { before: EARNED, attendance: 1 },
  },
  {
    title: "back to the mark has nothing to put back",
    shown: AWAY,
    next: EARNED,
    cleared: { before: EARNED, attendance: 2 },
    left: null,
  },
  { title: "on a blank row has nothing to put back", shown: BLANK, next: AWAY, cleared: null, left: null },
])("a press $title", ({ shown, next, cleared, left }) => {
  const kept = findClearedMark({ shown, next }, marks, cleared);

  expect(kept).toEqual(left);
});

test.each<{ title: string; shown: FieldValues; stands: boolean }>([
  { title: "as the press left it", shown: AWAY, stands: true },
  { title: "once a mark is there", shown: { attendance: 1, mark: 5 }, stands: false },
  { title: "once somebody made it no work", shown: { attendance: 3, mark: null }, stands: false },
])("what a press took away is offered $title: $stands", ({ shown, stands }) => {
  const still = isStillCleared({ before: EARNED, attendance: 2 }, shown, marks);

  expect(still).toBe(stands);
});
