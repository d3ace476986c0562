const FOCUS_EVENTS = ["focusin", "focusout", "focus", "blur"];

/**
 * Opens a modal dialog so that the page under it does not notice: a field that is being typed in is not left by it
 * (half a mark would be saved), and has its cursor where it was when the dialog is closed.
 * @returns what closes it
 */
export function openKeepingFocus(dialog: HTMLDialogElement): () => void {
  const field = document.activeElement;
  const cursor = cursorOf(field);
  quietly(() => {
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  });
  return () => {
    quietly(() => {
      dialog.close();
      if (field instanceof HTMLElement && field.isConnected) field.focus({ preventScroll: true });
    });
    if (cursor) cursor();
  };
}

function quietly(act: () => void) {
  for (const name of FOCUS_EVENTS) window.addEventListener(name, silence, true);
  act();
  for (const name of FOCUS_EVENTS) window.removeEventListener(name, silence, true);
}

function silence(event: Event) {
  event.stopImmediatePropagation();
}

/** @returns what puts it back; null where there is none */
function cursorOf(field: Element | null): (() => void) | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null ? null : () => field.setSelectionRange(selectionStart, selectionEnd);
}
