import { hasChanges, type RefusedFields } from "../protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowState } from "../client/row-state.ts";

export type UnsentKey = {
  /** The account that typed the row. No other account may send this row. */
  account: number;
  /** The save URL of the row's target. */
  target: string;
  row: string;
};

/** The reason why a row needs attention. A colleague's values are loaded with the page, so they are not stored. */
type StoredIssue = { kind: "refused"; refusals: readonly RefusedFields[] } | { kind: "changed" };

/** An unsent row as the device stores it: with ids and values, but without names. */
export type UnsentRow = UnsentKey & {
  base: number;
  /** The values in a pending request, and the save id that the request has when it is repeated. */
  sent: { saveId: string; changes: FieldValues } | null;
  /** Values typed after that request, or not yet sent. */
  typed: FieldValues;
  /** Fields of `typed` that still had the focus. They are not sent, because a mark may be typed only in part. */
  uncommitted: readonly string[];
  issue: StoredIssue | null;
};

/** A store for unsent rows. A changed row is stored, and erased when the server has confirmed the change. */
export type UnsentStore = {
  put: (unsent: UnsentRow) => void;
  erase: (key: UnsentKey) => void;
  /** Records that a row of this page now includes an earlier page's unsent values, so the old row can be deleted. */
  adopt: (left: UnsentRow) => void;
};

/** Returns the row to store on the device, or null if the row has nothing unsent. */
export function toUnsentRow(
  key: UnsentKey,
  { base, sent, typed, uncommitted, issue }: RowState,
  saveId: string | null,
): UnsentRow | null {
  if (sent === null && !hasChanges(typed)) return null;
  return {
    ...key,
    base,
    sent: sent && saveId ? { saveId, changes: sent } : null,
    typed,
    uncommitted,
    issue: issue?.kind === "changed" ? { kind: "changed" } : issue,
  };
}

/** Merges two versions of a row that earlier pages did not send. The values that were typed last win. */
export function mergeUnsentRows(older: UnsentRow, newer: UnsentRow): UnsentRow {
  const isSame = older.sent?.saveId === newer.sent?.saveId;
  const later = { ...(isSame ? {} : newer.sent?.changes), ...newer.typed };
  return {
    ...newer,
    base: Math.min(older.base, newer.base),
    sent: older.sent ?? newer.sent,
    typed: { ...older.typed, ...later },
    uncommitted: [...older.uncommitted.filter((field) => !(field in later)), ...newer.uncommitted],
  };
}

/** Returns a store that holds unsent rows in memory only, until the page is closed. */
export function createMemoryUnsentStore(): UnsentStore & { count: () => number; rows: () => UnsentRow[] } {
  const unsentRows = new Map<string, UnsentRow>();
  return {
    put: (unsent) => void unsentRows.set(unsentKeyText(unsent), unsent),
    erase: (key) => void unsentRows.delete(unsentKeyText(key)),
    adopt: () => undefined,
    count: () => unsentRows.size,
    rows: () => [...unsentRows.values()],
  };
}

export function unsentKeyText({ account, target, row }: UnsentKey): string {
  return `${account} ${target} ${row}`;
}
