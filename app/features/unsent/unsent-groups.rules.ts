import { savedTarget } from "#domain/paths.ts";
import { mergedUnsent } from "#saving/client/unsent.ts";
import type { StoredUnsentRow } from "#saving/client/outbox-database.ts";

export type KeptGroup = { sheet: string; rows: readonly StoredUnsentRow[] };

/** What is kept, sheet by sheet in the order it was typed; what two pages left of one row is one row. */
export function keptGroups(kept: readonly StoredUnsentRow[]): KeptGroup[] {
  const groups = new Map<string, Map<string, StoredUnsentRow>>();
  for (const row of kept.toSorted((one, other) => one.at - other.at)) {
    const group = groups.get(row.target) ?? new Map<string, StoredUnsentRow>();
    const older = group.get(row.row);
    group.set(row.row, older ? { ...row, ...mergedUnsent(older, row) } : row);
    groups.set(row.target, group);
  }
  return [...groups].map(([sheet, rows]) => ({ sheet, rows: [...rows.values()] }));
}

/** What a sheet is called as long as the server cannot say. */
export function plainTitle(sheet: string): string {
  return savedTarget(sheet)?.kind === "report" ? "A term report" : "A mark sheet";
}
