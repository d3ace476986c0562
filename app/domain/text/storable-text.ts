import { formatCountOf } from "./noun.ts";

/**
 * Characters that a stored text must not contain. The database, Word and the PDF cannot hold control characters other
 * than tab and line end, half of a surrogate pair, and characters that XML excludes. A control character such as U+0092
 * (for an apostrophe), or U+FFFD, also shows that a file was read with the wrong encoding. Characters that reverse the
 * direction of writing can make two names look alike, and more than four accents on a letter overlap other lines.
 */
export const UNSTORABLE_CHARACTERS =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd-\uffff]|\p{Surrogate}|\p{M}{5}/u;

/** Characters that cannot be seen: soft hyphens, zero-width spaces, direction marks and byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** The joiners: U+200C keeps two letters apart, and U+200D connects them. */
const JOINERS = /[\u200c\u200d]/g;
const LETTER = /[\p{L}\p{M}]$/u;
const LETTER_WITHOUT_JOINERS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0300-\u036f]$/u;
const PART_OF_EMOJI = /[\p{S}\ufe0f]$/u;
const EMOJI = /^\p{S}/u;

const FIXED_SPACES = /[\u00a0\u2007\u202f]/g;

/** Matches any character above. One test lets clean texts skip the rest: an import checks up to 300,000 cells. */
const UNCLEAN = /[\u00a0\u00ad\u061c\u180e\u2007\u200b-\u200f\u202f\u2060-\u2064\ufeff]/;

/**
 * Removes characters from a text that nobody types but that web pages, Word and Excel paste. Otherwise a search would
 * not find a name with an invisible character, and a comment with non-breaking spaces would break within words.
 */
export function removeInvisibleCharacters(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  return text
    .replaceAll(INVISIBLE, "")
    .replaceAll(JOINERS, (joiner, index: number, whole: string) => (isNeeded(whole, index) ? joiner : ""))
    .replaceAll(FIXED_SPACES, " ");
}

/** Tells whether a joiner is needed. Indian and Arabic scripts need joiners, and so do combined emojis. */
function isNeeded(whole: string, index: number): boolean {
  const before = whole.slice(Math.max(0, index - 2), index);
  if (PART_OF_EMOJI.test(before)) return EMOJI.test(whole.slice(index + 1, index + 3));
  return LETTER.test(before) && !LETTER_WITHOUT_JOINERS.test(before);
}

/** Joins a text into one line: line breaks and repeated spaces become single spaces. */
export function toSingleLine(text: string): string {
  return removeInvisibleCharacters(text).normalize("NFC").replaceAll(/\s+/g, " ").trim();
}

/**
 * Removes matching characters from both ends of a text.
 * @param unwanted matches one character. A pattern for several, such as `[.\s]+$`, would take quadratic time on a text
 * with many blanks in the middle.
 */
export function trimEnds(text: string, unwanted: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Formats an error such as `12 characters too many: use at most 80`. */
export function formatTooLong(length: number, longest: number): string {
  return `${formatCountOf(length - longest, "character")} too many: use at most ${longest.toLocaleString("en")}`;
}

/** Reads the search text of a URL or a form. The text is never shortened, because the search box shows it again. */
export function parseSearchText(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll(/\p{Cc}/gu, "").trim() : "";
}
