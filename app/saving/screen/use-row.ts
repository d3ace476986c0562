import { useSyncExternalStore } from "react";

import type { RowSnapshot, Summary } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";

/** Something of a row; only a change of it renders anew. It has to stay the same object until then. */
export function useRowValue<Value>(
  { rows }: SavingStore,
  row: string,
  valueOf: (snapshot: RowSnapshot | undefined) => Value,
): Value {
  const value = () => valueOf(rows.row(row));
  return useSyncExternalStore(rows.subscribe, value, value);
}

/** One row as it stands now; undefined for a row that the store does not know yet. */
export function useRow(store: SavingStore, row: string): RowSnapshot | undefined {
  return useRowValue(store, row, (snapshot) => snapshot);
}

export function useSummary({ rows }: SavingStore): Summary {
  return useSyncExternalStore(rows.subscribe, rows.summary, rows.summary);
}
