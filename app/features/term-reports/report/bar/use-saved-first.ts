import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

import type { SavingStore } from "#saving/client/saving-store.ts";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

/** As long as one save may take before a dialog opens without it. */
const PATIENCE_MS = 4_000;

/**
 * A dialog over a report reads what is stored: what was just typed is saved before it opens. Where that takes too
 * long, it opens all the same and says itself what it cannot do.
 */
export function useSavedFirst(store: SavingStore, leave: () => void) {
  const navigate = useNavigate();

  return function onClick(event: MouseEvent<HTMLElement>) {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-dialog]") : null;
    if (!link || opensElsewhere(event)) return;
    leave();
    if (!isOnItsWay(store)) return;
    event.preventDefault();
    void arrived(store).then(() => navigate(link.pathname, { preventScrollReset: true }));
  };
}

/** What waits for the network or for the person does not arrive by waiting. */
function isOnItsWay(store: SavingStore): boolean {
  return store.rows.summary().saving > 0;
}

/** Nothing is on its way any more, or it takes too long. */
export function arrived(store: SavingStore): Promise<void> {
  return new Promise((resolve) => {
    if (!isOnItsWay(store)) return resolve();
    const timer = setTimeout(done, PATIENCE_MS);
    const deaf = store.rows.subscribe(() => {
      if (!isOnItsWay(store)) done();
    });

    function done() {
      clearTimeout(timer);
      deaf();
      resolve();
    }
  });
}
