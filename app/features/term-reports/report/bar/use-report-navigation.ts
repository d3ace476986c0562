import { useNavigate } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { fieldNameOfEvent } from "#saving/screen/field-dom.ts";
import type { ReportFieldController } from "../record/record-controller.ts";
import { prefetchReport } from "./prefetch.ts";
import { describeUnsaved } from "./save-state.rules.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";

export type ReportNavigation = {
  /**
   * Saves typed values, and opens another report if it can be reached. If fields need attention, the first press names
   * them and a second press goes on without them.
   */
  go: (url: string, byPointer?: boolean) => Promise<void>;
  isGoing: boolean;
};

const STUCK_WORDS: Record<Exclude<Awaited<ReturnType<typeof prefetchReport>>, "here">, string> = {
  unreachable:
    "There is no connection, so the other report cannot be opened. You are still on this report. Try again when the connection is back.",
  "signed-out":
    "You have been signed out, so the other report cannot be opened. Sign in again, then try again.",
};

/** Returns a function that opens another report, or shows a message if it cannot be fetched. */
export function useReportNavigation(account: number, controller: ReportFieldController): ReportNavigation {
  const navigate = useNavigate();
  const [isGoing, setGoing] = useState(false);
  const isBusy = useRef(false);
  const named = useRef("");

  const go = useCallback(
    async (url: string, byPointer = false) => {
      if (isBusy.current) return;
      const before = named.current;
      named.current = controller.atIssue();
      if (named.current !== "" && named.current !== before)
        return showNotDoneMessage(describeUnsaved(named.current));
      isBusy.current = true;
      const focus = byPointer ? null : focusToKeep();
      const start = byPointer ? "same" : readPagingFocus(account);
      controller.commit();
      setGoing(true);
      const reached = await prefetchReport(url);
      isBusy.current = false;
      setGoing(false);
      if (reached !== "here") return showNotDoneMessage(STUCK_WORDS[reached]);
      navigate(url, { state: { focus, start }, preventScrollReset: true });
    },
    [account, controller, navigate],
  );

  return useMemo(() => ({ go, isGoing }), [go, isGoing]);
}

/** Returns the name of the focused field, or PREV or NEXT. The next report focuses the same element. */
function focusToKeep(): string | null {
  const { activeElement } = document;
  const paging = activeElement instanceof HTMLElement ? activeElement.dataset.paging : null;
  return fieldNameOfEvent(activeElement) || (paging ?? null);
}

/** The place of the cursor after paging by keyboard: the same field as before, or the first empty field. */
export type PagingFocus = "same" | "empty";

/** Returns the storage key of the setting. Each account has its own setting, because staff share computers. */
function keyOf(account: number): string {
  return `termbook.paging.${account}`;
}

export function readPagingFocus(account: number): PagingFocus {
  try {
    return localStorage.getItem(keyOf(account)) === "empty" ? "empty" : "same";
  } catch {
    return "same";
  }
}

/** Stores the setting. In a browser without storage, the setting lasts as long as the page. */
export function rememberPagingFocus(account: number, start: PagingFocus): void {
  try {
    localStorage.setItem(keyOf(account), start);
  } catch {
    return;
  }
}

/** The longest time that a dialog waits for a save before it opens. */
const PATIENCE_MS = 4_000;
const TOLD_SECONDS = 8;

type Leaving = {
  commit: () => void;
  /** Returns the titles of the unsaved fields; empty if everything is saved. */
  unsaved: () => string;
};

/**
 * Saves typed values before a dialog opens over a report, because dialogs read stored values. If saving takes too long,
 * the dialog opens anyway. Links with `data-not-done` sign the report or send it back: their dialog waits until the
 * save has finished, and does not open if a value could not be saved.
 */
export function useSaveBeforeDialog(store: SavingStore, controller: Leaving) {
  const navigate = useNavigate();

  // Clicks are handled in the capture phase. Later, the link itself would already have opened the dialog.
  return function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-dialog]") : null;
    if (!link || opensOutsidePage(event)) return;
    controller.commit();
    const { notDone } = link.dataset;
    if (!store.isSaving() && (notDone === undefined || !controller.unsaved())) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-busy")) void open(link, notDone);
  };

  async function open(link: HTMLAnchorElement, notDone: string | undefined) {
    const { href } = window.location;
    link.setAttribute("aria-busy", "true");
    await waitForSaves(store, notDone === undefined ? PATIENCE_MS : Infinity);
    link.removeAttribute("aria-busy");
    // The user has opened another page in the meantime.
    if (window.location.href !== href) return;
    const unsaved = controller.unsaved();
    if (notDone !== undefined && unsaved) showNotDoneMessage(notDone, unsaved);
    else navigate(link.pathname, { preventScrollReset: true });
  }
}

/** Shows a message that something was not done. `unsaved` names the fields that prevented it. */
export function showNotDoneMessage(notDone: string, unsaved = ""): void {
  const text = unsaved ? `${notDone}. Not saved yet: ${unsaved}.` : notDone;
  showMessage({ text, tone: "refused", seconds: TOLD_SECONDS });
}

/** Resolves when no save is in progress, or after the given time. */
export function waitForSaves(store: SavingStore, patienceMs = PATIENCE_MS): Promise<void> {
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
