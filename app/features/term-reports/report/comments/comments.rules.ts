type Selected = { value: string; selectionStart: number; selectionEnd: number };

/** Replaces the selected text with a phrase, with spaces around it. Returns the new text and cursor position. */
export function insertPhraseIntoText({ value, selectionStart, selectionEnd }: Selected, phrase: string) {
  const before = value.slice(0, selectionStart).trimEnd();
  const after = value.slice(selectionEnd).trimStart();
  const start = before === "" ? phrase : `${before} ${phrase}`;
  return { text: after === "" ? start : `${start} ${after}`, cursor: start.length };
}

/** Matches scripts and pictures that the fonts of the report card lack. The three excluded signs are in the fonts. */
const UNPRINTABLE =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])+/gu;

/** Lists the words and pictures that the report card would print as question marks, without repetition. */
export function findUnprintable(text: string): string[] {
  return [...new Set(text.match(UNPRINTABLE))];
}
