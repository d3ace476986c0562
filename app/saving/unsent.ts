import { hasChanges } from "./merge.ts";
import type { Values } from "./protocol.ts";
import type { RowState } from "./row-state.ts";

export type UnsentKey = {
  /** Who typed it: nobody else sends it. */
  account: number;
  /** The sheet's save address: it says which sheet. */
  sheet: string;
  row: string;
};

/** A row that the server has not acknowledged, as it can be kept and taken up again: ids and values, no names. */
export type UnsentRow = UnsentKey & {
  base: number;
  /** In a request that is not answered, and is repeated with this id. */
  sent: { saveId: string; changes: Values } | null;
  /** Typed since, or not sent yet. */
  typed: Values;
};

/** Every way in and out of keeping passes these two: put while a row is unsent, erase when it is acknowledged. */
export type UnsentKeeper = {
  put: (unsent: UnsentRow) => void;
  erase: (key: UnsentKey) => void;
};

/** @returns null when nothing of the row is unsent */
export function unsentOf(
  key: UnsentKey,
  { base, sent, typed }: RowState,
  saveId: string | null,
): UnsentRow | null {
  if (sent === null && !hasChanges(typed)) return null;
  return { ...key, base, sent: sent && saveId ? { saveId, changes: sent } : null, typed };
}

/** Keeps them as long as the page is open, and knows whether there are any. */
export function keepInMemory(): UnsentKeeper & { count: () => number } {
  const kept = new Map<string, UnsentRow>();
  return {
    put: (unsent) => void kept.set(nameOf(unsent), unsent),
    erase: (key) => void kept.delete(nameOf(key)),
    count: () => kept.size,
  };
}

function nameOf({ account, sheet, row }: UnsentKey): string {
  return `${account} ${sheet} ${row}`;
}
