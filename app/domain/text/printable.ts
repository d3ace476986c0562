/** Matches scripts and pictures that the fonts of documents lack. The three excluded signs are in the fonts. */
const UNPRINTABLE =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])+/gu;

/** Lists the words and pictures that documents would print as question marks, without repetition. */
export function findUnprintable(text: string): string[] {
  return [...new Set(text.match(UNPRINTABLE))];
}
