import { ABSENT, NO_WORK, PRESENT, nextAttendance, type Attendance } from "#domain/attendance.ts";
import { percentage } from "#domain/grades.ts";
import type { Values } from "#fields/value.ts";
import type { ValueRules } from "#saving/client/loaded-target.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { earnedFields, resultFields, type MarkRules } from "#fields/mark.ts";
import { agreeingMark } from "../save/marks.rules.ts";

/** What the common way of saving asks about a mark sheet's values. */
export function valueRules(rules: MarkRules): ValueRules {
  return {
    normalise: (values) => agreeingMark(values, rules),
    isBlank: (values) => countedAs(values, rules) === "blank",
    countedAs: (values) => countedAs(values, rules),
  };
}

/** How a stored row counts in the receipt. */
export type Counted = "saved" | "absent" | "noWork" | "blank";

/** '27 of 30 saved, 2 absent, 1 blank' (design section 5). */
export function receiptWords({ total, saved = 0, absent = 0, noWork = 0, blank = 0 }: Receipt): string {
  const parts = [`${saved} of ${total} saved`];
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
  return hasEarned(values, rules) ? "saved" : "blank";
}

export function attendanceOf(values: Values): Attendance {
  const { attendance } = values;
  return attendance === ABSENT || attendance === NO_WORK ? attendance : PRESENT;
}

/** What one more activation of the attendance changes (T4). */
export function nextAttendanceValues(shown: Values, settled: Values, rules: MarkRules): Values {
  const attendance = nextAttendance(attendanceOf(shown), rules.testId);
  return withAttendance({ ...shown, attendance }, settled, rules);
}

/** An attendance chosen from a list, as the page has it before scripts arrive. */
export function typedAttendance(attendance: number, settled: Values, rules: MarkRules): Values {
  return withAttendance({ ...settled, attendance }, settled, rules);
}

/**
 * Who is away has no mark (T4). Back at present, what was earned before is there again: a slip of the finger takes
 * nothing away as long as it is not saved.
 */
function withAttendance(values: Values, settled: Values, rules: MarkRules): Values {
  if (attendanceOf(values) !== PRESENT) return agreeingMark(values, rules);
  const earned = earnedFields(rules).map((field) => [field, settled[field] ?? null] as const);
  return { ...values, ...Object.fromEntries(earned) };
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
  const before = Object.fromEntries(resultFields(rules).map((field) => [field, shown[field] ?? null]));
  return { before, attendance };
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
