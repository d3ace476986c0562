import { useSyncExternalStore } from "react";
import type { RowSnapshot, SavingCounts } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";

/**
 * Returns a value computed from a row. The component renders again only if the value changes, so `valueOf` must return
 * the same object until then.
 */
export function useRowValue<Value>(
  { rows }: SavingStore,
  row: string,
  valueOf: (snapshot: RowSnapshot | undefined) => Value,
): Value {
  const value = () => valueOf(rows.row(row));
  return useSyncExternalStore(rows.subscribe, value, value);
}

/** Returns the current state of a row, or undefined if the store does not have the row yet. */
export function useRow(store: SavingStore, row: string): RowSnapshot | undefined {
  return useRowValue(store, row, (snapshot) => snapshot);
}

export function useSavingCounts({ rows }: SavingStore): SavingCounts {
  return useSyncExternalStore(rows.subscribe, rows.summary, rows.summary);
}
