import { useNavigate } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { fieldName } from "#saving/screen/field-dom.ts";
import type { RecordController } from "../record/record-controller.ts";
import { prefetch, type Reachability } from "./prefetch.ts";
import { describeUnsaved } from "./save-state.rules.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

export type ReportNavigation = {
  /**
   * Saves typed values, and goes on only when the other report can be shown. Fields in which the user has to act are
   * named first; a second press goes on without them.
   */
  go: (url: string, byPointer?: boolean) => Promise<void>;
  isGoing: boolean;
};

const STUCK_WORDS: Record<Exclude<Reachability, "here">, string> = {
  unreachable: "There is no connection, so the other report cannot be opened. You are still on this report.",
  "signed-out":
    "You have been signed out, so the other report cannot be opened. You are still on this report.",
};

/** Leads to another report without losing this one: without a network the page stays, and says so. */
export function useReportNavigation(account: number, controller: RecordController): ReportNavigation {
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
        return showNotDone(describeUnsaved(named.current));
      isBusy.current = true;
      const focus = byPointer ? null : focusToKeep();
      const start = byPointer ? "same" : pagingStart(account);
      controller.commit();
      setGoing(true);
      const reached = await prefetch(url);
      isBusy.current = false;
      setGoing(false);
      if (reached !== "here") return showNotDone(STUCK_WORDS[reached]);
      navigate(url, { state: { focus, start }, preventScrollReset: true });
    },
    [account, controller, navigate],
  );

  return useMemo(() => ({ go, isGoing }), [go, isGoing]);
}

/** Returns the field that has the focus, or PREV or NEXT, so that the next report can focus the same element. */
function focusToKeep(): string | null {
  const { activeElement } = document;
  const paging = activeElement instanceof HTMLElement ? activeElement.dataset.paging : null;
  return fieldName(activeElement) || (paging ?? null);
}

/** The position of the cursor on the report to which a key led: in the same field, or in the first empty one. */
export type PagingStart = "same" | "empty";

/** On a shared staff room computer, each account has its own setting. */
function keyOf(account: number): string {
  return `termbook.paging.${account}`;
}

export function pagingStart(account: number): PagingStart {
  try {
    return localStorage.getItem(keyOf(account)) === "empty" ? "empty" : "same";
  } catch {
    return "same";
  }
}

/** In a browser without storage the setting lasts as long as the page. */
export function rememberPagingStart(account: number, start: PagingStart): void {
  try {
    localStorage.setItem(keyOf(account), start);
  } catch {
    return;
  }
}

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
