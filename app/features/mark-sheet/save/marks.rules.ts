import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import {
  listEarnedFields,
  buildMarkFields,
  type MarkRules,
  criterionField,
  type MarkColumn,
} from "#fields/mark.ts";
import { findRefusedChange, type FieldRefusal, columnsToValues } from "#fields/record.ts";
import type { FieldValues, ColumnValue } from "#fields/value.ts";

export const UNKNOWN_COLUMN_REASON = "this sheet does not have this column";

/** Clears an absent student's mark and grade. Ratings are kept, because they are for the whole term's work. */
export function withoutMarkWhenAway(values: FieldValues, rules: MarkRules): FieldValues {
  if (values.attendance === PRESENT_AT_TEST) return values;
  return { ...values, ...Object.fromEntries(listEarnedFields(rules).map((field) => [field, null])) };
}

type Asked = { changes: FieldValues; values: FieldValues };

/** Returns why a row cannot be saved, or null. `changes` are requested; `values` is the whole row after them. */
export function findMarkRefusal(
  { maxMark, ...rest }: Asked & { maxMark: number },
  rules: MarkRules,
): FieldRefusal | null {
  return (
    findRefusedChange(buildMarkFields(rules, maxMark), rest.changes, UNKNOWN_COLUMN_REASON) ??
    refuseMarkWhenAway(rest, rules)
  );
}

export function refuseMarkWhenAway({ changes, values }: Asked, rules: MarkRules): FieldRefusal | null {
  if (values.attendance === PRESENT_AT_TEST) return null;
  const field = listEarnedFields(rules).find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "a student who was absent or handed in no work cannot have a mark", field } : null;
}

type StoredMark = Readonly<Record<MarkColumn, ColumnValue>> & { criteria: Record<string, number> | null };

/** Converts a stored mark to the values of the fields on its sheet. */
export function toMarkSheetValues(stored: StoredMark, rules: MarkRules): FieldValues {
  const criteria = rules.criteria.map(({ id }) => [criterionField(id), stored.criteria?.[id] ?? null]);
  return columnsToValues(buildMarkFields(rules), { ...stored, ...Object.fromEntries(criteria) });
}
