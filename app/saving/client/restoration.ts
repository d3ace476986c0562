import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import { fieldText } from "#fields/kind.ts";
import type { FieldValue } from "#fields/value.ts";
import type { SaveRequest } from "../protocol/protocol.ts";
import { cleanRow, remainingIssue, type RowState } from "./row-state.ts";
import { mergedUnsent, type UnsentRow } from "../outbox/unsent.ts";

type Restoration = {
  /** Rows whose values turned out to be stored. */
  stored: string[];
  rows: { row: string; state: RowState; saveId: string | undefined }[];
  /** Requests of earlier pages, to be repeated unchanged. */
  requests: SaveRequest[];
  /** Earlier values of rows that are on their way just now; they are judged against the answer. */
  later: UnsentRow[];
};

type Known = { state: RowState | undefined; typedAt: number };

/**
 * Decides what becomes of rows that earlier pages left unsent, oldest first. `knownOf` returns this page's state of a
 * row, and when somebody last typed in the row, in milliseconds.
 */
export function restoreRows(left: readonly UnsentRow[], knownOf: (row: string) => Known): Restoration {
  const found: Restoration = { stored: [], rows: [], requests: [], later: [] };
  for (const unsent of byRow(left)) {
    const { row, base, sent } = unsent;
    const { state, typedAt } = knownOf(row);
    if (state?.sent) found.later.push(...left.filter((item) => item.row === row));
    else if (state && isStored(state, unsent)) found.stored.push(row);
    else {
      const before = state ?? cleanRow({ version: base, values: {} });
      const restored = restoredRow(before, unsent, storedAtMoment(unsent) > typedAt);
      found.rows.push({ row, state: restored, saveId: sent?.saveId });
      if (sent) addRow(found.requests, sent.saveId, { row, base, changes: sent.changes });
    }
  }
  return found;
}

/**
 * Merges what an earlier page left of a row with what was typed here. A row in conflict is sent again, because only the
 * server knows who made the change. A row that was deleted since has no version, so the earlier page's counts. With
 * `isNewer`, somebody typed in the other page after this one.
 */
export function restoredRow(state: RowState, left: UnsentRow, isNewer = false): RowState {
  const [under, over] = isNewer ? [state, left] : [left, state];
  const wasRefused =
    left.issue?.kind === "refused" ? remainingIssue(left.issue, Object.keys(state.typed)) : null;
  return {
    base: state.base === 0 ? left.base : Math.min(left.base, state.base),
    version: state.version,
    stored: state.stored,
    sent: left.sent?.changes ?? null,
    typed: { ...under.typed, ...over.typed },
    uncommitted: [...under.uncommitted.filter((field) => !(field in over.typed)), ...over.uncommitted],
    issue: state.issue ?? wasRefused,
  };
}

/** Tells whether the values that an earlier page left are stored, although the answer never reached that page. */
function isStored({ stored, version }: RowState, left: UnsentRow): boolean {
  const { base, sent, typed, uncommitted, issue } = left;
  if (issue || (sent && hasChanges(typed))) return false;
  const missing = changesAgainst(stored, { ...sent?.changes, ...typed });
  return Object.entries(missing).every(
    ([field, half]) => version > base && uncommitted.includes(field) && isBeginning(half, stored[field]),
  );
}

/**
 * Tells whether the device holds only the beginning of a stored value. A closing page sends its last value, but may
 * only have time to store half of it: the 2 of 27.
 */
function isBeginning(half: FieldValue, stored: FieldValue | undefined): boolean {
  return fieldText(stored).startsWith(fieldText(half));
}

/** Returns when the row was stored on the device; 0, older than anything typed, if the row does not say. */
export function storedAtMoment(unsent: UnsentRow): number {
  return "at" in unsent && typeof unsent.at === "number" ? unsent.at : 0;
}

/** Merges the rows that more than one earlier page left. */
function byRow(left: readonly UnsentRow[]): UnsentRow[] {
  const rows = new Map<string, UnsentRow>();
  for (const unsent of left) {
    const older = rows.get(unsent.row);
    rows.set(unsent.row, older ? mergedUnsent(older, unsent) : unsent);
  }
  return [...rows.values()];
}

function addRow(requests: SaveRequest[], saveId: string, save: SaveRequest["rows"][number]) {
  const request = requests.find((item) => item.saveId === saveId);
  if (request) request.rows.push(save);
  else requests.push({ saveId, rows: [save] });
}
