import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { hasTouchScreen } from "../is-touched.ts";

type DialogRef = RefObject<HTMLDialogElement>;

/**
 * Makes the served `<dialog open>` modal, and returns the focus after closing. A field in which somebody types before
 * the scripts have loaded keeps the focus and the cursor. In a browser without modal dialogs, the dialog stays a
 * section of the page, with a link that closes it.
 */
export function useModalFromServerHtml({ opensTab = false } = {}): DialogRef {
  const isTab = useRef(opensTab);
  const dialog = useRef<HTMLDialogElement>(null);
  const isModal = useRef(false);

  useEffect(() => {
    const focused = document.activeElement;
    const opener = isInside(focused, dialog.current) ? null : focused;
    if (dialog.current && !isModal.current) isModal.current = showServed(dialog.current);
    if (dialog.current && isTab.current) startInTab(dialog.current);
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return dialog;
}

/**
 * Opens a modal dialog without a blur event in the page underneath, because a field that saves on blur would save a
 * half-typed mark. After the dialog closes, the field has its cursor at the same place.
 */
export function useFocusKeepingModal(): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect closes the dialog before React removes the dialog from the page. Afterwards the focus could not be
  // returned.
  useLayoutEffect(() => (dialog.current ? openKeepingFocus(dialog.current) : undefined), []);

  return dialog;
}

const CONTROLS = ["a[href]", "button", "input", "select", "textarea", "summary"]
  .map((control) => `.record-body ${control}:not(:disabled, [type=hidden], [tabindex="-1"])`)
  .join();
const CHANGED_BY_A_KEY = "[type=checkbox], [type=radio], select[data-field]";

/**
 * Focuses the first field of a tab that was opened for typing. The focus stays on the tab in two cases: on a touch
 * screen, where a keyboard would cover the fields, and if the first field is a tick box or list that saves by itself,
 * where a stray key press would change the record.
 */
function startInTab(dialog: HTMLDialogElement): void {
  const [first] = dialog.querySelectorAll<HTMLElement>(CONTROLS);
  const isField =
    first && first.matches("input, select, textarea, summary") && !first.matches(CHANGED_BY_A_KEY);
  const tab = dialog.querySelector<HTMLElement>("[aria-current=page]");
  (isField && !hasTouchScreen() ? first : tab)?.focus();
}

function showServed(dialog: HTMLDialogElement): boolean {
  if (!("showModal" in dialog)) return false;
  const focused = document.activeElement;
  // The attribute is removed because close() would send a `close` event, as if the person had closed the dialog.
  dialog.removeAttribute("open");
  if (focused instanceof HTMLElement && isInside(focused, dialog)) showModalAround(focused, dialog);
  else showModal(dialog);
  return true;
}

function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
}

function showModalAround(field: HTMLElement, dialog: HTMLDialogElement): void {
  const restoreCursor = cursorOf(field);
  withoutFocusEvents(() => {
    dialog.showModal();
    field.focus({ preventScroll: true });
  });
  restoreCursor?.();
}

function isInside(element: Element | null, dialog: HTMLDialogElement | null): boolean {
  return element !== dialog && dialog?.contains(element) === true;
}

function openKeepingFocus(dialog: HTMLDialogElement): () => void {
  const field = document.activeElement;
  const restoreCursor = cursorOf(field);
  withoutFocusEvents(() => showModal(dialog));
  return () => {
    withoutFocusEvents(() => {
      dialog.close();
      if (field instanceof HTMLElement && field.isConnected) field.focus({ preventScroll: true });
    });
    restoreCursor?.();
  };
}

const FOCUS_EVENTS = ["focusin", "focusout", "focus", "blur"];

function withoutFocusEvents(act: () => void) {
  for (const name of FOCUS_EVENTS) window.addEventListener(name, stopEvent, true);
  act();
  for (const name of FOCUS_EVENTS) window.removeEventListener(name, stopEvent, true);
}

function stopEvent(event: Event) {
  event.stopImmediatePropagation();
}

/** Returns a function that restores the cursor's place, or null for an element without a cursor. */
function cursorOf(field: Element | null): (() => void) | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null ? null : () => field.setSelectionRange(selectionStart, selectionEnd);
}
