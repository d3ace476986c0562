import { shownValues } from "#saving/row-state.ts";
import type { RowState } from "#saving/row-state.ts";

import { fieldText, isCommentField, lengthLimit } from "./field-text.rules.ts";

/** What a value is entered in: a line, a text, a list, or one of several radios of the same name. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The control that an event is about; null for a button, or for a radio that decides whose value to keep. */
export function controlOf(target: EventTarget | null): Control | null {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isControl && target.dataset.field !== undefined ? target : null;
}

/** Chosen, not typed: saved soon after, without being left. */
export function isChoice(control: Control): boolean {
  return control instanceof HTMLSelectElement || isRadio(control);
}

export function isRadio(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === "radio";
}

/**
 * Writes a record's values into its fields.
 * @param which `untouched` leaves what is being typed, and the field that the cursor is in, alone
 */
export function writeFields(form: HTMLElement, state: RowState, which: "untouched" | "all"): void {
  const shown = shownValues(state);
  const inHand = controlOf(document.activeElement)?.name;
  for (const control of form.querySelectorAll<Control>("[data-field]")) {
    const { name } = control;
    if (which === "untouched" && (name in state.typed || name === inHand)) continue;
    write(control, fieldText(shown[name]));
  }
}

function write(control: Control, text: string) {
  if (isRadio(control)) control.checked = control.value === text;
  else if (control.value !== text) control.value = text;
  if (control instanceof HTMLTextAreaElement) grow(control);
}

/** Also where the browser does not know `field-sizing`. */
export function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** The field by its name: of radios the chosen one, else the first. */
export function fieldNamed(root: ParentNode, name: string): Control | null {
  const all = [...root.querySelectorAll<Control>(`[data-field][name="${CSS.escape(name)}"]`)];
  return all.find((control) => isRadio(control) && control.checked) ?? all[0] ?? null;
}

/** @returns whether there was a field before or after it in the same panel */
export function focusNeighbour(control: Control, step: 1 | -1): boolean {
  const panel = control.closest("[data-panel]");
  const names = [...(panel?.querySelectorAll<Control>("[data-field]:enabled") ?? [])].map(({ name }) => name);
  const inOrder = [...new Set(names)];
  const name = inOrder[inOrder.indexOf(control.name) + step];
  const next = panel && name !== undefined ? fieldNamed(panel, name) : null;
  next?.focus();
  return next !== null;
}

/** The radios of the same question. */
export function radiosOf({ form, name }: HTMLInputElement): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${name}"]`) ?? [])];
}

/** Nothing more fits where the cursor is. */
export function isFull(control: Control): boolean {
  if (control instanceof HTMLSelectElement || !isCommentField(control.name)) return false;
  return control.value.length >= lengthLimit(control.name) && selectedLength(control) === 0;
}

export function selectedLength(control: HTMLInputElement | HTMLTextAreaElement): number {
  return (control.selectionEnd ?? 0) - (control.selectionStart ?? 0);
}
