import type { Values } from "#fields/value.ts";
import type { Receipt } from "./protocol.ts";

export type ValueRules = {
  /** Makes values agree with each other, such as no mark for a student who was absent. */
  normalise: (values: Values) => Values;
  /** Returns the count of the receipt that a stored row belongs to; `blank` if nothing was entered. */
  countedAs: (values: Values) => string;
};

export function receiptOf(rows: readonly Values[], { countedAs }: ValueRules): Receipt {
  const counts: Record<string, number> & { total: number } = { total: rows.length };
  for (const name of rows.map(countedAs)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
