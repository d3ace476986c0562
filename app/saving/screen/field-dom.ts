import type { KeyboardEvent } from "react";
import { formatDate } from "#domain/dates.ts";
import { isCalendarDay } from "#domain/paths.ts";
import { formatFieldText } from "#fields/kind.ts";
import type { FieldValues } from "#fields/value.ts";
import { hasTouchScreen } from "#ui/is-touched.ts";

/** A form control: a text field, a text area, a list, a checkbox, or one of several radio buttons of the same name. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input[data-field],textarea[data-field],select[data-field]";

/** Returns the control of an event, or null for a button and for a radio button that decides a conflict. */
export function findControlOfEvent(target: EventTarget | null): FormControl | null {
  return target instanceof HTMLElement && target.matches(CONTROLS) ? (target as FormControl) : null;
}

/** Returns the field of an event's control or button. If `data-field` is empty, this is the control's name. */
export function fieldNameOfEvent(target: EventTarget | null): string {
  if (!(target instanceof HTMLElement)) return "";
  return target.dataset.field === "" ? (target as FormControl).name : (target.dataset.field ?? "");
}

/** Tells whether the value is chosen rather than typed. A chosen value is saved before the focus leaves the field. */
export function isChoiceControl(control: FormControl): boolean {
  return control instanceof HTMLSelectElement || isTicked(control);
}

/** Tells whether arrow keys move through the options of a list or of radio buttons. Moving is not yet a decision. */
export function hasArrowKeyOptions(control: FormControl): boolean {
  return control instanceof HTMLSelectElement || isRadio(control);
}

function isTicked(control: FormControl): control is HTMLInputElement {
  return isRadio(control) || control.type === "checkbox";
}

/** Returns the text in a control. It is empty for an unchecked checkbox or radio button. */
export function controlText(control: FormControl): string {
  return isTicked(control) && !control.checked ? "" : control.value;
}

/** Writes the text that results from a keystroke, if it differs. Checkboxes and radio buttons do not change. */
export function setControlText(control: FormControl, text: string): void {
  if (!isTicked(control) && control.value !== text) control.value = text;
  grow(control);
}

/** Enters a value as a person would. A radio button or checkbox is checked if the text is its value. */
export function enterControlText(control: FormControl, text: string): void {
  if (isTicked(control)) control.checked = control.value === text;
  else control.value = text;
}

export function isRadio(control: FormControl): control is HTMLInputElement {
  return control.type === "radio";
}

/** Returns the HTML id of a row. Links to the row use it. */
export function rowElementId(row: string): string {
  return `row-${row}`;
}

/**
 * Returns the control of a field. If the field has several radio buttons, returns the checked one, or the first one
 * if none is checked.
 */
export function findFieldControl(root: ParentNode, field: string): FormControl | null {
  const all = [...root.querySelectorAll<FormControl>(CONTROLS)].filter(
    (item) => fieldNameOfEvent(item) === field,
  );
  return all.find((control) => isRadio(control) && control.checked) ?? all[0] ?? null;
}

/** Writes a row's values into its fields. With `untouched`, a text that is being typed is not overwritten. */
export function writeFields(root: ParentNode, shown: FieldValues, which: "untouched" | "all"): void {
  for (const control of root.querySelectorAll<FormControl>(CONTROLS)) {
    if (which === "all" || !isBeingTyped(control)) write(control, shownText(control, shown));
  }
}

/** Returns the displayed text. A date is stored as `2026-09-07` and shown as `7 Sep 2026`. */
function shownText(control: FormControl, shown: FieldValues): string {
  const text = formatFieldText(shown[fieldNameOfEvent(control)]);
  return "date" in control.dataset && isCalendarDay(text) ? formatDate(text) : text;
}

/** The text that was last written into each control. Any other control has the text with which it was loaded. */
const written = new WeakMap<FormControl, string>();

/**
 * Tells whether somebody is typing in a text field. The cursor alone does not count, because unsent values of an
 * earlier page must appear in that field too.
 */
function isBeingTyped(control: FormControl): boolean {
  if (control !== document.activeElement || isTicked(control)) return false;
  if (control instanceof HTMLSelectElement) return false;
  return control.value !== (written.get(control) ?? control.defaultValue);
}

function write(control: FormControl, text: string) {
  if (isTicked(control) || control instanceof HTMLSelectElement) return enterControlText(control, text);
  writeText(control, text);
  written.set(control, text);
  grow(control);
}

/** Makes a text area as high as its text, in browsers without `field-sizing`. */
function grow(control: FormControl): void {
  if (!(control instanceof HTMLTextAreaElement) || CSS.supports("field-sizing", "content")) return;
  control.style.height = "auto";
  control.style.height = `${control.scrollHeight + control.offsetHeight - control.clientHeight}px`;
}

export function getSelectionLength(control: FormControl): number {
  if (control instanceof HTMLSelectElement) return 0;
  return (control.selectionEnd ?? 0) - (control.selectionStart ?? 0);
}

/**
 * Checks the radio button whose value begins with the key. Delete and Backspace uncheck it. Returns the checked radio
 * button, null if none is checked any longer, and undefined for any other key.
 */
export function checkRadioByKey(radio: HTMLInputElement, key: string): HTMLInputElement | null | undefined {
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
 * Returns the direction of a key that moves to another field. In text areas and lists these keys have another use, and
 * Enter on a button presses the button.
 */
export function fieldStepOfKey(key: string, target: EventTarget): 1 | -1 | undefined {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return undefined;
  return key === "Enter" && !(target instanceof HTMLInputElement) ? undefined : STEPS[key];
}

/** Tells whether a field is hidden. Class names decide, because reading the layout would slow down typing. */
type IsHidden = (field: HTMLElement, row: HTMLElement) => boolean;

/** Moves the focus up or down the column, past rows without the field. Returns whether there was another row. */
export function focusInColumn(from: HTMLElement, step: 1 | -1, isHidden: IsHidden): boolean {
  const name = fieldNameOfEvent(from);
  for (let row = rowBeside(from.closest("tr"), step); row; row = rowBeside(row, step)) {
    const field = row.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (!field || isHidden(field, row)) continue;
    field.focus();
    return true;
  }
  return false;
}

/** Moves the focus to the previous or next visible field of the row. Returns whether there was one. */
export function focusAdjacentField(from: HTMLElement, step: 1 | -1, isHidden: IsHidden): boolean {
  const row = from.closest("tr");
  const fields = [...(row?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const shown = fields.filter((field) => field === from || (row && !isHidden(field, row)));
  const beside = shown[shown.indexOf(from) + step];
  beside?.focus();
  return beside !== undefined;
}

/**
 * Moves the focus back into the row when a button disappears after a decision. On touch screens the focus does not
 * move, because that would open the keyboard.
 */
export function returnFocusToRow(row: string, fields: readonly string[]): void {
  if (hasTouchScreen()) return;
  const all = [
    ...(document.getElementById(rowElementId(row))?.querySelectorAll<HTMLElement>("[data-field]") ?? []),
  ];
  const shown = all.filter((item) => item.checkVisibility());
  (
    shown.find((item) => findControlOfEvent(item) && fields.includes(fieldNameOfEvent(item))) ?? shown[0]
  )?.focus();
}

function rowBeside(row: Element | null, step: 1 | -1): HTMLElement | null {
  const beside = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return beside instanceof HTMLElement ? beside : null;
}

/**
 * Writes text into a field that may have the focus. If all text was selected, the new text is selected too, so that the
 * next mark typed replaces it.
 */
function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isWhole = isInHand(field) && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isWhole) field.select();
}

/** Tells whether the focus is in a single-line field. In a text area, people continue the text they have. */
function isInHand(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field === document.activeElement && field instanceof HTMLInputElement;
}

/** Tells whether a key is a browser shortcut, or part of a character that is still being composed. */
export function isShortcut({ altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || nativeEvent.isComposing;
}
