import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import { formatValues, type ValuePart } from "#saving/screen/conflicts.rules.ts";
import type { Values } from "#fields/value.ts";
import { agreeingMark } from "../save/marks.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { Entry, RowNow } from "./tasks.ts";

export type PlanContext = { rules: MarkRules; parts: readonly ValuePart[] };

/** Returns the change to a row; null when the row already holds these values. */
export function entryOf(now: RowNow, wanted: Values, { rules, parts }: PlanContext): Entry | null {
  const normalised = agreeingMark({ ...now.values, ...wanted }, rules);
  const after = changesAgainst(now.values, normalised);
  if (!hasChanges(after)) return null;
  const fields = Object.keys(after);
  const before = Object.fromEntries(fields.map((field) => [field, now.values[field] ?? null]));
  return {
    row: now.row,
    name: now.name,
    before,
    after,
    from: formatValues(fields, now.values, parts),
    to: formatValues(fields, normalised, parts),
  };
}
