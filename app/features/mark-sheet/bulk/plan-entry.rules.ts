import { findValueChanges, hasChanges } from "#saving/protocol/protocol.ts";
import { formatValues, type RowPart } from "#saving/screen/conflicts.rules.ts";
import type { FieldValues } from "#fields/value.ts";
import { withoutMarkWhenAway } from "../save/marks.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { PlannedEntry, CurrentRow } from "./tasks.ts";

export type PlanContext = { rules: MarkRules; parts: readonly RowPart[] };

/** Returns the change to a row; null if the row already has these values. */
export function planRowEntry(
  now: CurrentRow,
  wanted: FieldValues,
  { rules, parts }: PlanContext,
): PlannedEntry | null {
  const normalised = withoutMarkWhenAway({ ...now.values, ...wanted }, rules);
  const after = findValueChanges(now.values, normalised);
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
