import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";

import type { Columns } from "../sheet/columns.rules.ts";
import { agreeingMark } from "../save/marks.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import { valuesInWords } from "../row/state-words.rules.ts";
import type { Entry, RowNow } from "./tasks.ts";

export type PlanContext = { rules: MarkRules; columns: Columns };

/** @returns null when the row holds these values already */
export function entryOf(now: RowNow, wanted: Values, { rules, columns }: PlanContext): Entry | null {
  const settled = agreeingMark({ ...now.values, ...wanted }, rules);
  const after = changesAgainst(now.values, settled);
  if (!hasChanges(after)) return null;
  const fields = Object.keys(after);
  const before = Object.fromEntries(fields.map((field) => [field, now.values[field] ?? null]));
  return {
    row: now.row,
    name: now.name,
    before,
    after,
    from: valuesInWords(fields, now.values, columns),
    to: valuesInWords(fields, settled, columns),
  };
}
