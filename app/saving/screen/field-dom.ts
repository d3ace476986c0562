import type { KeyboardEvent } from "react";

import { fieldText } from "#fields/kind.ts";
import type { Values } from "#fields/value.ts";
import { isTouched } from "#ui/is-touched.ts";

/** What a value is entered in: a line, a text, a list, a box, or one of several radios of the same name. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input[data-field],textarea[data-field],select[data-field]";

/** The control that an event is about; null for a button, or for a radio that decides whose value to keep. */
export function controlOf(target: EventTarget | null): Control | null {
  return target instanceof HTMLElement && target.matches(CONTROLS) ? (target as Control) : null;
}

/** The field that an event is about, be it entered in a control or by presses on a button; its name unless said. */
export function fieldName(target: EventTarget | null): string {
  if (!(target instanceof HTMLElement)) return "";
  return target.dataset.field === "" ? (target as Control).name : (target.dataset.field ?? "");
}

/** Chosen, not typed: saved soon after, without its field being left. */
export function isChosen(control: Control): boolean {
  return control instanceof HTMLSelectElement || isTicked(control);
}

/** An arrow key goes to the next choice of a list or of radios, and is no decision yet. */
export function isPassable(control: Control): boolean {
  return control instanceof HTMLSelectElement || isRadio(control);
}

/** A radio or a box: what it says is whether it is ticked. */
function isTicked(control: Control): control is HTMLInputElement {
  return isRadio(control) || control.type === "checkbox";
}

/** What stands in a control; a box that is not ticked says nothing. */
export function textOf(control: Control): string {
  return isTicked(control) && !control.checked ? "" : control.value;
}

/** Half a date: the browser shows it and says that there is none. */
export function isUnfinished(control: Control): boolean {
  return control.validity.badInput;
}

/** What a keystroke leaves, where it is not what was typed; a tick stands as it was made. */
export function setText(control: Control, text: string): void {
  if (!isTicked(control) && control.value !== text) control.value = text;
  grow(control);
}

/** As a person would: of radios the one of this value. */
export function enterText(control: Control, text: string): void {
  if (isTicked(control)) control.checked = control.value === text;
  else control.value = text;
}

export function isRadio(control: Control): control is HTMLInputElement {
  return control.type === "radio";
}

/** What links lead to a row by. */
export function rowId(row: string): string {
  return `row-${row}`;
}

/** The control of a field: of radios the chosen one, else the first. */
export function fieldNamed(root: ParentNode, field: string): Control | null {
  const all = [...root.querySelectorAll<Control>(CONTROLS)].filter((each) => fieldName(each) === field);
  return all.find((control) => isRadio(control) && control.checked) ?? all[0] ?? null;
}

/**
 * Writes a row's values into its fields.
 * @param which `untouched` leaves the text that is being typed in alone
 */
export function writeFields(root: ParentNode, shown: Values, which: "untouched" | "all"): void {
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    if (which === "all" || !isBeingTyped(control)) write(control, fieldText(shown[fieldName(control)]));
  }
}

/** What was last written into a text; before that it holds what it was served with. */
const written = new WeakMap<Control, string>();

/** The cursor alone is no typing: what an earlier page left is written under it too. */
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

/** A text is as high as what is in it, also where the browser does not know `field-sizing`. */
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
 * The first letter of a choice chooses it; Delete takes the choice back.
 * @returns the radio that is chosen now, null when none is any more, undefined for any other key
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

/** Keys that go on to another field. In a text or a list they are its own, and Enter on a button is the button's. */
export function stepOf(key: string, target: EventTarget): 1 | -1 | undefined {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return undefined;
  return key === "Enter" && !(target instanceof HTMLInputElement) ? undefined : STEPS[key];
}

/** Told by names, not by the layout: asking that would have the browser lay out the page between two keys. */
type IsHidden = (field: HTMLElement, row: HTMLElement) => boolean;

/** Down or up the column, past rows that do not show the field. @returns whether there was a row to go to */
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

/** To the field before or after this one in its row, past those that are not shown. @returns whether there was one */
export function focusBeside(from: HTMLElement, step: 1 | -1, isHidden: IsHidden): boolean {
  const row = from.closest("tr");
  const fields = [...(row?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const shown = fields.filter((field) => field === from || (row && !isHidden(field, row)));
  const beside = shown[shown.indexOf(from) + step];
  beside?.focus();
  return beside !== undefined;
}

/** A button that decides goes with its question: who types goes on in the row, and on touch no keyboard comes up. */
export function stayInRow(row: string, fields: readonly string[]): void {
  if (isTouched()) return;
  const all = [...(document.getElementById(rowId(row))?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const shown = all.filter((each) => each.checkVisibility());
  (shown.find((each) => controlOf(each) && fields.includes(fieldName(each))) ?? shown[0])?.focus();
}

function rowBeside(row: Element | null, step: 1 | -1): HTMLElement | null {
  const beside = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return beside instanceof HTMLElement ? beside : null;
}

/**
 * Writes a text into a field that may have the focus. A text that was selected whole stays selected: otherwise the mark
 * that is typed next would stand behind the one that was written.
 */
function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isWhole = isInHand(field) && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isWhole) field.select();
}

/** In a long text the person goes on writing, and does not type it anew. */
function isInHand(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field === document.activeElement && field instanceof HTMLInputElement;
}

/** A key that is the browser's, or part of a letter that is still being composed. */
export function isShortcut({ altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || nativeEvent.isComposing;
}
