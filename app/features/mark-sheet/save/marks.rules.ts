import { PRESENT } from "#domain/attendance.ts";
import { earnedFields, markFields, type MarkRules } from "#fields/mark.ts";
import { refusedChange, type Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";

export const NO_COLUMN = "this sheet does not have this column";

/** Removes the mark and grade of a student who was absent or handed in no work; ratings of the term's work stay. */
export function agreeingMark(values: Values, rules: MarkRules): Values {
  if (values.attendance === PRESENT) return values;
  return { ...values, ...Object.fromEntries(earnedFields(rules).map((field) => [field, null])) };
}

type Asked = { changes: Values; values: Values };

/**
 * Returns the reason why a row cannot be saved, or null. `changes` are the requested values, `values` the whole row
 * with them.
 */
export function markRefusal(
  { maxMark, ...rest }: Asked & { maxMark: number },
  rules: MarkRules,
): Refusal | null {
  return refusedChange(markFields(rules, maxMark), rest.changes, NO_COLUMN) ?? earnedWhileAway(rest, rules);
}

export function earnedWhileAway({ changes, values }: Asked, rules: MarkRules): Refusal | null {
  if (values.attendance === PRESENT) return null;
  const field = earnedFields(rules).find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "a student who was absent or handed in no work cannot have a mark", field } : null;
}
