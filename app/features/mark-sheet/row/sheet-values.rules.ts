import { ABSENT, NO_WORK, PRESENT, nextAttendance, type Attendance } from "#domain/attendance.ts";
import { percentage } from "#domain/grades.ts";
import { missingGrades } from "#domain/subject-results.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules, Receipt } from "#saving/protocol/protocol.ts";
import { earnedFields, resultFields, type MarkRules } from "#fields/mark.ts";
import { agreeingMark } from "../save/marks.rules.ts";

/** Returns the rules for a mark sheet's values that the common saving code needs. */
export function markSheetValueRules(rules: MarkRules): ValueRules {
  return {
    normalise: (values) => agreeingMark(values, rules),
    countedAs: (values) => countedAs(values, rules),
  };
}

/** The category in which a stored row counts in the receipt. */
export type ReceiptCategory = "saved" | "incomplete" | "absent" | "noWork" | "blank";

/** Returns text such as '27 of 30 saved, 2 absent, 1 blank'. */
export function formatSheetReceipt(receipt: Receipt): string {
  const { total, saved = 0, incomplete = 0, absent = 0, noWork = 0, blank = 0 } = receipt;
  // A row with half of a child's criteria is saved, but not complete.
  const parts = [`${saved} of ${total} ${incomplete > 0 ? "complete" : "saved"}`];
  if (incomplete > 0) parts.push(`${incomplete} incomplete`);
  if (absent > 0) parts.push(`${absent} absent`);
  if (noWork > 0) parts.push(`${noWork} no work`);
  if (blank > 0) parts.push(`${blank} blank`);
  return parts.join(", ");
}

/** Returns the row's category in the receipt: an absence is not a 0, and a rating alone is not a mark. */
export function countedAs(values: Values, rules: MarkRules): ReceiptCategory {
  const attendance = attendanceOf(values);
  if (attendance === ABSENT) return "absent";
  if (attendance === NO_WORK) return "noWork";
  if (!hasEarned(values, rules)) return "blank";
  return missingCriteria(values, rules) === null ? "saved" : "incomplete";
}

/** Returns text such as 'missing 3 of 4' when some of a student's criteria have a grade. */
export function missingCriteria(values: Values, rules: MarkRules): string | null {
  if (rules.kind !== "criteria") return null;
  return missingGrades(earnedFields(rules).map((field) => values[field] ?? null));
}

export function attendanceOf(values: Values): Attendance {
  const { attendance } = values;
  return attendance === ABSENT || attendance === NO_WORK ? attendance : PRESENT;
}

/** Returns the row's values after one more press on the attendance. */
export function nextAttendanceValues(shown: Values, stored: Values, rules: MarkRules): Values {
  const attendance = nextAttendance(attendanceOf(shown), rules.testId);
  return withAttendance({ ...shown, attendance }, stored, rules);
}

/** Returns the row's values after a choice from the list of attendances, which the page has before scripts run. */
export function typedAttendance(attendance: number, stored: Values, rules: MarkRules): Values {
  return withAttendance({ ...stored, attendance }, stored, rules);
}

/**
 * Clears the mark of an absent student. Back at present, the stored mark returns: a slip of the finger loses nothing
 * until the row is saved.
 */
export function withAttendance(values: Values, stored: Values, rules: MarkRules): Values {
  if (attendanceOf(values) !== PRESENT) return agreeingMark(values, rules);
  const earned = earnedFields(rules).map((field) => [field, stored[field] ?? null] as const);
  return { ...values, ...Object.fromEntries(earned) };
}

/** Returns the attendance and the earned values. */
export function resultOf(values: Values, rules: MarkRules): Values {
  return Object.fromEntries(resultFields(rules).map((field) => [field, values[field] ?? null]));
}

/**
 * The values that a press on the attendance cleared, and the attendance that it set. The values can be restored until
 * something else is done.
 */
export type ClearedMark = { before: Values; attendance: Attendance };

type Press = { shown: Values; next: Values };

/** Returns what this press and the presses before it cleared; null when no earned value is gone. */
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

/** Tells whether the row is as the press left it: a colleague may have changed the row meanwhile. */
export function isStillCleared({ attendance }: ClearedMark, shown: Values, rules: MarkRules): boolean {
  return attendanceOf(shown) === attendance && !hasEarned(shown, rules);
}

function hasEarned(values: Values, rules: MarkRules): boolean {
  return earnedFields(rules).some((field) => (values[field] ?? null) !== null);
}

/** Returns the figure of the % column; null when the column is empty. */
export function percentOf(values: Values, maxMark: number): number | null {
  if (attendanceOf(values) !== PRESENT || typeof values.mark !== "number") return null;
  return percentage(values.mark, maxMark);
}
