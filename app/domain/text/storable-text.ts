/**
 * Controls other than tab and line end, half of a surrogate pair, and what is no character in XML: the database, Word and
 * the printed page have no place for them. What turns the direction of the writing round makes a name read as another,
 * and more than four marks on a letter reach over the lines beside it.
 */
export const UNKEPT =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}|\p{M}{5}/u;

/** A piece of prose on one line: line ends and double spaces of what was pasted are single spaces. */
export function onOneLine(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
