import iconv from "iconv-lite";
import type { SpreadsheetReaderDecision } from "./sheet.ts";

/** The encodings that a file can be read in, by their names in iconv-lite, with the words shown on the screen. */
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16, big-endian",
  "windows-1252": "Western European, Windows-1252",
  macintosh: "Western European, Mac Roman",
  cp850: "Western European, DOS (CP850)",
  "windows-1250": "Central European, Windows-1250",
} as const;

type Encoding = keyof typeof ENCODINGS;

/** The encodings with one byte per letter that files in this country use. The likeliest comes first. */
const SINGLE_BYTE = ["windows-1252", "macintosh", "cp850"] as const;

/** The number of letters to examine. Encodings can be told apart long before the end of a large file. */
const MOST_LETTERS = 5_000;

/**
 * Letters that occur in the names of this country, its neighbours and Western Europe: first the frequent small
 * letters, then all other letters.
 */
const FREQUENT = new Set("áçéèêëíñóúüœ");
const CAPITALS = new Set("ÁÀÂÄÃÇÉÈÊËÍÌÎÏÑÓÒÔÖÕÚÙÛÜŒÆØÅÝŠŽ");
const RARE = new Set("àâäãìîïòôöõùûæøåßýÿšž");
const NEUTRAL = new Set("\u00a0\u00ad°ºª½£€©");

const IS_LETTER = /\p{L}/u;
const IS_LOWER = /\p{Ll}/u;
const IS_UPPER = /\p{Lu}/u;
const BROKEN = /\uFFFD/g;
const REPLACEMENT = 0xfffd;
const LAST_ASCII = 0x7f;

export type DecodedText = { text: string; decision: SpreadsheetReaderDecision };

function isEncoding(name: string | undefined): name is Encoding {
  return name !== undefined && Object.hasOwn(ENCODINGS, name);
}

/**
 * Decodes a text by its byte order mark, as UTF-8, or in the one-byte encoding in which its letters make the best
 * words. Returns null if no encoding makes words.
 */
export function decodeText(bytes: Buffer, wanted: string | undefined): DecodedText | null {
  const guess = guessEncoding(bytes);
  if (isEncoding(wanted) && wanted !== guess?.encoding) {
    const text = iconv.decode(bytes, wanted);
    return { text, decision: decisionOf(wanted, `You chose this encoding. ${firstLetters(text)}`.trim()) };
  }
  return guess && { text: guess.text, decision: decisionOf(guess.encoding, guess.evidence) };
}

function decisionOf(encoding: Encoding, evidence: string): SpreadsheetReaderDecision {
  const options = Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }));
  return { value: encoding, evidence, options };
}

type Guess = { encoding: Encoding; text: string; evidence: string };

function guessEncoding(bytes: Buffer): Guess | null {
  const marked = guessByMark(bytes);
  if (marked) return marked;
  const text = new TextDecoder("utf-8").decode(bytes);
  const { valid, broken } = countLetters(text);
  if (valid + broken === 0) return { encoding: "utf-8", text, evidence: PLAIN };
  if (broken === 0)
    return {
      encoding: "utf-8",
      text,
      evidence: `The whole file is valid UTF-8. ${firstLetters(text)}`.trim(),
    };
  // Letters of another encoding almost never form a letter of UTF-8 by chance.
  if (valid >= broken)
    return { encoding: "utf-8", text, evidence: `The file is UTF-8. ${damagedWords(text, broken)}` };
  return guessSingleByte(bytes);
}

const PLAIN = "The file has no accented letters, so it reads the same in every encoding.";

/** Counts the letters outside ASCII that were decoded, and the letters that the decoder could not read. */
function countLetters(text: string): { valid: number; broken: number } {
  let [valid, broken] = [0, 0];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === REPLACEMENT) broken += 1;
    else if (code > LAST_ASCII) valid += 1;
  }
  return { valid, broken };
}

function guessByMark(bytes: Buffer): Guess | null {
  const encoding = encodingOfMark(bytes);
  if (encoding === null) return null;
  const hasMark = bytes[0] === 0xff || bytes[0] === 0xfe;
  const evidence = hasMark
    ? "The first bytes of the file say that it is UTF-16."
    : "The file looks like UTF-16: every second byte is empty.";
  return { encoding, text: iconv.decode(bytes, encoding), evidence };
}

/** Recognises UTF-16 by its byte order mark, or because every second byte of Latin letters is zero. */
function encodingOfMark(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 400);
  const empty = (half: number) => start.filter((byte, place) => place % 2 === half && byte === 0).length;
  const half = start.length / 2;
  if (half < 4) return null;
  if (empty(1) > half * 0.8 && empty(0) === 0) return "utf-16le";
  return empty(0) > half * 0.8 && empty(1) === 0 ? "utf-16be" : null;
}

function guessSingleByte(bytes: Buffer): Guess | null {
  const read = SINGLE_BYTE.map((encoding) => {
    const text = iconv.decode(bytes, encoding);
    return { encoding, text, score: scoreOf(text) };
  }).sort((a, b) => b.score - a.score);
  const [best, other] = read;
  if (!best || !other || best.score < 0) return null;
  const { broken } = countLetters(best.text);
  const damage = broken > 0 ? ` ${damagedWords(best.text, broken)}` : "";
  return { encoding: best.encoding, text: best.text, evidence: `${comparison(best, other)}${damage}`.trim() };
}

/** Returns how well the letters outside ASCII fit into their words: an accented letter follows letters, for example. */
function scoreOf(text: string): number {
  let score = 0;
  let seen = 0;
  // eslint-disable-next-line no-control-regex -- outside ASCII
  for (const { 0: letter, index } of text.matchAll(/[^\x00-\x7f]/g)) {
    score += fitOf(letter, text[index - 1] ?? " ", text[index + 1] ?? " ");
    seen += 1;
    if (seen >= MOST_LETTERS) break;
  }
  return score;
}

function fitOf(letter: string, before: string, after: string): number {
  const isInWord = IS_LETTER.test(before) || IS_LETTER.test(after);
  if (FREQUENT.has(letter) || RARE.has(letter)) {
    if (!isInWord || IS_UPPER.test(after)) return -1;
    if (!IS_LETTER.test(before)) return 0;
    return RARE.has(letter) ? 2 : 3;
  }
  if (CAPITALS.has(letter)) return IS_LOWER.test(before) || !isInWord ? -2 : 2;
  if (letter === "’" || letter === "‘") return quoteFit(before, after);
  if (letter === "“" || letter === "”" || letter === "–" || letter === "—" || letter === "…")
    return IS_LETTER.test(before) && IS_LETTER.test(after) ? -1 : 2;
  return NEUTRAL.has(letter) ? 0 : -3;
}

/**
 * Rates an apostrophe within a word. `O’Brien`, `D’Abreu` and `Mary’s` are likely, but `Garc’a` is García in the
 * encoding of a Macintosh.
 */
function quoteFit(before: string, after: string): number {
  if (IS_UPPER.test(before) || IS_UPPER.test(after)) return 3;
  return after === "s" || !IS_LETTER.test(after) ? 3 : 1;
}

const LONGEST_WORD = 40;
const IN_WORD = /[\p{L}\p{M}’‘'-]/u;

/** Returns the word around a letter, shortened. */
function wordAt(text: string, place: number): { word: string; from: number } {
  let [from, to] = [place, place + 1];
  while (from > place - LONGEST_WORD / 2 && IN_WORD.test(text[from - 1] ?? "")) from -= 1;
  while (to < place + LONGEST_WORD / 2 && IN_WORD.test(text[to] ?? "")) to += 1;
  return { word: text.slice(from, to), from };
}

/** Returns words such as `Row 14 reads Villafaña.` about the first letter outside ASCII. */
function firstLetters(text: string): string {
  // eslint-disable-next-line no-control-regex -- outside ASCII
  const place = text.search(/[^\x00-\x7f]/);
  const { word } = wordAt(text, place);
  return place === -1 || word.includes("\uFFFD") ? "" : `Row ${rowAt(text, place)} reads ${word}.`;
}

type Read = { encoding: Encoding; text: string };

/** Both encodings have one byte per letter, so a word is at the same place in both texts. */
function comparison({ text }: Read, other: Read): string {
  const place = firstDifference(text, other.text);
  if (place === -1) return firstLetters(text);
  const { word, from } = wordAt(text, place);
  const instead = other.text.slice(from, from + word.length);
  const name = ENCODINGS[other.encoding].split(", ").at(-1) ?? "";
  return `Row ${rowAt(text, place)} reads ${word}; with ${name} it would read ${instead}.`;
}

/** Prefers a letter to a dash or a quotation mark, which says less. */
function firstDifference(one: string, other: string): number {
  let first = -1;
  for (let place = 0; place < one.length; place += 1) {
    if (one[place] === other[place]) continue;
    if (IS_LETTER.test(one[place] ?? "")) return place;
    if (first === -1) first = place;
  }
  return first;
}

const MOST_NAMED = 5;

function damagedWords(text: string, broken: number): string {
  const rows = new Set<number>();
  for (const { index } of text.matchAll(BROKEN)) {
    rows.add(rowAt(text, index));
    if (rows.size > MOST_NAMED) break;
  }
  const named = [...rows].slice(0, MOST_NAMED).join(", ");
  const more = rows.size > MOST_NAMED ? " and more" : "";
  const letters = broken === 1 ? "1 letter is damaged" : `${broken.toLocaleString("en")} letters are damaged`;
  return `${letters}, in ${rows.size === 1 ? "row" : "rows"} ${named}${more}.`;
}

/** Returns the number of the row at a place, counted as spreadsheet programs do. */
function rowAt(text: string, place: number): number {
  return text.slice(0, place).split(/\r\n|\r|\n/).length;
}
