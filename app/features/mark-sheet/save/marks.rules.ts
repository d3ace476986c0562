import { PRESENT } from "#domain/attendance.ts";
import { earnedFields, markFields, type MarkRules } from "#fields/mark.ts";
import { refusedChange, type Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";

export const NO_COLUMN = "this sheet has no such column";

/** Who was absent or handed in no work has no mark and no grade (T4); ratings of the term's work stay. */
export function agreeingMark(values: Values, rules: MarkRules): Values {
  if (values.attendance === PRESENT) return values;
  return { ...values, ...Object.fromEntries(earnedFields(rules).map((field) => [field, null])) };
}

type Asked = { changes: Values; values: Values };

/** Why a row cannot be kept, or null: `changes` are what was asked for, `values` what the row would hold (T5). */
export function markRefusal(
  { maxMark, ...asked }: Asked & { maxMark: number },
  rules: MarkRules,
): Refusal | null {
  return refusedChange(markFields(rules, maxMark), asked.changes, NO_COLUMN) ?? earnedWhileAway(asked, rules);
}

export function earnedWhileAway({ changes, values }: Asked, rules: MarkRules): Refusal | null {
  if (values.attendance === PRESENT) return null;
  const field = earnedFields(rules).find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "who was absent or handed in no work has no mark", field } : null;
}
