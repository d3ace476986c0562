type Selected = { value: string; selectionStart: number; selectionEnd: number };

/** A phrase in the place of what is selected, with a space to its neighbours, and where the cursor goes on. */
export function insertedText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}
