import { findValueChanges, hasChanges, type SaveRequest } from "../protocol/protocol.ts";
import { formatFieldText } from "#fields/kind.ts";
import type { FieldValue } from "#fields/value.ts";
import { toCleanRowState, withoutResolvedFields, type RowState } from "./row-state.ts";
import { mergeUnsentRows, type UnsentRow } from "../outbox/unsent.ts";

type Restoration = {
  /** Rows with unsent values that turned out to be stored already. */
  stored: string[];
  rows: { row: string; state: RowState; saveId: string | undefined }[];
  /** Requests of earlier pages. They are repeated unchanged. */
  requests: SaveRequest[];
  /** Unsent values of earlier pages in rows that are being sent now. The response decides what happens to them. */
  later: UnsentRow[];
};

type Known = { state: RowState | undefined; typedAt: number };

/**
 * Decides what to do with rows that earlier pages did not send, oldest first. `findRowState` returns this page's state
 * of a row, and when somebody last typed in the row, in milliseconds.
 */
export function restoreRows(
  unsentRows: readonly UnsentRow[],
  findRowState: (row: string) => Known,
): Restoration {
  const found: Restoration = { stored: [], rows: [], requests: [], later: [] };
  for (const unsent of byRow(unsentRows)) {
    const { row, base, sent } = unsent;
    const { state, typedAt } = findRowState(row);
    if (state?.sent) found.later.push(...unsentRows.filter((item) => item.row === row));
    else if (state && isStored(state, unsent)) found.stored.push(row);
    else {
      const before = state ?? toCleanRowState({ version: base, values: {} });
      const restored = mergeUnsentRow(before, unsent, getUnsentStoredTime(unsent) > typedAt);
      found.rows.push({ row, state: restored, saveId: sent?.saveId });
      if (sent) addRow(found.requests, sent.saveId, { row, base, changes: sent.changes });
    }
  }
  return found;
}

/**
 * Merges the unsent values of an earlier page with the values typed on this page. A conflict is sent again, because
 * only the server knows who made the other change. If the row was deleted since, it has no version, and the earlier
 * page's version is used. `isNewer` means that the earlier page's values were typed last.
 */
export function mergeUnsentRow(state: RowState, unsent: UnsentRow, isNewer = false): RowState {
  const [under, over] = isNewer ? [state, unsent] : [unsent, state];
  const wasRefused =
    unsent.issue?.kind === "refused" ? withoutResolvedFields(unsent.issue, Object.keys(state.typed)) : null;
  return {
    base: state.base === 0 ? unsent.base : Math.min(unsent.base, state.base),
    version: state.version,
    stored: state.stored,
    sent: unsent.sent?.changes ?? null,
    typed: { ...under.typed, ...over.typed },
    uncommitted: [...under.uncommitted.filter((field) => !(field in over.typed)), ...over.uncommitted],
    issue: state.issue ?? wasRefused,
  };
}

/** Tells whether unsent values of an earlier page are stored, although that page never got the response. */
function isStored({ stored, version }: RowState, left: UnsentRow): boolean {
  const { base, sent, typed, uncommitted, issue } = left;
  if (issue || (sent && hasChanges(typed))) return false;
  const missing = findValueChanges(stored, { ...sent?.changes, ...typed });
  return Object.entries(missing).every(
    ([field, half]) => version > base && uncommitted.includes(field) && isBeginning(half, stored[field]),
  );
}

/**
 * Tells whether the device has only the beginning of a stored value, such as the 2 of 27. A closing page sends its last
 * value, but may not have time to store all of it on the device.
 */
function isBeginning(half: FieldValue, stored: FieldValue | undefined): boolean {
  return formatFieldText(stored).startsWith(formatFieldText(half));
}

/** Returns the time when the row was stored on the device. Without a time, the row counts as older than any other. */
export function getUnsentStoredTime(unsent: UnsentRow): number {
  return "at" in unsent && typeof unsent.at === "number" ? unsent.at : 0;
}

/** Merges the rows that several earlier pages did not send. */
function byRow(left: readonly UnsentRow[]): UnsentRow[] {
  const rows = new Map<string, UnsentRow>();
  for (const unsent of left) {
    const older = rows.get(unsent.row);
    rows.set(unsent.row, older ? mergeUnsentRows(older, unsent) : unsent);
  }
  return [...rows.values()];
}

function addRow(requests: SaveRequest[], saveId: string, save: SaveRequest["rows"][number]) {
  const request = requests.find((item) => item.saveId === saveId);
  if (request) request.rows.push(save);
  else requests.push({ saveId, rows: [save] });
}
