import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

import { fieldName, fieldNamed, isRadio, type Control } from "#saving/screen/field-dom.ts";

import { FORM_ID } from "../record/report-context.ts";
import type { PagingStart } from "./paging-start.ts";

type Arrival = { focus: string | null; start: PagingStart };

/** They may stay empty for good: who does not use them would land in them at each report. */
const OPTIONAL = new Set(["participation", "project", "promotion_progress"]);

/**
 * Coming from another report by the keyboard the focus lands where it was, on the same field or on NEXT, or in the first
 * field that is empty, as it was chosen; else on the heading, which says whose report it is now.
 */
export function useArrival(): void {
  const { state } = useLocation();

  useEffect(() => {
    const root = document.getElementById(FORM_ID);
    if (!root || !isArrival(state)) return;
    const { focus, start } = state;
    const paging = focus ? root.querySelector<HTMLElement>(`[data-paging="${CSS.escape(focus)}"]`) : null;
    const field = (start === "empty" ? firstEmpty(root) : null) ?? (focus ? fieldNamed(root, focus) : null);
    const target = field ?? (paging && isInSight(paging) ? paging : root.querySelector<HTMLElement>("h1"));
    target?.focus({ preventScroll: target !== field });
    // Once, when the report is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Somebody came here by PREV or NEXT. */
export function isArrival(state: unknown): state is Arrival {
  return typeof state === "object" && state !== null && "focus" in state;
}

/** In the order of the page. */
function firstEmpty(root: HTMLElement): Control | null {
  const fields = [...root.querySelectorAll<HTMLElement>("[data-field]:enabled")].map(fieldName);
  const controls = [...new Set(fields)]
    .filter((field) => !OPTIONAL.has(field))
    .map((field) => fieldNamed(root, field));
  return controls.find((control) => control !== null && isEmpty(control)) ?? null;
}

function isEmpty(control: Control): boolean {
  return isRadio(control) ? !control.checked : control.value === "";
}

function isInSight(element: HTMLElement): boolean {
  return element.offsetParent !== null || element.getClientRects().length > 0;
}
