import type { SaveRequest } from "./protocol.ts";
import { isStored, restoredRow, unknownRow } from "./row-state.ts";
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

/** What becomes of rows that earlier pages left unsent, oldest first. */
export function restoration(
  kept: readonly UnsentRow[],
  stateOf: (row: string) => RowState | undefined,
): Restoration {
  const found: Restoration = { done: [], rows: [], requests: [], later: [] };
  for (const unsent of byRow(kept)) {
    const { row, base, sent } = unsent;
    const state = stateOf(row);
    if (state?.sent) found.later.push(unsent);
    else if (state && isStored(state, unsent)) found.done.push(row);
    else {
      found.rows.push({
        row,
        state: restoredRow(state ?? unknownRow(base), unsent),
        saveId: sent?.saveId,
      });
      if (sent) addRow(found.requests, sent.saveId, { row, base, changes: sent.changes });
    }
  }
  return found;
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
