import { ABSENT, NO_WORK, PRESENT, nextAttendance, type Attendance } from "#domain/attendance.ts";
import { percentage } from "#domain/grades.ts";
import { missingGrades } from "#domain/subject-results.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules } from "#saving/protocol/value-rules.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { earnedFields, resultFields, type MarkRules } from "#fields/mark.ts";
import { agreeingMark } from "../save/marks.rules.ts";

/** What the common way of saving asks about a mark sheet's values. */
export function valueRules(rules: MarkRules): ValueRules {
  return {
    normalise: (values) => agreeingMark(values, rules),
    countedAs: (values) => countedAs(values, rules),
  };
}

/** How a stored row counts in the receipt. */
export type Counted = "saved" | "incomplete" | "absent" | "noWork" | "blank";

/** '27 of 30 saved, 2 absent, 1 blank' (design section 5). */
export function receiptWords(receipt: Receipt): string {
  const { total, saved = 0, incomplete = 0, absent = 0, noWork = 0, blank = 0 } = receipt;
  // Half of a child's criteria is saved, and not all that is wanted.
  const parts = [`${saved} of ${total} ${incomplete > 0 ? "complete" : "saved"}`];
  if (incomplete > 0) parts.push(`${incomplete} incomplete`);
  if (absent > 0) parts.push(`${absent} absent`);
  if (noWork > 0) parts.push(`${noWork} no work`);
  if (blank > 0) parts.push(`${blank} blank`);
  return parts.join(", ");
}

/** Counted as the receipt counts (design section 5): absent is not 0, and a rating alone is not a mark. */
export function countedAs(values: Values, rules: MarkRules): Counted {
  const attendance = attendanceOf(values);
  if (attendance === ABSENT) return "absent";
  if (attendance === NO_WORK) return "noWork";
  if (!hasEarned(values, rules)) return "blank";
  return missingCriteria(values, rules) === null ? "saved" : "incomplete";
}

/** 'missing 3 of 4', where some of a student's criteria have a grade. */
export function missingCriteria(values: Values, rules: MarkRules): string | null {
  if (rules.kind !== "criteria") return null;
  return missingGrades(earnedFields(rules).map((field) => values[field] ?? null));
}

export function attendanceOf(values: Values): Attendance {
  const { attendance } = values;
  return attendance === ABSENT || attendance === NO_WORK ? attendance : PRESENT;
}

/** What one more activation of the attendance changes (T4). */
export function nextAttendanceValues(shown: Values, stored: Values, rules: MarkRules): Values {
  const attendance = nextAttendance(attendanceOf(shown), rules.testId);
  return withAttendance({ ...shown, attendance }, stored, rules);
}

/** An attendance chosen from a list, as the page has it before scripts arrive. */
export function typedAttendance(attendance: number, stored: Values, rules: MarkRules): Values {
  return withAttendance({ ...stored, attendance }, stored, rules);
}

/**
 * Who is away has no mark (T4). Back at present, what was earned before is there again: a slip of the finger takes
 * nothing away as long as it is not saved.
 */
export function withAttendance(values: Values, stored: Values, rules: MarkRules): Values {
  if (attendanceOf(values) !== PRESENT) return agreeingMark(values, rules);
  const earned = earnedFields(rules).map((field) => [field, stored[field] ?? null] as const);
  return { ...values, ...Object.fromEntries(earned) };
}

/** Whether somebody came and what they earned. */
export function resultOf(values: Values, rules: MarkRules): Values {
  return Object.fromEntries(resultFields(rules).map((field) => [field, values[field] ?? null]));
}

/** What a press on the attendance took away, and what it left: it can be put back as long as nothing else is done. */
export type ClearedMark = { before: Values; attendance: Attendance };

type Press = { shown: Values; next: Values };

/** @param cleared what the presses before this one took away @returns null when nothing that was earned is gone */
export function clearedBy(
  { shown, next }: Press,
  rules: MarkRules,
  cleared: ClearedMark | null,
): ClearedMark | null {
  const attendance = attendanceOf(next);
  if (hasEarned(next, rules)) return null;
  if (!hasEarned(shown, rules)) return cleared && { ...cleared, attendance };
  return { before: resultOf(shown, rules), attendance };
}

/** Whether the row is as the press left it: a colleague may have been there meanwhile. */
export function isStillCleared({ attendance }: ClearedMark, shown: Values, rules: MarkRules): boolean {
  return attendanceOf(shown) === attendance && !hasEarned(shown, rules);
}

function hasEarned(values: Values, rules: MarkRules): boolean {
  return earnedFields(rules).some((field) => (values[field] ?? null) !== null);
}

/** As the % column shows it; null where there is nothing to show. */
export function percentOf(values: Values, maxMark: number): number | null {
  if (attendanceOf(values) !== PRESENT || typeof values.mark !== "number") return null;
  return percentage(values.mark, maxMark);
}
