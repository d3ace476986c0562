/**
 * Writes a text into a field that may have the focus. A text that was selected whole stays selected: otherwise the mark
 * that is typed next would stand behind the one that was written.
 */
export function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isWhole = isInHand(field) && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isWhole) field.select();
}

/** In a long text the person goes on writing, and does not type it anew. */
function isInHand(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field === document.activeElement && field instanceof HTMLInputElement;
}
