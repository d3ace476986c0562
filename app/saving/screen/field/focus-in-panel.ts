import { fieldNameOfEvent, findFieldControl } from "../field-dom.ts";

/** Moves the focus to the next or previous field in the same panel. Returns whether there was one. */
export function focusInPanel(from: HTMLElement, step: 1 | -1): boolean {
  const panel = from.closest("[data-panel]");
  const fields = [...(panel?.querySelectorAll<HTMLElement>("[data-field]:enabled") ?? [])].map(
    fieldNameOfEvent,
  );
  const inOrder = [...new Set(fields)];
  const name = inOrder[inOrder.indexOf(fieldNameOfEvent(from)) + step];
  const next = panel && name !== undefined ? findFieldControl(panel, name) : null;
  next?.focus();
  return next !== null;
}
