/** Scripts and pictures that the fonts of the report card have no glyphs for; the three signs are in them. */
const UNPRINTABLE =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])+/gu;

/** What of a comment the card would print as marks of question: words and pictures, each once. */
export function unprintableIn(text: string): string[] {
  return [...new Set(text.match(UNPRINTABLE))];
}
