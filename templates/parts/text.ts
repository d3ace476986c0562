import type { ContentStack, ContentText } from "pdfmake/interfaces.js";
import { hasGlyph, breakIntoLines, type TextStyle } from "./fonts.ts";
import { SANS_SERIF_FONT, SERIF_FONT } from "./type.ts";
import type { FontFace } from "./shared-fonts.ts";

/** A piece of text, and a font family that can print it. */
export type FontRun = { text: string; family: string };
export type PrintableText = { runs: FontRun[]; missing: number[] };

/** Characters that both font families print unchanged. Nearly every text passes this quick test. */
const PLAIN =
  /^[\n\x20-\x7e\xa0-\xac\xae-\xb1\xb4-\xb8\xba-\u017f\u2007\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/;

export function isPlainText(text: string): boolean {
  return PLAIN.test(text);
}

/** Tells whether all texts in the data are plain. Characters that JSON writes with a backslash are taken as others. */
export function isPlainData(data: object): boolean {
  const json = JSON.stringify(data);
  return PLAIN.test(json) && !/\\[bftru]/.test(json);
}

/** Characters without a visible glyph: control characters, joiners, direction marks and emoji variation selectors. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Surrogate}\ufffe\uffff]/gu;
const ODD_SPACE = /[\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/g;

const REPLACEMENT = 0xfffd;
const LINE_FEED = 0x0a;

/**
 * Converts a text to a form for which the fonts have glyphs: composed letters, spaces that both families have, and no
 * invisible characters. Only the printed text changes; the stored text stays as it was typed.
 */
export function normaliseForPrint(text: string): string {
  if (isPlainText(text)) return text;
  return text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\t\v\f]/g, " ")
    .replace(INVISIBLE, "")
    .replace(ODD_SPACE, " ")
    .replace(/\u202f/g, "\u00a0");
}

/**
 * Splits a text into runs that can be printed, because pdfmake prints a missing glyph as an empty box without a
 * warning. Each word is first looked up in its own font, then in the other family, so that the whole word looks the
 * same, and finally letter by letter. A character that is in no font becomes U+FFFD and is reported.
 */
export function toPrintableText(text: string, face: FontFace): PrintableText {
  const clean = normaliseForPrint(text);
  if (isPlainText(clean)) return { runs: [{ text: clean, family: face.family }], missing: [] };
  const missing: number[] = [];
  const runs = clean
    .split(/(?<=[ \n])/)
    .flatMap(
      (word) => runOf(word, face) ?? lettersOf(word).map((letter) => runOf(letter, face) ?? told(letter)),
    );
  return { runs: joined(runs), missing };

  function told(letter: string): FontRun {
    missing.push(...codePoints(letter).filter((codePoint) => !hasGlyph(codePoint, face)));
    const family = hasGlyph(REPLACEMENT, face) ? face.family : SERIF_FONT;
    return { text: String.fromCodePoint(REPLACEMENT), family };
  }
}

function runOf(text: string, face: FontFace): FontRun | null {
  const other = { ...face, family: face.family === SANS_SERIF_FONT ? SERIF_FONT : SANS_SERIF_FONT };
  for (const each of [face, other]) {
    const printable = printableIn(text, each);
    if (printable !== null) return { text: printable, family: each.family };
  }
  return null;
}

/**
 * Returns the text as this font prints it, with composed letters or separate accents, or null if a glyph is missing.
 */
function printableIn(text: string, face: FontFace): string | null {
  const forms = lettersOf(text).map((letter) =>
    [letter, letter.normalize("NFD")].find((form) => isIn(form, face)),
  );
  return forms.includes(undefined) ? null : forms.join("");
}

/**
 * Tells whether the font can print a form of a letter. EB Garamond has accents but cannot position them on a letter, so
 * only composed letters print correctly.
 */
function isIn(form: string, face: FontFace): boolean {
  if (face.family === SERIF_FONT && /\p{Mark}/u.test(form)) return false;
  return codePoints(form).every((codePoint) => codePoint === LINE_FEED || hasGlyph(codePoint, face));
}

/** Splits text into letters with their accents. One font must print a letter and its accents. */
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function joined(runs: readonly FontRun[]): FontRun[] {
  const all: FontRun[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.family === run.family) last.text += run.text;
    else all.push({ ...run });
  }
  return all;
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? REPLACEMENT);
}

export type LaidOutText = { content: ContentText | ContentStack; lines: number };

/**
 * Lays out a text that is already broken into lines. pdfmake then places one piece for each line, not one for each
 * word, and the height is known.
 */
export function layOutText(
  text: string,
  width: number,
  style: TextStyle,
  look: Partial<ContentText> = {},
): LaidOutText {
  const lines = breakIntoLines(text, width, style);
  return { content: layOutLines(lines, { fontSize: style.size, ...look }), lines: lines.length };
}

/** Lays out lines. @param lines each line is one text, or several texts one after another */
export function layOutLines(
  lines: readonly ContentText["text"][],
  look: Partial<ContentText>,
): ContentText | ContentStack {
  const [first = "", ...more] = lines;
  if (more.length === 0) return { ...look, text: first, noWrap: true };
  return { stack: lines.map((line) => ({ ...look, text: line, noWrap: true })) };
}
