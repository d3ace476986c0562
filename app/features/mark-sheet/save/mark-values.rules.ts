import { criterionField, markFields, type MarkRules } from "#fields/mark.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { countedAs } from "../row/sheet-values.rules.ts";

type StoredMark = {
  mark: number | null;
  attendance: number;
  grade: string | null;
  application: string | null;
  preparedness: string | null;
  criteria: Record<string, number> | null;
};

/** A stored mark as the fields that its sheet shows. */
export function valuesOfMark(stored: StoredMark, rules: MarkRules): Values {
  const criteria = rules.criteria.map(({ id }) => [criterionField(id), stored.criteria?.[id] ?? null]);
  const all: Values = { ...stored, criteria: null, ...(Object.fromEntries(criteria) as Values) };
  return Object.fromEntries([...markFields(rules).keys()].map((field) => [field, all[field] ?? null]));
}

/** Counts a whole sheet: marks given, absent, no work, and rows where nothing was entered (design section 5). */
export function receiptOf(rows: readonly Values[], rules: MarkRules): Receipt {
  const receipt = { total: rows.length, saved: 0, absent: 0, noWork: 0, blank: 0 };
  for (const values of rows) receipt[countedAs(values, rules)] += 1;
  return receipt;
}
