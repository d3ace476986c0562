import { useNavigate } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState } from "react";

import { fieldName } from "#saving/screen/field-dom.ts";
import type { Message } from "#ui/overlay/snackbar.tsx";

import { prefetch, type Reachability } from "./prefetch.ts";

export type ReportNavigation = {
  /** Commits what is typed, and goes on only when the other report can be shown. */
  go: (url: string, byPointer?: boolean) => Promise<void>;
  isGoing: boolean;
  /** Why the last try ended here. */
  stuck: Message | null;
};

const STUCK_WORDS: Record<Exclude<Reachability, "here">, string> = {
  unreachable: "No connection: the other report cannot be opened now, and this one stays.",
  "signed-out": "You are signed out: the other report cannot be opened now, and this one stays.",
};
const SHOWN_SECONDS = 8;

/** To another report without ever losing this one: without network the page stays as it is, and says so. */
export function useReportNavigation(commit: () => void): ReportNavigation {
  const navigate = useNavigate();
  const [isGoing, setGoing] = useState(false);
  const [stuck, setStuck] = useState<Message | null>(null);
  const isBusy = useRef(false);

  const go = useCallback(
    async (url: string, byPointer = false) => {
      if (isBusy.current) return;
      isBusy.current = true;
      const focus = byPointer ? null : focusToKeep();
      commit();
      setGoing(true);
      const reached = await prefetch(url);
      isBusy.current = false;
      setGoing(false);
      setStuck(reached === "here" ? null : stuckMessage(reached));
      if (reached === "here") navigate(url, { state: { focus }, preventScrollReset: true });
    },
    [commit, navigate],
  );

  return useMemo(() => ({ go, isGoing, stuck }), [go, isGoing, stuck]);
}

function stuckMessage(reached: Exclude<Reachability, "here">): Message {
  return { text: STUCK_WORDS[reached], tone: "refused", seconds: SHOWN_SECONDS };
}

/** What the focus is on: the same field, or PREV and NEXT themselves, on the next report too. */
function focusToKeep(): string | null {
  const { activeElement } = document;
  const paging = activeElement instanceof HTMLElement ? activeElement.dataset.paging : null;
  return fieldName(activeElement) || (paging ?? null);
}
