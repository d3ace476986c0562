import { mergedUnsent } from "#saving/outbox/unsent.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";

export type UnsentGroup = { target: string; rows: readonly StoredUnsentRow[] };

/** Groups the waiting rows by target in the order of typing, and merges what two pages left of one row. */
export function unsentGroups(unsentRows: readonly StoredUnsentRow[]): UnsentGroup[] {
  const groups = new Map<string, Map<string, StoredUnsentRow>>();
  for (const row of unsentRows.toSorted((one, other) => one.at - other.at)) {
    const group = groups.get(row.target) ?? new Map<string, StoredUnsentRow>();
    const older = group.get(row.row);
    group.set(row.row, older ? { ...row, ...mergedUnsent(older, row) } : row);
    groups.set(row.target, group);
  }
  return [...groups].map(([target, rows]) => ({ target, rows: [...rows.values()] }));
}
