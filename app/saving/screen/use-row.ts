import { useSyncExternalStore } from "react";
import type { RowSnapshot, Summary } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";

/**
 * Selects something from a row, and renders again only if that changes. The selected value must stay the same object
 * until then.
 */
export function useRowValue<Value>(
  { rows }: SavingStore,
  row: string,
  valueOf: (snapshot: RowSnapshot | undefined) => Value,
): Value {
  const value = () => valueOf(rows.row(row));
  return useSyncExternalStore(rows.subscribe, value, value);
}

/** Returns one row as it is now; undefined if the store does not know the row yet. */
export function useRow(store: SavingStore, row: string): RowSnapshot | undefined {
  return useRowValue(store, row, (snapshot) => snapshot);
}

export function useSummary({ rows }: SavingStore): Summary {
  return useSyncExternalStore(rows.subscribe, rows.summary, rows.summary);
}
