import { hasChanges } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "../protocol/protocol.ts";
import type { RowState } from "../client/row-state.ts";

export type UnsentKey = {
  /** Who typed it: nobody else sends it. */
  account: number;
  /** The save address of the target that it is a row of. */
  target: string;
  row: string;
};

/** Why it waits for the person; what a colleague wrote instead is asked for again when its screen is opened. */
export type StoredIssue = { kind: "refused"; refusals: readonly RefusedFields[] } | { kind: "changed" };

/** A row that the server has not acknowledged, as a device stores it and takes it up again: ids and values, no names. */
export type UnsentRow = UnsentKey & {
  base: number;
  /** In a request that is not answered, and is repeated with this id. */
  sent: { saveId: string; changes: Values } | null;
  /** Typed since, or not sent yet. */
  typed: Values;
  /** Fields of `typed` that were not left: half a mark is not sent. */
  uncommitted: readonly string[];
  issue: StoredIssue | null;
};

/** A row is put while it is unsent and erased when it is acknowledged. */
export type UnsentStore = {
  put: (unsent: UnsentRow) => void;
  erase: (key: UnsentKey) => void;
  /** What an earlier page left is in a row of this page from now on, and is stored with it. */
  adopt: (left: UnsentRow) => void;
};

/** @returns null when nothing of the row is unsent */
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

/** A row that two earlier pages left, the older one first: what was typed last counts. */
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

/** Holds them as long as the page is open, and knows which there are. */
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
