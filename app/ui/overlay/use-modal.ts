import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

type DialogRef = RefObject<HTMLDialogElement>;

/**
 * Turns the served `<dialog open>` into a modal one; afterwards the focus returns to where it came from. In a browser
 * without modal dialogs the served form stays: a page section with a way out.
 */
export function useServedModal(): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);
  const isModal = useRef(false);

  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current && !isModal.current) isModal.current = showServed(dialog.current);
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return dialog;
}

/**
 * Opens a modal dialog so that the page under it does not notice: a field that is being typed in is not left by it
 * (half a mark would be saved), and has its cursor where it was when the dialog is closed.
 */
export function useFocusKeepingModal(): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);

  // As a layout effect it closes the dialog before React takes it off the page; later, the focus could not return.
  useLayoutEffect(() => (dialog.current ? openKeepingFocus(dialog.current) : undefined), []);

  return dialog;
}

function showServed(dialog: HTMLDialogElement): boolean {
  if (!("showModal" in dialog)) return false;
  // The attribute is removed, because close() would announce a closing that nobody asked for.
  dialog.removeAttribute("open");
  showModal(dialog);
  return true;
}

function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
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

/** @returns what puts the cursor back; null where there is none */
function cursorOf(field: Element | null): (() => void) | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null ? null : () => field.setSelectionRange(selectionStart, selectionEnd);
}
