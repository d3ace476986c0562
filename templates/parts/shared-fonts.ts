import { createRequire } from "node:module";

export type FontFiles = Record<string, { normal: string; bold: string; italics: string }>;
export type FontFace = { family: string; bold: boolean; italics: boolean };

export type PdfFont = {
  name: string;
  font: ParsedFont;
  layoutCache: Record<string, unknown>;
  widthOfString(text: string, size: number): number;
};

/** A glyph of fontkit. Its method `_decode` reads the outline from the file at each call. */
type Glyph = { _decode(): unknown };

type ParsedFont = {
  hasGlyphForCodePoint(codePoint: number): boolean;
  getGlyph(id: number, codePoints?: number[]): Glyph;
  _glyphs: Record<number, unknown>;
};

type PdfDocument = {
  fontCache: Record<string, Record<string, PdfFont>>;
  _fontCount: number;
  _fontFamilies: Record<string, PdfFont>;
  provideFont(family: string, bold?: boolean, italics?: boolean): PdfFont;
  getFontType(bold?: boolean, italics?: boolean): string;
};

type PdfDocumentClass = { new (fonts: FontFiles): PdfDocument; prototype: PdfDocument };
type FontOfDocument = new (document: PdfDocument, font: ParsedFont, id: string) => PdfFont;

/** The cache of shaped words is emptied after this many documents: enough for a school, with limited memory. */
const DOCUMENTS_PER_CACHE = 200;

const require = createRequire(import.meta.url);
const { default: PDFDocument } = require("pdfmake/js/PDFDocument.js") as { default: PdfDocumentClass };

/** A parsed font, and the widths of texts at size 1000. */
type Shared = { font: PdfFont; widths: Map<string, number> };

/** The parsed fonts by family, then by weight and slope. */
const parsed = new Map<string, Shared[]>();
let documents = 0;

/**
 * Parses the font files once, and shares the parsed fonts and shaped words between all documents of this thread. In
 * pdfmake 0.3.11 every document parses its fonts and shapes its words again, which takes about 60 of a small
 * document's 74 ms. `PDFDocument.provideFont` is the only internal function that is replaced. The replacement puts
 * the document's own font object, which has the document's subset, around a shared parsed font and passes it the
 * shared cache. A test compares the bytes with those of an unpatched pdfmake.
 */
export function shareFonts(files: FontFiles): void {
  const reader = new PDFDocument(files);
  for (const family of Object.keys(files)) {
    for (const [bold, italics] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const font = reader.provideFont(family, bold, italics);
      keepCodePoints(font.font);
      const faces = parsed.get(family) ?? [];
      faces[placeOf(bold, italics)] = { font, widths: new Map() };
      parsed.set(family, faces);
    }
  }
  PDFDocument.prototype.provideFont = provideShared;
}

export function sharedFont(face: FontFace): PdfFont {
  return shared(face).font;
}

function shared({ family, bold, italics }: FontFace): Shared {
  const known = parsed.get(family)?.[placeOf(bold, italics)];
  if (known === undefined) throw new Error(`No font is set for ${family}.`);
  return known;
}

function placeOf(bold: boolean, italics: boolean): number {
  return (bold ? 1 : 0) + (italics ? 2 : 0);
}

/**
 * Returns a text's width at size 1000. Widths are cached, because a document is measured more often than written. As in
 * pdfkit, the width is a sum of words with the space after each, because the same words occur in many texts.
 */
export function unitTextWidth(text: string, face: FontFace): number {
  const { font, widths } = shared(face);
  const known = widths.get(text);
  if (known !== undefined) return known;
  let total = 0;
  let next = 0;
  for (let from = 0; from < text.length; from = next) {
    next = text.indexOf(" ", from) + 1 || text.length;
    total += wordWidth(text.slice(from, next), font, widths);
  }
  if (text.length <= REPEATED) widths.set(text, total);
  return total;
}

/** Only texts up to this length are cached. Longer texts are comments about one student, which do not repeat. */
const REPEATED = 60;

function wordWidth(word: string, font: PdfFont, widths: Map<string, number>): number {
  const known = widths.get(word);
  if (known !== undefined) return known;
  const width = font.widthOfString(word, 1000);
  widths.set(word, width);
  return width;
}

/** Empties the cache of shaped words if it has served enough documents. Call this before each document. */
export function clearShapeCache(): void {
  documents += 1;
  if (documents % DOCUMENTS_PER_CACHE !== 0) return;
  for (const { font, widths } of [...parsed.values()].flat()) {
    widths.clear();
    font.layoutCache = Object.create(null);
  }
}

function provideShared(this: PdfDocument, family: string, bold = false, italics = false): PdfFont {
  const type = this.getFontType(bold, italics);
  const known = this.fontCache[family]?.[type];
  if (known !== undefined) return known;
  const shared = sharedFont({ family, bold, italics });
  this._fontCount += 1;
  const font = new (shared.constructor as FontOfDocument)(this, shared.font, `F${this._fontCount}`);
  font.layoutCache = shared.layoutCache;
  this._fontFamilies[font.name] = font;
  (this.fontCache[family] ??= {})[type] = font;
  return font;
}

/**
 * Stores the characters that each glyph stands for. fontkit remembers only the first characters of a glyph, and text
 * copied from a PDF consists of these. With a shared font they might come from an earlier document (a small capital
 * stands for `a` and `A`), so that the same data would not always give the same bytes.
 */
function keepCodePoints(font: ParsedFont): void {
  const glyphs = new Map<string, Glyph>();
  const original = font.getGlyph.bind(font);
  font.getGlyph = function getGlyph(id, codePoints = []) {
    const key = `${id}:${codePoints.join()}`;
    const known = glyphs.get(key);
    if (known !== undefined) return known;
    delete font._glyphs[id];
    const glyph = keepOutline(original(id, codePoints));
    glyphs.set(key, glyph);
    return glyph;
  };
}

/** Caches the outline of a glyph, because each document writes its subset of a font from the same outlines. */
function keepOutline(glyph: Glyph): Glyph {
  const read = glyph._decode.bind(glyph);
  let outline: unknown = null;
  glyph._decode = () => (outline ??= read());
  return glyph;
}
