/**
 * Writes a text into a field that somebody may have in hand. One that was selected whole stays so: otherwise the mark
 * that is typed next would stand behind the one that was written.
 */
export function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const isWhole = isInHand(field) && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isWhole) field.select();
}

/** A long text is written on in, not typed anew. */
function isInHand(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field === document.activeElement && field instanceof HTMLInputElement;
}
