import { useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";

import { controlOf } from "../record/report-fields.ts";
import { prefetch } from "./prefetch.ts";
import type { Reachability } from "./prefetch.ts";
import type { Message } from "#ui/overlay/snackbar.tsx";

export type ReportNavigation = {
  /** Leaves what is typed, and goes on only when the other report can be shown. */
  go: (url: string, how?: { byPointer: boolean }) => void;
  isGoing: boolean;
  /** Why the last try ended here. */
  stuck: Message | null;
};

const STUCK_WORDS: Record<Exclude<Reachability, "here">, string> = {
  unreachable: "No connection: the other report cannot be opened now, and this one stays.",
  "signed-out": "You are signed out: the other report cannot be opened now, and this one stays.",
};
const TOLD_SECONDS = 8;

/** To another report without ever losing this one: without network the page stays as it is, and says so. */
export function useReportNavigation(leave: () => void): ReportNavigation {
  const navigate = useNavigate();
  const [isGoing, setGoing] = useState(false);
  const [stuck, setStuck] = useState<ReportNavigation["stuck"]>(null);
  const busy = useRef(false);

  async function go(url: string, byPointer: boolean) {
    if (busy.current) return;
    busy.current = true;
    const focus = byPointer ? null : focusToKeep();
    leave();
    setGoing(true);
    const reached = await prefetch(url);
    busy.current = false;
    setGoing(false);
    setStuck(reached === "here" ? null : stuckMessage(reached));
    if (reached === "here") navigate(url, { state: { focus }, preventScrollReset: true });
  }

  return { go: (url, how) => void go(url, how?.byPointer ?? false), isGoing, stuck };
}

function stuckMessage(reached: Exclude<Reachability, "here">): Message {
  return { text: STUCK_WORDS[reached], tone: "refused", seconds: TOLD_SECONDS };
}

/** What the focus is on: the same field, or PREV and NEXT themselves, on the next report too. */
function focusToKeep(): string | null {
  const { activeElement } = document;
  const control = controlOf(activeElement);
  if (control) return control.name;
  return activeElement instanceof HTMLElement ? (activeElement.dataset.paging ?? null) : null;
}
