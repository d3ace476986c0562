import { useSyncExternalStore } from "react";

import type { RowSnapshot } from "./row-phase.ts";
import type { Summary } from "./row-phase.ts";
import type { SheetStore } from "./sheet-store.ts";

/** One row as it stands now; undefined for a row that the sheet does not know yet. */
export function useRow(store: SheetStore, row: string): RowSnapshot | undefined {
  const snapshot = () => store.book.row(row);
  return useSyncExternalStore(store.book.subscribe, snapshot, snapshot);
}

export function useSummary(store: SheetStore): Summary {
  return useSyncExternalStore(store.book.subscribe, store.book.summary, store.book.summary);
}
