import { expect, test } from "vitest";
import { columnsOf } from "#features/mark-sheet/columns.rules.ts";
import type { MarkRules } from "#features/mark-sheet/marks.rules.ts";
import {
  countedAs,
  nextAttendanceValues,
  percentOf,
  typedAttendance,
} from "#features/mark-sheet/sheet-values.rules.ts";
import type { Values } from "#saving/protocol.ts";

const marks: MarkRules = { testId: 1, kind: "marks", workRatings: false, criterionIds: [] };
const midTerm: MarkRules = { ...marks, testId: 2 };

test.each<{ title: string; rules: MarkRules; shown: Values; next: Values }>([
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

  const values = typedAttendance(2, stored, rules);

  expect(values).toEqual({ attendance: 2, mark: null, application: "C", preparedness: null });
});

test.each<{ values: Values; rules?: MarkRules; counted: string }>([
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
  const given = countedAs(values, rules);

  expect(given).toBe(counted);
});

test.each<{ values: Values; maxMark: number; percent: number | null }>([
  { values: { attendance: 1, mark: 43 }, maxMark: 60, percent: 72 },
  { values: { attendance: 1, mark: 0 }, maxMark: 60, percent: 0 },
  { values: { attendance: 1, mark: null }, maxMark: 60, percent: null },
  { values: { attendance: 2, mark: null }, maxMark: 60, percent: null },
  { values: { attendance: 1, mark: "5x" }, maxMark: 60, percent: null },
])("$values of $maxMark is $percent per cent", ({ values, maxMark, percent }) => {
  const given = percentOf(values, maxMark);

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
    rules: { ...marks, kind: "criteria", criterionIds: [11] },
    main: null,
    extras: ["criterion_11"],
  },
])("the columns of a sheet of $title", ({ rules, main, extras }) => {
  const columns = columnsOf({ rules, criteria: [{ id: 11, detail: "Counts to 20" }] });

  expect(columns.main?.field ?? null).toBe(main);
  expect(columns.extras.map(({ field }) => field)).toEqual(extras);
});
