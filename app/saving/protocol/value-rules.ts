import type { Values } from "#fields/value.ts";
import type { Receipt } from "./protocol.ts";

/** What a feature knows about the values of its own rows. */
export type ValueRules = {
  /** Values that agree with each other, such as no mark for a student who was absent. */
  normalise: (values: Values) => Values;
  /** The count of the receipt that a stored row stands in; `blank` where nothing was entered. */
  countedAs: (values: Values) => string;
};

/** All rows of a target, counted (design section 5). */
export function receiptOf(rows: readonly Values[], { countedAs }: ValueRules): Receipt {
  const counts: Record<string, number> & { total: number } = { total: rows.length };
  for (const name of rows.map(countedAs)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
