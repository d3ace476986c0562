import { openStore, watchStore } from "./open-stores.ts";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import type { Destination } from "./send.ts";
import { unlistedTarget } from "./loaded-target.ts";
import type { SavingStore } from "./saving-store.ts";

/**
 * The store of a target that is not on the page: it takes up what pages that are gone left of it, also what waits for a
 * decision, and knows no row that another open page still has.
 */
export function openUnsent(destination: Destination): SavingStore {
  const target = unlistedTarget(destination);
  const store = openStore(target);
  // Watched no longer at once: a page that only lists what waits is closed without a question.
  watchStore(store, target)();
  return store;
}

/** Sends a row that was refused or that waits, as it is. */
export function tryAgain(store: SavingStore, row: string): void {
  const state = store.rows.row(row)?.state;
  if (!state) return;
  store.type(row, state.typed);
  store.commit(row);
  store.resume();
}

/** What may have reached the server already is not taken back: only what no request carries can be discarded. */
export function canDiscard({ sent, issue }: StoredUnsentRow): boolean {
  return sent === null && issue?.kind !== "changed";
}
