import type { ContentStack, ContentText } from "pdfmake/interfaces.js";
import { hasGlyph, brokenLines, type TextStyle } from "./fonts.ts";
import { SANS, SERIF } from "./type.ts";
import type { Face } from "./shared-fonts.ts";

/** A piece of text and the font family that can print it. */
export type Run = { text: string; family: string };
export type Readable = { runs: Run[]; missing: number[] };

/** Characters that both families can print unchanged; nearly every text of a school passes this one test. */
const PLAIN =
  /^[\n\x20-\x7e\xa0-\xac\xae-\xb1\xb4-\xb8\xba-\u017f\u2007\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/;

export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Control characters, joiners, direction marks and emoji variations: nothing that a font draws. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Surrogate}\ufffe\uffff]/gu;
const ODD_SPACE = /[\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/g;

const REPLACEMENT = 0xfffd;
const LINE_FEED = 0x0a;

/**
 * Returns the text in a form that fonts have glyphs for: composed letters, spaces that both families know, nothing
 * invisible. The data keeps the text as it was typed.
 */
export function normalised(text: string): string {
  if (isPlain(text)) return text;
  return text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\t\v\f]/g, " ")
    .replace(INVISIBLE, "")
    .replace(ODD_SPACE, " ")
    .replace(/\u202f/g, "\u00a0");
}

/**
 * Splits a text into runs that can be printed. pdfmake silently prints a missing glyph as an empty box, so every word
 * is looked up before layout: in its own font, then in the other family, so that a word keeps one look, then letter
 * by letter. A character that no font has becomes U+FFFD and is reported.
 */
export function readable(text: string, face: Face): Readable {
  const clean = normalised(text);
  if (isPlain(clean)) return { runs: [{ text: clean, family: face.family }], missing: [] };
  const missing: number[] = [];
  const runs = clean
    .split(/(?<=[ \n])/)
    .flatMap(
      (word) => runOf(word, face) ?? lettersOf(word).map((letter) => runOf(letter, face) ?? told(letter)),
    );
  return { runs: joined(runs), missing };

  function told(letter: string): Run {
    missing.push(...codePoints(letter).filter((codePoint) => !hasGlyph(codePoint, face)));
    const family = hasGlyph(REPLACEMENT, face) ? face.family : SERIF;
    return { text: String.fromCodePoint(REPLACEMENT), family };
  }
}

function runOf(text: string, face: Face): Run | null {
  const other = { ...face, family: face.family === SANS ? SERIF : SANS };
  for (const each of [face, other]) {
    const printable = printableIn(text, each);
    if (printable !== null) return { text: printable, family: each.family };
  }
  return null;
}

/**
 * Returns the text as this font can print it, each letter either composed or as letter and accents; null if it cannot.
 */
function printableIn(text: string, face: Face): string | null {
  const forms = lettersOf(text).map((letter) =>
    [letter, letter.normalize("NFD")].find((form) => isIn(form, face)),
  );
  return forms.includes(undefined) ? null : forms.join("");
}

/**
 * EB Garamond has accents, but not the anchors that position them on a letter, so only composed letters print
 * correctly.
 */
function isIn(form: string, face: Face): boolean {
  if (face.family === SERIF && /\p{Mark}/u.test(form)) return false;
  return codePoints(form).every((codePoint) => codePoint === LINE_FEED || hasGlyph(codePoint, face));
}

/** A letter with its accents counts as one, because one font must draw both. */
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
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

export type SetText = { content: ContentText | ContentStack; lines: number };

/**
 * Lays out a text that is already broken into lines: pdfmake then places one piece per line rather than one per word,
 * and the height is certain.
 */
export function setText(
  text: string,
  width: number,
  style: TextStyle,
  look: Partial<ContentText> = {},
): SetText {
  const lines = brokenLines(text, width, style);
  return { content: setLines(lines, { fontSize: style.size, ...look }), lines: lines.length };
}

/** Lays out lines. @param lines each a text, or texts that follow one another */
export function setLines(
  lines: readonly ContentText["text"][],
  look: Partial<ContentText>,
): ContentText | ContentStack {
  const [first = "", ...more] = lines;
  if (more.length === 0) return { ...look, text: first, noWrap: true };
  return { stack: lines.map((line) => ({ ...look, text: line, noWrap: true })) };
}
