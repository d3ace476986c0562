type Selected = { value: string; selectionStart: number; selectionEnd: number };

/** Replaces the selected text with a phrase, with spaces around it. Returns the new text and cursor position. */
export function insertPhraseIntoText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}
