/**
 * Removes matching characters from both ends of a text.
 * @param unwanted matches one character; a pattern such as `[.\s]+$` would take quadratic time over blanks in the
 * middle
 */
export function trimEnds(text: string, unwanted: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
