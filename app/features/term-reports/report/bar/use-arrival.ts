import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

import { fieldNamed } from "#saving/screen/field-dom.ts";

import { FORM_ID } from "../record/report-context.ts";

/**
 * Coming from another report by the keyboard the focus lands where it was, on the same field or on NEXT; else on the
 * heading, which says whose report it is now.
 */
export function useArrival(): void {
  const { state } = useLocation();

  useEffect(() => {
    const root = document.getElementById(FORM_ID);
    if (!root || !isArrival(state)) return;
    const { focus } = state;
    const paging = focus ? root.querySelector<HTMLElement>(`[data-paging="${CSS.escape(focus)}"]`) : null;
    const field = focus ? fieldNamed(root, focus) : null;
    const target = field ?? (paging && isInSight(paging) ? paging : root.querySelector<HTMLElement>("h1"));
    target?.focus({ preventScroll: target !== field });
    // Once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Somebody came here by PREV or NEXT. */
export function isArrival(state: unknown): state is { focus: string | null } {
  return typeof state === "object" && state !== null && "focus" in state;
}

function isInSight(element: HTMLElement): boolean {
  return element.offsetParent !== null || element.getClientRects().length > 0;
}
