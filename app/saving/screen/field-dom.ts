import type { KeyboardEvent } from "react";
import { formatDate } from "#domain/dates.ts";
import { isDay } from "#domain/paths.ts";
import { fieldText } from "#fields/kind.ts";
import type { Values } from "#fields/value.ts";
import { isTouched } from "#ui/is-touched.ts";

/** A control for a value: a line, a text, a list, a box, or one of several radios of the same name. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input[data-field],textarea[data-field],select[data-field]";

/** Returns the control of an event; null for a button, or for a radio that decides a conflict. */
export function controlOf(target: EventTarget | null): Control | null {
  return target instanceof HTMLElement && target.matches(CONTROLS) ? (target as Control) : null;
}

/** Returns the field of an event, in a control or on a button. An empty `data-field` stands for the control's name. */
export function fieldName(target: EventTarget | null): string {
  if (!(target instanceof HTMLElement)) return "";
  return target.dataset.field === "" ? (target as Control).name : (target.dataset.field ?? "");
}

/** Tells whether the value is chosen, not typed. A choice is saved soon, without its field being left. */
export function isChosen(control: Control): boolean {
  return control instanceof HTMLSelectElement || isTicked(control);
}

/** Tells whether an arrow key moves through the choices of a list or of radios, which is no decision yet. */
export function isPassable(control: Control): boolean {
  return control instanceof HTMLSelectElement || isRadio(control);
}

/** Tells whether the control is a radio or a box, whose value depends on the tick. */
function isTicked(control: Control): control is HTMLInputElement {
  return isRadio(control) || control.type === "checkbox";
}

/** Returns the text in a control; empty for a box that is not ticked. */
export function textOf(control: Control): string {
  return isTicked(control) && !control.checked ? "" : control.value;
}

/** Writes the text that a keystroke leaves, if it is not the text that was typed. A tick stays as it was made. */
export function setText(control: Control, text: string): void {
  if (!isTicked(control) && control.value !== text) control.value = text;
  grow(control);
}

/** Enters a text as a person would: a radio or a box is ticked if the text is its value. */
export function enterText(control: Control, text: string): void {
  if (isTicked(control)) control.checked = control.value === text;
  else control.value = text;
}

export function isRadio(control: Control): control is HTMLInputElement {
  return control.type === "radio";
}

/** Returns the id that links to a row use. */
export function rowId(row: string): string {
  return `row-${row}`;
}

/** Returns the control of a field: of several radios the chosen one, or else the first. */
export function fieldNamed(root: ParentNode, field: string): Control | null {
  const all = [...root.querySelectorAll<Control>(CONTROLS)].filter((item) => fieldName(item) === field);
  return all.find((control) => isRadio(control) && control.checked) ?? all[0] ?? null;
}

/** Writes a row's values into its fields. With `untouched`, the text that is being typed in stays. */
export function writeFields(root: ParentNode, shown: Values, which: "untouched" | "all"): void {
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    if (which === "all" || !isBeingTyped(control)) write(control, shownText(control, shown));
  }
}

/** A date is stored as `2026-09-07` and shown as `7 Sep 2026`. */
function shownText(control: Control, shown: Values): string {
  const text = fieldText(shown[fieldName(control)]);
  return "date" in control.dataset && isDay(text) ? formatDate(text) : text;
}

/** The text that was last written into a control. Before that, a control holds what it was served with. */
const written = new WeakMap<Control, string>();

/**
 * Tells whether somebody is typing in a text. The cursor alone does not count, so that values which an earlier page
 * left appear under it too.
 */
function isBeingTyped(control: Control): boolean {
  if (control !== document.activeElement || isTicked(control)) return false;
  if (control instanceof HTMLSelectElement) return false;
  return control.value !== (written.get(control) ?? control.defaultValue);
}

function write(control: Control, text: string) {
  if (isTicked(control) || control instanceof HTMLSelectElement) return enterText(control, text);
  writeText(control, text);
  written.set(control, text);
  grow(control);
}

/** Makes a text area as high as its text in browsers that do not know `field-sizing`. */
function grow(control: Control): void {
  if (!(control instanceof HTMLTextAreaElement) || CSS.supports("field-sizing", "content")) return;
  control.style.height = "auto";
  control.style.height = `${control.scrollHeight + control.offsetHeight - control.clientHeight}px`;
}

export function selectedLength(control: Control): number {
  if (control instanceof HTMLSelectElement) return 0;
  return (control.selectionEnd ?? 0) - (control.selectionStart ?? 0);
}

/**
 * Chooses the radio whose value begins with the key; Delete and Backspace remove the choice. Returns the chosen radio,
 * null if none is chosen any longer, and undefined for any other key.
 */
export function radioByKey(radio: HTMLInputElement, key: string): HTMLInputElement | null | undefined {
  const { form, name } = radio;
  const radios = [...(form?.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${name}"]`) ?? [])];
  const isTakenBack = key === "Delete" || key === "Backspace";
  const chosen = radios.find(({ value }) => key.length === 1 && value.startsWith(key.toUpperCase()));
  if (!chosen && !isTakenBack) return undefined;
  for (const each of radios) each.checked = each === chosen;
  return chosen ?? null;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Returns the step of a key that moves to another field. Texts and lists use these keys themselves, and Enter on a
 * button presses the button.
 */
export function stepOf(key: string, target: EventTarget): 1 | -1 | undefined {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return undefined;
  return key === "Enter" && !(target instanceof HTMLInputElement) ? undefined : STEPS[key];
}

/** Decides by names, not by layout: reading the layout would make the browser lay out the page between two keys. */
type IsHidden = (field: HTMLElement, row: HTMLElement) => boolean;

/**
 * Moves the focus up or down the column, past rows that do not show the field, and returns whether there was such a
 * row.
 */
export function focusInColumn(from: HTMLElement, step: 1 | -1, isHidden: IsHidden): boolean {
  const name = fieldName(from);
  for (let row = rowBeside(from.closest("tr"), step); row; row = rowBeside(row, step)) {
    const field = row.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (!field || isHidden(field, row)) continue;
    field.focus();
    return true;
  }
  return false;
}

/** Moves the focus to the previous or next shown field of the row, and returns whether there was one. */
export function focusBeside(from: HTMLElement, step: 1 | -1, isHidden: IsHidden): boolean {
  const row = from.closest("tr");
  const fields = [...(row?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const shown = fields.filter((field) => field === from || (row && !isHidden(field, row)));
  const beside = shown[shown.indexOf(from) + step];
  beside?.focus();
  return beside !== undefined;
}

/**
 * Moves the focus back into the row, because a button that decides disappears with its question. On touch screens the
 * focus stays away, so that no keyboard opens.
 */
export function stayInRow(row: string, fields: readonly string[]): void {
  if (isTouched()) return;
  const all = [...(document.getElementById(rowId(row))?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const shown = all.filter((item) => item.checkVisibility());
  (shown.find((item) => controlOf(item) && fields.includes(fieldName(item))) ?? shown[0])?.focus();
}

function rowBeside(row: Element | null, step: 1 | -1): HTMLElement | null {
  const beside = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return beside instanceof HTMLElement ? beside : null;
}

/**
 * Writes a text into a field that may have the focus. A text that was selected whole stays selected: otherwise the next
 * typed mark would be appended to the written one.
 */
function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isWhole = isInHand(field) && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isWhole) field.select();
}

/** Tells whether the focus is in a line. In a long text the person writes on, and does not type the text anew. */
function isInHand(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field === document.activeElement && field instanceof HTMLInputElement;
}

/** Tells whether a key belongs to the browser, or to a letter that is still being composed. */
export function isShortcut({ altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || nativeEvent.isComposing;
}
