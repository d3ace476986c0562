import { criterionField, markFields, type MarkColumn, type MarkRules } from "#fields/mark.ts";
import { columnsToValues } from "#fields/record.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";

type StoredMark = Readonly<Record<MarkColumn, ColumnValue>> & { criteria: Record<string, number> | null };

/** Converts a stored mark to the values of the fields on its sheet. */
export function toMarkSheetValues(stored: StoredMark, rules: MarkRules): FieldValues {
  const criteria = rules.criteria.map(({ id }) => [criterionField(id), stored.criteria?.[id] ?? null]);
  return columnsToValues(markFields(rules), { ...stored, ...Object.fromEntries(criteria) });
}
