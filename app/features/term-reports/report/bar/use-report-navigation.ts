import { useNavigate } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { fieldName } from "#saving/screen/field-dom.ts";
import type { RecordController } from "../record/record-controller.ts";
import { pagingStart } from "./paging-start.ts";
import { prefetch, type Reachability } from "./prefetch.ts";
import { describeUnsaved } from "./save-state.rules.ts";
import { showNotDone } from "./use-saved-first.ts";

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
