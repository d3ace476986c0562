/**
 * Scripts and pictures for which the report card's fonts have no glyph. The three signs are excluded, because the fonts
 * have them.
 */
const UNPRINTABLE =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])+/gu;

/** Lists, each once, the words and pictures of a comment that the report card would print as question marks. */
export function unprintableIn(text: string): string[] {
  return [...new Set(text.match(UNPRINTABLE))];
}
