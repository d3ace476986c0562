import { unitWidth } from "../shared-fonts.ts";
import { DocumentFont, type EmbeddedFont } from "./document-font.ts";
import { faceOf, nodeOf, styleOf, type Node, type Style } from "./nodes.ts";
import {
  breakable,
  filledLines,
  type Breakable,
  type FilledLine,
  type FontProvider,
  type Piece,
} from "./page-content.ts";

export type Line = { pieces: readonly Piece[]; height: number; ascent: number };

type Run = { text: string; style: Style };

const LEADING = /^\s+/;

/** Turns the texts of a document into lines: texts broken before are placed here, and all others break as in pdfmake. */
export class TextLines {
  readonly #document: FontProvider;
  readonly #fonts = new Map<EmbeddedFont, DocumentFont>();
  readonly #breakable = new Map<string, Breakable>();
  readonly #filled = new Map<string, Line[]>();

  constructor(document: FontProvider) {
    this.#document = document;
  }

  of(node: Node, style: Style, width: number): readonly Line[] {
    const runs = runsOf(node.text, style);
    const line = runs === null ? null : this.#oneLine(runs, width);
    if (line !== null) return [line];
    const key = keyOf(node, style);
    const sized = `${width} ${key}`;
    const known = this.#filled.get(sized) ?? this.#fill(this.#broken(key, node, style), width);
    this.#filled.set(sized, known);
    return known;
  }

  /** Returns the least width for a text, or `width` when the text fits on one line of it. */
  least(node: Node, style: Style, width: number): number {
    const runs = runsOf(node.text, style);
    if (runs !== null && totalOf(runs) <= width) return width;
    return this.#broken(keyOf(node, style), node, style).least;
  }

  /** Returns null when the runs may not fit on one line. */
  #oneLine(runs: readonly Run[], width: number): Line | null {
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

  #pieceOf({ text, style }: Run, x: number): Piece {
    const { fontSize: size, color, characterSpacing: spacing, fontFeatures: features } = style;
    const font = this.#fontOf(this.#document.provideFont(style.font, style.bold, style.italics));
    return { text, x, font, size, color, spacing, features };
  }

  #broken(key: string, node: Node, style: Style): Breakable {
    const known = this.#breakable.get(key) ?? breakable(node.text, style, this.#document);
    this.#breakable.set(key, known);
    return known;
  }

  #fill(text: Breakable, width: number): Line[] {
    return filledLines(text, width).map((line) => this.#lineOf(line, width));
  }

  #lineOf(line: FilledLine, width: number): Line {
    const left = aligned(line.inlines[0]?.alignment ?? "left", width - line.getWidth());
    const pieces = line.inlines.map((inline): Piece => {
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

/** Texts of these characters break only at spaces, and nothing is kerned over the break. */
const BROKEN_AT_SPACES = /^[A-Za-zÀ-ž\d .,’·]*$/;

/** Returns the runs of a text that may be set on one line unchanged; null when pdfmake might draw it in other pieces. */
function runsOf(text: unknown, style: Style): Run[] | null {
  const parts = Array.isArray(text) ? (text as unknown[]) : [text];
  const runs: Run[] = [];
  for (const part of parts) {
    const node = nodeOf(part);
    const own = node === part ? styleOf(node, style) : style;
    if (typeof node.text !== "string" || !isOnePiece(node.text, own)) return null;
    runs.push({ text: node.text, style: own });
  }
  return runs;
}

function isOnePiece(text: string, { noWrap, characterSpacing, fontFeatures }: Style): boolean {
  if (characterSpacing !== 0 || fontFeatures !== null) return false;
  return noWrap || BROKEN_AT_SPACES.test(text);
}

function totalOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text, style }) => sum + widthOf(text, style), 0);
}

function keyOf({ text }: Node, style: Style): string {
  return JSON.stringify([text, style]);
}

function widthOf(text: string, style: Style): number {
  return (unitWidth(text, faceOf(style)) * style.fontSize) / 1000;
}

function leadingOf({ text, style }: Run): number {
  const spaces = style.preserveLeadingSpaces ? undefined : LEADING.exec(text)?.[0];
  return spaces === undefined ? 0 : widthOf(spaces, style);
}

function trailingOf(run: Run | undefined): number {
  const spaces = run?.text.slice(run.text.trimEnd().length) ?? "";
  return run === undefined || spaces === "" ? 0 : widthOf(spaces, run.style);
}

function aligned(alignment: Style["alignment"], free: number): number {
  if (alignment === "left") return 0;
  return alignment === "right" ? free : free / 2;
}
