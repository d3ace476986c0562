import { openStore, watchStore } from "./open-stores.ts";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import type { Destination } from "./send.ts";
import { unlistedTarget } from "./loaded-target.ts";
import type { SavingStore } from "./saving-store.ts";

/**
 * Returns the store of a target that is not on the page. The store takes over the rows that closed pages left unsent,
 * including rows that wait for a decision, but no row that another open page still has.
 */
export function openUnsent(destination: Destination): SavingStore {
  const target = unlistedTarget(destination);
  const store = openStore(target);
  // Watching ends at once, so that a page which only lists waiting rows closes without a question.
  watchStore(store, target)();
  return store;
}

/** Sends a refused or waiting row again as it is. */
export function tryAgain(store: SavingStore, row: string): void {
  const state = store.rows.row(row)?.state;
  if (!state) return;
  store.type(row, state.typed);
  store.commit(row);
  store.resume();
}

/** Tells whether a row can be discarded. A row in a request may already have reached the server, and cannot. */
export function canDiscard({ sent, issue }: StoredUnsentRow): boolean {
  return sent === null && issue?.kind !== "changed";
}
