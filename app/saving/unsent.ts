import { hasChanges } from "./merge.ts";
import type { Values } from "./protocol.ts";
import type { RowState } from "./row-state.ts";

/** A row that the server has not acknowledged, as it can be kept and taken up again: ids and values, no names. */
export type UnsentRow = {
  /** The sheet's save address: it says which sheet. */
  sheet: string;
  row: string;
  base: number;
  /** In a request that is not answered, and is repeated with this id. */
  sent: { saveId: string; changes: Values } | null;
  /** Typed since, or not sent yet. */
  typed: Values;
};

/** Every way in and out of keeping passes these two: put while a row is unsent, erase when it is acknowledged. */
export type UnsentKeeper = {
  put: (unsent: UnsentRow) => void;
  erase: (sheet: string, row: string) => void;
};

type Kept = { sheet: string; row: string; saveId: string | null };

/** @returns null when nothing of the row is unsent */
export function unsentOf({ sheet, row, saveId }: Kept, { base, sent, typed }: RowState): UnsentRow | null {
  if (sent === null && !hasChanges(typed)) return null;
  return { sheet, row, base, sent: sent && saveId ? { saveId, changes: sent } : null, typed };
}

/** Keeps them as long as the page is open, and knows whether there are any. */
export function keepInMemory(): UnsentKeeper & { count: () => number } {
  const kept = new Map<string, UnsentRow>();
  return {
    put: (unsent) => void kept.set(keyOf(unsent.sheet, unsent.row), unsent),
    erase: (sheet, row) => void kept.delete(keyOf(sheet, row)),
    count: () => kept.size,
  };
}

function keyOf(sheet: string, row: string): string {
  return `${sheet} ${row}`;
}
