import { hasChanges } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowState } from "./row-state.ts";

export type UnsentKey = {
  /** Who typed it: nobody else sends it. */
  account: number;
  /** The sheet's save address: it says which sheet. */
  target: string;
  row: string;
};

/** Why it waits for the person; what a colleague wrote instead is asked for again when the sheet is opened. */
export type StoredIssue = { kind: "refused"; reason: string; field: string | null } | { kind: "changed" };

/** A row that the server has not acknowledged, as it can be kept and taken up again: ids and values, no names. */
export type UnsentRow = UnsentKey & {
  base: number;
  /** In a request that is not answered, and is repeated with this id. */
  sent: { saveId: string; changes: Values } | null;
  /** Typed since, or not sent yet. */
  typed: Values;
  /** What is typed may be sent; half a mark in a field that was never left may not. */
  committed: boolean;
  issue: StoredIssue | null;
};

/** Every way in and out of keeping passes these: put while a row is unsent, erase when it is acknowledged. */
export type UnsentStore = {
  put: (unsent: UnsentRow) => void;
  erase: (key: UnsentKey) => void;
  /** What an earlier page left is in a row of this page from now on, and kept with it. */
  adopt: (left: UnsentRow) => void;
  /** Settles when all that was put is kept as well as this device can; it never fails. */
  written: () => Promise<void>;
};

/** @returns null when nothing of the row is unsent */
export function unsentOf(
  key: UnsentKey,
  { base, sent, typed, committed, issue }: RowState,
  saveId: string | null,
): UnsentRow | null {
  if (sent === null && !hasChanges(typed)) return null;
  return {
    ...key,
    base,
    sent: sent && saveId ? { saveId, changes: sent } : null,
    typed,
    committed,
    issue: issue?.kind === "changed" ? { kind: "changed" } : issue,
  };
}

/** A row that two earlier pages left, the older one first: what was typed last counts. */
export function mergedUnsent(older: UnsentRow, newer: UnsentRow): UnsentRow {
  const isSame = older.sent?.saveId === newer.sent?.saveId;
  const alsoSent = newer.sent && !isSame ? newer.sent.changes : {};
  return {
    ...newer,
    base: Math.min(older.base, newer.base),
    sent: older.sent ?? newer.sent,
    typed: { ...older.typed, ...alsoSent, ...newer.typed },
    committed: newer.committed || (older.committed && !hasChanges(newer.typed)),
  };
}

/** Keeps them as long as the page is open, and knows which there are. */
export function keepInMemory(): UnsentStore & { count: () => number; rows: () => UnsentRow[] } {
  const kept = new Map<string, UnsentRow>();
  return {
    put: (unsent) => void kept.set(nameOf(unsent), unsent),
    erase: (key) => void kept.delete(nameOf(key)),
    adopt: () => undefined,
    written: () => Promise.resolve(),
    count: () => kept.size,
    rows: () => [...kept.values()],
  };
}

export function nameOf({ account, target, row }: UnsentKey): string {
  return `${account} ${target} ${row}`;
}
