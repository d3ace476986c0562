import { UnsupportedContent } from "./nodes.ts";
import type { PdfFont } from "../shared-fonts.ts";

type Position = { xAdvance: number; advanceWidth: number; xOffset: number; yOffset: number };

/** A font within one document, as pdfkit represents it. */
export type EmbeddedFont = PdfFont & {
  id: string;
  ascender: number;
  ref(): unknown;
  lineHeight(size: number): number;
  encode(text: string, features?: readonly string[]): [glyphs: string[], positions: Position[]];
};

/** A word's glyphs as written in the file. `places` is set if some glyphs do not directly follow the glyph before. */
type Shown = { array: string; advance: number; places: Place[] | null };
type Place = { glyph: string } & Position;

/** Shapes and encodes each word, with the space after it, once for each document, as pdfkit does. */
export class DocumentFont {
  readonly font: EmbeddedFont;
  readonly #words = new Map<string, Shown>();
  readonly #texts = new Map<string, Shown[]>();

  constructor(font: EmbeddedFont) {
    this.font = font;
  }

  /** Returns the PDF operators that show a text. Its baseline begins at the given point. */
  show(text: string, features: readonly string[] | null, size: number, x: number, y: number): string {
    const scale = size / 1000;
    let shown = "";
    let array = "";
    let start = 0;
    let at = 0;
    for (const word of this.#shownWords(text, features)) {
      if (word.places === null) {
        array += word.array;
        at += word.advance;
        continue;
      }
      shown += shownAt(array, x + start * scale, y);
      for (const { glyph, xAdvance, xOffset, yOffset } of word.places) {
        shown += shownAt(`<${glyph}>`, x + (at + xOffset) * scale, y + yOffset * scale);
        at += xAdvance;
      }
      [array, start] = ["", at];
    }
    return shown + shownAt(array, x + start * scale, y);
  }

  #shownWords(text: string, features: readonly string[] | null): Shown[] {
    if (features !== null) return [this.#shown(text, features)];
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const words = (text.match(/[^ ]* |[^ ]+$/g) ?? []).map((word) => this.#shown(word, null));
    if (text.length <= REPEATED) this.#texts.set(text, words);
    return words;
  }

  #shown(text: string, features: readonly string[] | null): Shown {
    const key = features === null ? text : `${features.join()} ${text}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    if (/[\n\t]/.test(text)) throw new UnsupportedContent("a line break in a text that stays on one line");
    const [glyphs, positions] = this.font.encode(text, features ?? undefined);
    const places = positions.map((position, index) => ({ ...position, glyph: glyphs[index] ?? "" }));
    const shown = {
      array: arrayOf(places),
      advance: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      places: positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0) ? places : null,
    };
    this.#words.set(key, shown);
    return shown;
  }
}

/** Only texts up to this length are remembered. Longer ones are comments about one student. */
const REPEATED = 40;

/** Builds an array such as `<00010002>-12<0003>`: glyphs, and adjustments of the distance between two glyphs. */
function arrayOf(places: readonly Place[]): string {
  let array = "";
  let glyphs = "";
  for (const { glyph, xAdvance, advanceWidth } of places) {
    glyphs += glyph;
    if (xAdvance === advanceWidth) continue;
    array += `<${glyphs}>${roundCoordinate(advanceWidth - xAdvance)}`;
    glyphs = "";
  }
  return glyphs === "" ? array : `${array}<${glyphs}>`;
}

function shownAt(array: string, x: number, y: number): string {
  return array === "" ? "" : `1 0 0 1 ${roundCoordinate(x)} ${roundCoordinate(y)} Tm\n[${array}] TJ\n`;
}

/** Rounds a coordinate. The result is more precise than any printer. */
export function roundCoordinate(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
