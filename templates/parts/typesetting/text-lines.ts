import { unitTextWidth } from "../shared-fonts.ts";
import { DocumentFont, type EmbeddedFont } from "./document-font.ts";
import { toFontFace, toDocumentNode, inheritStyle, type DocumentNode, type NodeStyle } from "./nodes.ts";
import {
  toBreakableText,
  fillLines,
  type BreakableText,
  type FilledLine,
  type FontProvider,
  type TextPiece,
} from "./page-content.ts";

export type TextLine = { pieces: readonly TextPiece[]; height: number; ascent: number };

type Run = { text: string; style: NodeStyle };

const LEADING = /^\s+/;

/** Breaks a document's texts into lines as pdfmake would. Texts that are already broken are only placed. */
export class TextLines {
  readonly #document: FontProvider;
  readonly #fonts = new Map<EmbeddedFont, DocumentFont>();
  readonly #breakable = new Map<string, BreakableText>();
  readonly #filled = new Map<string, TextLine[]>();

  constructor(document: FontProvider) {
    this.#document = document;
  }

  of(node: DocumentNode, style: NodeStyle, width: number): readonly TextLine[] {
    const runs = runsOf(node.text, style);
    const line = runs === null ? null : this.#oneLine(runs, width);
    if (line !== null) return [line];
    const key = keyOf(node, style);
    const sized = `${width} ${key}`;
    const known = this.#filled.get(sized) ?? this.#fill(this.#broken(key, node, style), width);
    this.#filled.set(sized, known);
    return known;
  }

  /** Returns the minimum width of a text, or `width` if the text fits on one line of that width. */
  least(node: DocumentNode, style: NodeStyle, width: number): number {
    const runs = runsOf(node.text, style);
    if (runs !== null && totalOf(runs) <= width) return width;
    return this.#broken(keyOf(node, style), node, style).least;
  }

  /** Returns the line if all runs fit on one line, or null if they may not. */
  #oneLine(runs: readonly Run[], width: number): TextLine | null {
    const [first] = runs;
    if (first === undefined) return null;
    const { alignment } = first.style;
    const isMeasured = runs.length > 1 || alignment !== "left" || !first.style.noWrap;
    const widths = isMeasured ? runs.map(({ text, style }) => widthOf(text, style)) : [0];
    const total = widths.reduce((sum, item) => sum + item, 0);
    const leading = leadingOf(first);
    const mayOverrun = runs.length === 1 && first.style.noWrap;
    if (!mayOverrun && total - leading > width) return null;
    const taken = isMeasured ? total - leading - trailingOf(runs.at(-1)) : 0;
    let x = aligned(alignment, width - taken) - leading;
    const pieces = runs.map((run, index) => {
      const piece = this.#pieceOf(run, x);
      x += widths[index] ?? 0;
      return piece;
    });
    const height = Math.max(...pieces.map(({ font, size }) => font.font.lineHeight(size)));
    return {
      pieces,
      height,
      ascent: Math.max(...pieces.map(({ font, size }) => (font.font.ascender / 1000) * size)),
    };
  }

  #pieceOf({ text, style }: Run, x: number): TextPiece {
    const { fontSize: size, color, characterSpacing: spacing, fontFeatures: features } = style;
    const font = this.#fontOf(this.#document.provideFont(style.font, style.bold, style.italics));
    return { text, x, font, size, color, spacing, features };
  }

  #broken(key: string, node: DocumentNode, style: NodeStyle): BreakableText {
    const known = this.#breakable.get(key) ?? toBreakableText(node.text, style, this.#document);
    this.#breakable.set(key, known);
    return known;
  }

  #fill(text: BreakableText, width: number): TextLine[] {
    return fillLines(text, width).map((line) => this.#lineOf(line, width));
  }

  #lineOf(line: FilledLine, width: number): TextLine {
    const left = aligned(line.inlines[0]?.alignment ?? "left", width - line.getWidth());
    const pieces = line.inlines.map((inline): TextPiece => {
      const { text, fontSize: size, color, characterSpacing: spacing, fontFeatures: features } = inline;
      return { text, x: left + inline.x, font: this.#fontOf(inline.font), size, color, spacing, features };
    });
    return { pieces, height: line.getHeight(), ascent: line.getAscenderHeight() };
  }

  #fontOf(font: EmbeddedFont): DocumentFont {
    const known = this.#fonts.get(font) ?? new DocumentFont(font);
    this.#fonts.set(font, known);
    return known;
  }
}

/** Texts of these characters can be broken only at spaces, and kerning never crosses a break. */
const BROKEN_AT_SPACES = /^[A-Za-zÀ-ž\d .,’·]*$/;

/** Returns the runs that can be drawn on one line unchanged, or null if pdfmake might split them. */
function runsOf(text: unknown, style: NodeStyle): Run[] | null {
  const parts = Array.isArray(text) ? (text as unknown[]) : [text];
  const runs: Run[] = [];
  for (const part of parts) {
    const node = toDocumentNode(part);
    const own = node === part ? inheritStyle(node, style) : style;
    if (typeof node.text !== "string" || !isOnePiece(node.text, own)) return null;
    runs.push({ text: node.text, style: own });
  }
  return runs;
}

function isOnePiece(text: string, { noWrap, characterSpacing, fontFeatures }: NodeStyle): boolean {
  if (characterSpacing !== 0 || fontFeatures !== null) return false;
  return noWrap || BROKEN_AT_SPACES.test(text);
}

function totalOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text, style }) => sum + widthOf(text, style), 0);
}

function keyOf({ text }: DocumentNode, style: NodeStyle): string {
  return JSON.stringify([text, style]);
}

function widthOf(text: string, style: NodeStyle): number {
  return (unitTextWidth(text, toFontFace(style)) * style.fontSize) / 1000;
}

function leadingOf({ text, style }: Run): number {
  const spaces = style.preserveLeadingSpaces ? undefined : LEADING.exec(text)?.[0];
  return spaces === undefined ? 0 : widthOf(spaces, style);
}

function trailingOf(run: Run | undefined): number {
  const spaces = run?.text.slice(run.text.trimEnd().length) ?? "";
  return run === undefined || spaces === "" ? 0 : widthOf(spaces, run.style);
}

function aligned(alignment: NodeStyle["alignment"], free: number): number {
  if (alignment === "left") return 0;
  return alignment === "right" ? free : free / 2;
}
