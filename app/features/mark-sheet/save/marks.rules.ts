import { PRESENT } from "#domain/attendance.ts";
import { earnedFields, markFields, type MarkRules } from "#fields/mark.ts";
import { findRefusedChange, type Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";

export const UNKNOWN_COLUMN = "this sheet does not have this column";

/** Clears an absent student's mark and grade. Ratings are kept, because they are for the whole term's work. */
export function withoutMarkWhenAway(values: Values, rules: MarkRules): Values {
  if (values.attendance === PRESENT) return values;
  return { ...values, ...Object.fromEntries(earnedFields(rules).map((field) => [field, null])) };
}

type Asked = { changes: Values; values: Values };

/** Returns why a row cannot be saved, or null. `changes` are requested; `values` is the whole row after them. */
export function markRefusal(
  { maxMark, ...rest }: Asked & { maxMark: number },
  rules: MarkRules,
): Refusal | null {
  return (
    findRefusedChange(markFields(rules, maxMark), rest.changes, UNKNOWN_COLUMN) ??
    refuseMarkWhenAway(rest, rules)
  );
}

export function refuseMarkWhenAway({ changes, values }: Asked, rules: MarkRules): Refusal | null {
  if (values.attendance === PRESENT) return null;
  const field = earnedFields(rules).find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "a student who was absent or handed in no work cannot have a mark", field } : null;
}
