import { PRESENT, attendancesOf } from "#domain/attendance.ts";
import { CRITERION_GRADES, GRADES, RATINGS } from "#domain/grades.ts";
import type { SheetKind } from "#domain/sheets.ts";
import type { TestId } from "#domain/terms.ts";
import type { FieldValue, Values } from "#fields/value.ts";

/** What decides which values a sheet takes. */
export type MarkRules = {
  testId: TestId;
  kind: SheetKind;
  workRatings: boolean;
  criterionIds: readonly number[];
};

export type Refusal = { reason: string; field: string | null };

const DECIMALS = 2;
const WORK_RATINGS = ["application", "preparedness"] as const;

export function criterionField(criterionId: number): string {
  return `criterion_${criterionId}`;
}

/** The fields that a sheet shows and takes, and what each holds when nothing was entered. */
export function blankMark(rules: MarkRules): Values {
  return {
    attendance: PRESENT,
    ...(rules.kind !== "criteria" && { mark: null }),
    ...(rules.kind === "grades" && { grade: null }),
    ...(rules.kind === "criteria" &&
      Object.fromEntries(rules.criterionIds.map((id) => [criterionField(id), null]))),
    ...(rules.workRatings && { application: null, preparedness: null }),
  };
}

/** What a student earned and whether they came: everything but the ratings of the term's work. */
export function resultFields(rules: MarkRules): string[] {
  return Object.keys(blankMark(rules)).filter((field) => field !== "application" && field !== "preparedness");
}

/**
 * Whether somebody came and what they earned are one statement: no colleague's half of it is overwritten unseen. Two
 * criteria are two statements.
 */
export function atomicGroups(rules: MarkRules): string[][] {
  if (rules.kind !== "criteria") return [resultFields(rules)];
  return rules.criterionIds.map((id) => ["attendance", criterionField(id)]);
}

/** Who was absent or handed in no work has no mark and no grade (T4); ratings of the term's work stay. */
export function normalisedMark(values: Values, rules: MarkRules): Values {
  if (values.attendance === PRESENT) return values;
  const cleared = resultFields(rules).filter((field) => field !== "attendance");
  return { ...values, ...Object.fromEntries(cleared.map((field) => [field, null])) };
}

type Asked = { changes: Values; values: Values; maxMark: number };

/** Why a row cannot be kept, or null: `changes` are what was asked for, `values` what the row would hold (T5). */
export function markRefusal({ changes, values, maxMark }: Asked, rules: MarkRules): Refusal | null {
  for (const [field, value] of Object.entries(changes)) {
    const reason = fieldRefusal({ field, value, maxMark }, rules);
    if (reason) return { reason, field };
  }
  return earnedWhileAway(changes, values, rules);
}

type AskedField = { field: string; value: FieldValue; maxMark: number };

function fieldRefusal({ field, value, maxMark }: AskedField, rules: MarkRules): string | null {
  if (!Object.hasOwn(blankMark(rules), field)) return "this sheet has no such column";
  if (field === "attendance")
    return oneOf(value, attendancesOf(rules.testId)) ? null : "not an attendance of this sheet";
  if (value === null) return null;
  if (field === "mark") return markFault(value, maxMark);
  if (field === "grade") return oneOf(value, GRADES) ? null : `a grade is one of ${GRADES.join(", ")}`;
  if (oneOf(field, WORK_RATINGS)) return oneOf(value, Object.keys(RATINGS)) ? null : "a rating is C, S or R";
  return oneOf(value, CRITERION_GRADES) ? null : "a criterion's grade is a number from 1 to 5";
}

function markFault(value: FieldValue, maxMark: number): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "a mark is a number";
  if (value < 0 || value > maxMark) return `the mark must be from 0 to ${maxMark}`;
  // What the database would round is not what was typed.
  return Number(value.toFixed(DECIMALS)) === value ? null : "a mark has two decimals at most";
}

function earnedWhileAway(changes: Values, values: Values, rules: MarkRules): Refusal | null {
  if (values.attendance === PRESENT) return null;
  const field = resultFields(rules).find((name) => name !== "attendance" && (changes[name] ?? null) !== null);
  return field ? { reason: "who was absent or handed in no work has no mark", field } : null;
}

function oneOf(value: FieldValue, allowed: readonly FieldValue[]): boolean {
  return allowed.includes(value);
}
