import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

/** The time that a save may take before a dialog opens without it. */
const PATIENCE_MS = 4_000;
const TOLD_SECONDS = 8;

type Leaving = {
  commit: () => void;
  /** Returns the titles of the unsaved fields; empty when everything is saved. */
  unsaved: () => string;
};

/**
 * A dialog over a report reads stored values, so typed values are saved before it opens. If that takes too long, the
 * dialog opens all the same, and says itself if something cannot be done. A link with `data-not-done` signs the report
 * or sends it back: its dialog waits for the save, however long that takes, and does not open if a value stays unsaved.
 */
export function useSavedFirst(store: SavingStore, controller: Leaving) {
  const navigate = useNavigate();

  // The capture phase comes first: afterwards the link itself would open the dialog before the form hears of the click.
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
    // The user went elsewhere meanwhile.
    if (window.location.href !== href) return;
    const unsaved = controller.unsaved();
    if (notDone !== undefined && unsaved) showNotDone(notDone, unsaved);
    else navigate(link.pathname, { preventScrollReset: true });
  }
}

/** Reports that something was not done; `unsaved` names the fields that prevented it. */
export function showNotDone(notDone: string, unsaved = ""): void {
  const text = unsaved ? `${notDone}. Not saved yet: ${unsaved}.` : notDone;
  showMessage({ text, tone: "refused", seconds: TOLD_SECONDS });
}

/** Resolves when no save is under way, or after the given time. */
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
