import { hasChanges } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "../protocol/protocol.ts";
import type { RowState } from "../client/row-state.ts";

export type UnsentKey = {
  /** The account that typed the row. No other account sends the row. */
  account: number;
  /** The save address of the row's target. */
  target: string;
  row: string;
};

/** The reason why a row waits for the person. A colleague's values are asked for again when the screen is opened. */
export type StoredIssue = { kind: "refused"; refusals: readonly RefusedFields[] } | { kind: "changed" };

/** A row that the server has not acknowledged, as a device stores it: ids and values, no names. */
export type UnsentRow = UnsentKey & {
  base: number;
  /** The values in an unanswered request, which is repeated with this id. */
  sent: { saveId: string; changes: Values } | null;
  /** Values that were typed since, or are not sent yet. */
  typed: Values;
  /** Fields of `typed` that the person has not left: a half-typed mark is not sent. */
  uncommitted: readonly string[];
  issue: StoredIssue | null;
};

/** A place for unsent rows. A row is put there while it is unsent, and erased when it is acknowledged. */
export type UnsentStore = {
  put: (unsent: UnsentRow) => void;
  erase: (key: UnsentKey) => void;
  /** Notes that a row of this page now includes, and is stored with, what an earlier page left. */
  adopt: (left: UnsentRow) => void;
};

/** Returns the row to store on the device, or null if nothing of it is unsent. */
export function unsentOf(
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

/** Merges a row that two earlier pages left, the older one first. The values that were typed last count. */
export function mergedUnsent(older: UnsentRow, newer: UnsentRow): UnsentRow {
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

/** Returns a store that holds unsent rows as long as the page is open. */
export function unsentInMemory(): UnsentStore & { count: () => number; rows: () => UnsentRow[] } {
  const unsentRows = new Map<string, UnsentRow>();
  return {
    put: (unsent) => void unsentRows.set(nameOf(unsent), unsent),
    erase: (key) => void unsentRows.delete(nameOf(key)),
    adopt: () => undefined,
    count: () => unsentRows.size,
    rows: () => [...unsentRows.values()],
  };
}

export function nameOf({ account, target, row }: UnsentKey): string {
  return `${account} ${target} ${row}`;
}
