type Selected = { value: string; selectionStart: number; selectionEnd: number };

/**
 * Replaces the selection with a phrase, adds spaces around it if needed, and returns the new text and cursor position.
 */
export function insertPhraseIntoText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}

/**
 * Writing systems and pictures that the report card's fonts do not have. The three signs are excluded, because the
 * fonts have them.
 */
const UNPRINTABLE =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])+/gu;

/** Lists, each once, the words and pictures that the report card would print as question marks. */
export function findUnprintable(text: string): string[] {
  return [...new Set(text.match(UNPRINTABLE))];
}
