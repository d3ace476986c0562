import { shownValues } from "#saving/client/row-state.ts";
import type { RowState } from "#saving/client/row-state.ts";
import { writeText } from "#ui/form/write-text.ts";

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
 * @param which `untouched` leaves the text that is being typed in alone
 */
export function writeFields(form: HTMLElement, state: RowState, which: "untouched" | "all"): void {
  const shown = shownValues(state);
  for (const control of form.querySelectorAll<Control>("[data-field]")) {
    if (which === "all" || !isBeingTyped(control)) write(control, fieldText(shown[control.name]));
  }
}

/** What was last written into a text; before that it holds what it was served with. */
const written = new WeakMap<Control, string>();

/** The cursor alone is no typing: what an earlier page left is written under it too. */
function isBeingTyped(control: Control): boolean {
  if (control !== document.activeElement || isChoice(control) || control instanceof HTMLSelectElement)
    return false;
  return control.value !== (written.get(control) ?? control.defaultValue);
}

function write(control: Control, text: string) {
  if (isRadio(control)) {
    control.checked = control.value === text;
    return;
  }
  if (control instanceof HTMLSelectElement) control.value = text;
  else writeText(control, text);
  written.set(control, text);
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

/**
 * C, S and R choose, as Y and N do; Delete takes the choice back.
 * @returns the radio that is chosen now, null when none is any more, undefined for any other key
 */
export function radioByKey(
  { form, name }: HTMLInputElement,
  key: string,
): HTMLInputElement | null | undefined {
  const radios = [...(form?.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${name}"]`) ?? [])];
  const isTakenBack = key === "Delete" || key === "Backspace";
  const chosen = radios.find(({ value }) => key.length === 1 && value.startsWith(key.toUpperCase()));
  if (!chosen && !isTakenBack) return undefined;
  for (const radio of radios) radio.checked = radio === chosen;
  return chosen ?? null;
}

/** Nothing more fits where the cursor is. */
export function isFull(control: Control): boolean {
  if (control instanceof HTMLSelectElement || !isCommentField(control.name)) return false;
  return control.value.length >= lengthLimit(control.name) && selectedLength(control) === 0;
}

export function selectedLength(control: HTMLInputElement | HTMLTextAreaElement): number {
  return (control.selectionEnd ?? 0) - (control.selectionStart ?? 0);
}
