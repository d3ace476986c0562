import { useSyncExternalStore } from "react";

import type { RowSnapshot } from "../client/row-phase.ts";
import type { Summary } from "../client/row-phase.ts";
import type { SavingStore } from "../client/saving-store.ts";

/** One row as it stands now; undefined for a row that the sheet does not know yet. */
export function useRow(store: SavingStore, row: string): RowSnapshot | undefined {
  const snapshot = () => store.rows.row(row);
  return useSyncExternalStore(store.rows.subscribe, snapshot, snapshot);
}

export function useSummary(store: SavingStore): Summary {
  return useSyncExternalStore(store.rows.subscribe, store.rows.summary, store.rows.summary);
}
