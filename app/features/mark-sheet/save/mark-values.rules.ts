import { criterionField, markFields, type MarkColumn, type MarkRules } from "#fields/mark.ts";
import { fromColumns } from "#fields/record.ts";
import type { ColumnValue, Values } from "#fields/value.ts";

type StoredMark = Readonly<Record<MarkColumn, ColumnValue>> & { criteria: Record<string, number> | null };

/** Converts a stored mark to the values of the fields on its sheet. */
export function toMarkSheetValues(stored: StoredMark, rules: MarkRules): Values {
  const criteria = rules.criteria.map(({ id }) => [criterionField(id), stored.criteria?.[id] ?? null]);
  return fromColumns(markFields(rules), { ...stored, ...Object.fromEntries(criteria) });
}
