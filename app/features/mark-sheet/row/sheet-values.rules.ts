import { ABSENT, NO_WORK, PRESENT, nextAttendance, type Attendance } from "#domain/attendance.ts";
import { percentage } from "#domain/grades.ts";
import { formatMissingGrades } from "#domain/subject-results.ts";
import type { Values } from "#fields/value.ts";
import type { SavingRules, Receipt } from "#saving/protocol/protocol.ts";
import { atomicGroups, earnedFields, resultFields, type MarkRules } from "#fields/mark.ts";
import { withoutMarkWhenAway } from "../save/marks.rules.ts";

/** Returns the rules for the values of a mark sheet, in the form that the shared saving code needs. */
export function markSheetSavingRules(rules: MarkRules): SavingRules {
  return {
    normalise: (values) => withoutMarkWhenAway(values, rules),
    countedAs: (values) => receiptCategoryOf(values, rules),
    atomicGroups: atomicGroups(rules),
  };
}

/** The category under which a stored row is counted in the receipt. */
export type ReceiptCategory = "saved" | "incomplete" | "absent" | "noWork" | "blank";

/** Returns text such as '27 of 30 saved, 2 absent, 1 blank'. */
export function formatSheetReceipt(receipt: Receipt): string {
  const { total, saved = 0, incomplete = 0, absent = 0, noWork = 0, blank = 0 } = receipt;
  // A row with only some of a child's criteria is saved but not complete.
  const parts = [`${saved} of ${total} ${incomplete > 0 ? "complete" : "saved"}`];
  if (incomplete > 0) parts.push(`${incomplete} incomplete`);
  if (absent > 0) parts.push(`${absent} absent`);
  if (noWork > 0) parts.push(`${noWork} no work`);
  if (blank > 0) parts.push(`${blank} blank`);
  return parts.join(", ");
}

/** Returns the category of a row in the receipt. An absence is not a mark of 0, and a rating is not a mark. */
export function receiptCategoryOf(values: Values, rules: MarkRules): ReceiptCategory {
  const attendance = attendanceOf(values);
  if (attendance === ABSENT) return "absent";
  if (attendance === NO_WORK) return "noWork";
  if (!hasEarned(values, rules)) return "blank";
  return describeMissingCriteria(values, rules) === null ? "saved" : "incomplete";
}

/** Returns text such as 'missing 3 of 4' when some of a student's criteria have a grade. */
export function describeMissingCriteria(values: Values, rules: MarkRules): string | null {
  if (rules.kind !== "criteria") return null;
  return formatMissingGrades(earnedFields(rules).map((field) => values[field] ?? null));
}

export function attendanceOf(values: Values): Attendance {
  const { attendance } = values;
  return attendance === ABSENT || attendance === NO_WORK ? attendance : PRESENT;
}

/** Returns the row's values after the attendance button is pressed once more. */
export function nextAttendanceValues(shown: Values, stored: Values, rules: MarkRules): Values {
  const attendance = nextAttendance(attendanceOf(shown), rules.testId);
  return clearOrRestoreMark({ ...shown, attendance }, stored, rules);
}

/** Returns the row's values after choosing an attendance in the select that replaces the button without JavaScript. */
export function valuesForAttendance(attendance: number, stored: Values, rules: MarkRules): Values {
  return clearOrRestoreMark({ ...stored, attendance }, stored, rules);
}

/** Clears the mark of an absent student, and restores the stored mark of a student who is present again. */
export function clearOrRestoreMark(values: Values, stored: Values, rules: MarkRules): Values {
  if (attendanceOf(values) !== PRESENT) return withoutMarkWhenAway(values, rules);
  const earned = earnedFields(rules).map((field) => [field, stored[field] ?? null] as const);
  return { ...values, ...Object.fromEntries(earned) };
}

/** Returns the attendance and the values that depend on it (the mark, grade or criteria). */
export function resultValuesOf(values: Values, rules: MarkRules): Values {
  return Object.fromEntries(resultFields(rules).map((field) => [field, values[field] ?? null]));
}

/** The values that a change of attendance cleared, and can be restored until the user does something else. */
export type ClearedMark = { before: Values; attendance: Attendance };

type Press = { shown: Values; next: Values };

/** Returns the values that this and earlier presses cleared; null if no mark or grade was cleared. */
export function markClearedBy(
  { shown, next }: Press,
  rules: MarkRules,
  cleared: ClearedMark | null,
): ClearedMark | null {
  const attendance = attendanceOf(next);
  if (hasEarned(next, rules)) return null;
  if (!hasEarned(shown, rules)) return cleared && { ...cleared, attendance };
  return { before: resultValuesOf(shown, rules), attendance };
}

/** Returns whether the row is still as that press left it. A colleague may have changed the row since. */
export function isStillCleared({ attendance }: ClearedMark, shown: Values, rules: MarkRules): boolean {
  return attendanceOf(shown) === attendance && !hasEarned(shown, rules);
}

function hasEarned(values: Values, rules: MarkRules): boolean {
  return earnedFields(rules).some((field) => (values[field] ?? null) !== null);
}

/** Returns the number for the % column; null if the column is empty. */
export function percentOf(values: Values, maxMark: number): number | null {
  if (attendanceOf(values) !== PRESENT || typeof values.mark !== "number") return null;
  return percentage(values.mark, maxMark);
}
