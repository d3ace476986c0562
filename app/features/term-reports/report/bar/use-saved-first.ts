import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

import type { SavingStore } from "#saving/client/saving-store.ts";
import { tell } from "#ui/overlay/told.ts";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

/** As long as one save may take before a dialog opens without it. */
const PATIENCE_MS = 4_000;
const TOLD_SECONDS = 8;

type Leaving = {
  commit: () => void;
  /** What is not saved, in words; empty when all of it is. */
  unsaved: () => string;
};

/**
 * A dialog over a report reads what is stored: what was just typed is saved before it opens. Where that takes too long,
 * it opens all the same and says itself what it cannot do. Not so where it signs the report or sends it back, which its
 * link says by `data-not-done`: that is done to what is saved, however long it takes, or not at all.
 */
export function useSavedFirst(store: SavingStore, controller: Leaving) {
  const navigate = useNavigate();

  // On its way down: the link itself would open the dialog before the form hears of the click.
  return function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-dialog]") : null;
    if (!link || opensElsewhere(event)) return;
    controller.commit();
    const { notDone } = link.dataset;
    if (!store.isSaving() && (notDone === undefined || !controller.unsaved())) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-busy")) void open(link, notDone);
  };

  async function open(link: HTMLAnchorElement, notDone: string | undefined) {
    const { href } = window.location;
    link.setAttribute("aria-busy", "true");
    await arrived(store, notDone === undefined ? PATIENCE_MS : Infinity);
    link.removeAttribute("aria-busy");
    // Somebody went elsewhere meanwhile.
    if (window.location.href !== href) return;
    const unsaved = controller.unsaved();
    if (notDone !== undefined && unsaved) tellNotDone(notDone, unsaved);
    else navigate(link.pathname, { preventScrollReset: true });
  }
}

/** @param unsaved why, where that is why */
export function tellNotDone(notDone: string, unsaved = ""): void {
  const text = unsaved ? `${notDone}. Not saved yet: ${unsaved}.` : notDone;
  tell({ text, tone: "refused", seconds: TOLD_SECONDS });
}

/** Nothing is on its way any more, or it takes too long. */
export function arrived(store: SavingStore, patienceMs = PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    if (!store.isSaving()) return resolve();
    const timer = Number.isFinite(patienceMs) ? setTimeout(done, patienceMs) : undefined;
    const unsubscribe = store.rows.subscribe(() => {
      if (!store.isSaving()) done();
    });

    function done() {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
  });
}
