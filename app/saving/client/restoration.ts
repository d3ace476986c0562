import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { SaveRequest } from "../protocol/protocol.ts";
import { restoredRow, unknownRow } from "./row-state.ts";
import type { RowState } from "./row-state.ts";
import { mergedUnsent } from "./unsent.ts";
import type { UnsentRow } from "./unsent.ts";

type Restoration = {
  /** Rows whose values turned out to be stored. */
  done: string[];
  rows: { row: string; state: RowState; saveId: string | undefined }[];
  /** To be repeated as they were made. */
  requests: SaveRequest[];
  /** Rows on their way just now: what was kept of them is judged against what they are answered. */
  later: UnsentRow[];
};

type Known = { state: RowState | undefined; typedAt: number };

/**
 * What becomes of rows that earlier pages left unsent, oldest first.
 * @param knownOf what this page has of a row, and when somebody last typed in it, in milliseconds
 */
export function restoration(kept: readonly UnsentRow[], knownOf: (row: string) => Known): Restoration {
  const found: Restoration = { done: [], rows: [], requests: [], later: [] };
  for (const unsent of byRow(kept)) {
    const { row, base, sent } = unsent;
    const { state, typedAt } = knownOf(row);
    if (state?.sent) found.later.push(...kept.filter((each) => each.row === row));
    else if (state && isStored(state, unsent)) found.done.push(row);
    else {
      found.rows.push({
        row,
        state: restoredRow(state ?? unknownRow(base), unsent, momentOf(unsent) > typedAt),
        saveId: sent?.saveId,
      });
      if (sent) addRow(found.requests, sent.saveId, { row, base, changes: sent.changes });
    }
  }
  return found;
}

/** What was kept arrived before the page that kept it could hear so. */
function isStored({ stored, version }: RowState, kept: UnsentRow): boolean {
  const { base, sent, typed, committed, issue } = kept;
  if (issue || (sent && hasChanges(typed))) return false;
  if (!committed && !sent && version > base) return isBeginning(typed, stored);
  return !hasChanges(changesAgainst(stored, { ...sent?.changes, ...typed }));
}

/** A page that goes sends the whole of what is typed, and may have had time to keep the half: the 2 of 27. */
function isBeginning(typed: Values, stored: Values): boolean {
  return Object.entries(typed).every(([field, half]) =>
    String(stored[field] ?? "").startsWith(String(half ?? "")),
  );
}

/** When it was kept; a row that says nothing of it is older than what is typed. */
function momentOf(unsent: UnsentRow): number {
  return "at" in unsent && typeof unsent.at === "number" ? unsent.at : 0;
}

/** More than one earlier page may have left something of a row. */
function byRow(kept: readonly UnsentRow[]): UnsentRow[] {
  const rows = new Map<string, UnsentRow>();
  for (const unsent of kept) {
    const older = rows.get(unsent.row);
    rows.set(unsent.row, older ? mergedUnsent(older, unsent) : unsent);
  }
  return [...rows.values()];
}

function addRow(requests: SaveRequest[], saveId: string, save: SaveRequest["rows"][number]) {
  const request = requests.find((each) => each.saveId === saveId);
  if (request) request.rows.push(save);
  else requests.push({ saveId, rows: [save] });
}
