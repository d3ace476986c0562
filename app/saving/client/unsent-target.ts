import { openSheet, watchSheet } from "./open-sheets.ts";
import type { StoredUnsentRow } from "./outbox-database.ts";
import type { Destination } from "./send.ts";
import { unlistedSheet } from "./loaded-sheet.ts";
import type { SheetStore } from "./sheet-store.ts";

/**
 * The store of a sheet that is not on the page: it takes up what pages that are gone left of it, also what waits for a
 * decision, and knows no row that another open page still has in hand.
 */
export function unsentTarget(destination: Destination): SheetStore {
  const sheet = unlistedSheet(destination);
  const store = openSheet(sheet);
  // Left at once: a page that only lists what waits is closed without being asked.
  watchSheet(store, sheet)();
  return store;
}

/** Sends a row that was refused or that waits, as it is. */
export function tryAgain(store: SheetStore, row: string): void {
  const state = store.rows.row(row)?.state;
  if (!state) return;
  store.type(row, state.typed);
  store.commit(row);
  store.resume();
}

/** What may have reached the server already is not taken back: only what no request carries can be given up. */
export function canGiveUp({ sent, issue }: StoredUnsentRow): boolean {
  return sent === null && issue?.kind !== "changed";
}

export function giveUp(store: SheetStore, row: string): void {
  store.putBack(row);
}
