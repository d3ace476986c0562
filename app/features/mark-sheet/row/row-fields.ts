import { shownValues } from "#saving/client/row-state.ts";
import type { RowState } from "#saving/client/row-state.ts";
import { writeText } from "#ui/form/write-text.ts";

import { fieldText } from "./sheet-fields.rules.ts";

/** What links lead to a row by. */
export function rowId(row: string): string {
  return `row-${row}`;
}

/** The field an event is about; null for a button, or for a radio of a decision. */
export function fieldOf(target: EventTarget): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.field !== undefined ? target : null;
}

/** The column that an event is about, be it a field or the attendance. */
export function fieldName(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset.field : undefined;
}

/** Keys that go from row to row. Enter on a button is the button's own. */
export function isFieldKey(key: string, isInput: boolean): boolean {
  return key === "ArrowDown" || key === "ArrowUp" || (isInput && key === "Enter");
}

/** @returns whether there was a row to go to */
export function focusField(from: EventTarget, step: 1 | -1): boolean {
  if (!(from instanceof HTMLElement) || from.dataset.field === undefined) return false;
  for (let row = rowBeside(from.closest("tr"), step); row; row = rowBeside(row, step)) {
    const field = row.querySelector<HTMLElement>(`[data-field="${from.dataset.field}"]`);
    if (!field || isAway(row, field)) continue;
    field.focus();
    return true;
  }
  return false;
}

function rowBeside(row: Element | null, step: 1 | -1): HTMLElement | null {
  const beside = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return beside instanceof HTMLElement ? beside : null;
}

/** Told by names, not by the layout: asking that would have the browser lay out the page between two keys. */
function isAway(row: HTMLElement, field: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}

/**
 * Writes a row's values into its fields.
 * @param which `untouched` leaves the field that is being typed in alone
 */
export function writeFields(row: HTMLElement, state: RowState, which: "untouched" | "all"): void {
  const shown = shownValues(state);
  for (const input of row.querySelectorAll<HTMLInputElement>("input[data-field]")) {
    const { field = "" } = input.dataset;
    if (which === "untouched" && isBeingTyped(input)) continue;
    const text = fieldText(shown[field]);
    writeText(input, text);
    written.set(input, text);
  }
}

const written = new WeakMap<HTMLInputElement, string>();

/** The cursor alone is no typing: what an earlier page left is written under it too. */
function isBeingTyped(input: HTMLInputElement): boolean {
  return input === document.activeElement && input.value !== (written.get(input) ?? input.defaultValue);
}
