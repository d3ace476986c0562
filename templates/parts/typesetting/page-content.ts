import { createRequire } from "node:module";
import { roundCoordinate, type DocumentFont, type EmbeddedFont } from "./document-font.ts";
import type { NodeBox, NodeStyle } from "./nodes.ts";

/** A text that one operation draws, with its distance from the left edge of the line. */
export type TextPiece = {
  text: string;
  x: number;
  font: DocumentFont;
  size: number;
  color: string;
  spacing: number;
  features: readonly string[] | null;
};

type Rule = { x1: number; y1: number; x2: number; y2: number; weight: number; color: string };

/** The operators that draw one page. Coordinates are measured from the top, unlike PDF's own. */
export class PageContent {
  readonly fonts = new Set<EmbeddedFont>();
  readonly pictures = new Set<string>();
  readonly #operators: string[] = [];
  readonly #height: number;
  #fill = "";
  #pen = "";

  constructor(height: number) {
    this.#height = height;
  }

  /** Draws a text from `x` on the baseline `y`. */
  text({ text, font, size, color, spacing, features }: TextPiece, x: number, y: number): void {
    if (text === "") return;
    this.fonts.add(font.font);
    const shown = font.show(text, features, size, x, this.#height - y);
    const [before, after] = spacing === 0 ? ["", ""] : [`${roundCoordinate(spacing)} Tc\n`, "0 Tc\n"];
    this.#operators.push(
      `${this.#filledWith(color)}BT\n/${font.font.id} ${size} Tf\n${before}${shown}${after}ET\n`,
    );
  }

  rule({ x1, y1, x2, y2, weight, color }: Rule): void {
    const from = `${roundCoordinate(x1)} ${roundCoordinate(this.#height - y1)} m`;
    const to = `${roundCoordinate(x2)} ${roundCoordinate(this.#height - y2)} l`;
    this.#operators.push(`${this.#drawnWith(weight, color)}${from}\n${to}\nS\n`);
  }

  frame({ x, y, width, height }: NodeBox & { height: number }, weight: number, color: string): void {
    const corner = `${roundCoordinate(x)} ${roundCoordinate(this.#height - y)}`;
    this.#operators.push(
      `${this.#drawnWith(weight, color)}${corner} ${roundCoordinate(width)} ${roundCoordinate(-height)} re\nS\n`,
    );
  }

  picture(label: string, { x, y, width, height }: NodeBox & { height: number }): void {
    this.pictures.add(label);
    const place = `${roundCoordinate(x)} ${roundCoordinate(this.#height - y - height)}`;
    this.#operators.push(
      `q\n${roundCoordinate(width)} 0 0 ${roundCoordinate(height)} ${place} cm\n/${label} Do\nQ\n`,
    );
  }

  /** Begins content that may move down once the height of its row is known. Returns a mark for moving the content. */
  open(): number {
    this.#forget();
    return this.#operators.push("") - 1;
  }

  close(): void {
    this.#operators.push("Q\n");
    this.#forget();
  }

  lower(opened: number, by: number): void {
    this.#operators[opened] = `q\n1 0 0 1 0 ${roundCoordinate(-by)} cm\n`;
  }

  /** Returns a mark to which `cutTo` can go back. */
  mark(): number {
    return this.#operators.length;
  }

  /** Removes what was drawn after a mark. */
  cutTo(mark: number): void {
    this.#operators.length = mark;
    this.#forget();
  }

  toString(): string {
    return this.#operators.join("");
  }

  #filledWith(color: string): string {
    if (color === this.#fill) return "";
    this.#fill = color;
    return `${channels(color)} rg\n`;
  }

  #drawnWith(weight: number, color: string): string {
    const pen = `${roundCoordinate(weight)} w\n${channels(color)} RG\n`;
    if (pen === this.#pen) return "";
    this.#pen = pen;
    return pen;
  }

  #forget(): void {
    this.#fill = "";
    this.#pen = "";
  }
}

/** Converts a colour such as `#231f1c` to PDF's notation. */
function channels(color: string): string {
  const known = CHANNELS.get(color);
  if (known !== undefined) return known;
  const parts = color.match(/[\da-f]{2}/gi) ?? [];
  const written = parts.map((part) => roundCoordinate(Number.parseInt(part, 16) / 255)).join(" ");
  CHANNELS.set(color, written);
  return written;
}

const CHANNELS = new Map<string, string>();

/** pdfmake's type for a piece of text that one operation draws. */
export type PdfmakeInline = {
  text: string;
  x: number;
  font: EmbeddedFont;
  fontSize: number;
  color: string;
  characterSpacing: number;
  fontFeatures: readonly string[] | null;
  alignment: NodeStyle["alignment"];
};

export type FilledLine = {
  inlines: PdfmakeInline[];
  getHeight(): number;
  getAscenderHeight(): number;
  getWidth(): number;
};

/** A text as pieces between which the text may be broken. The text's column cannot be narrower than `least`. */
export type BreakableText = { inlines: PdfmakeInline[]; least: number };

export type FontProvider = { provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont };

type Measured = { items: PdfmakeInline[]; minWidth: number };
type DocPreprocessorClass = new () => { preprocessBlock(node: object): { text: unknown } };
type StyleContextStackClass = new (named: object, style: NodeStyle) => object;
type TextInlinesClass = new (fonts: FontProvider) => {
  buildInlines(text: unknown, styles: object): Measured;
};
type LineBuilder = { prototype: { buildNextLine(this: object, node: object): FilledLine | null } };

const require = createRequire(import.meta.url);

/** Prepares a text that is not broken into lines yet, so that it is broken as pdfmake would break it. */
export function toBreakableText(text: unknown, style: NodeStyle, fonts: FontProvider): BreakableText {
  const styles = new StyleContextStack({}, style);
  const node = new DocPreprocessor().preprocessBlock({ text });
  const { items, minWidth } = new TextInlines(fonts).buildInlines(node.text, styles);
  return { inlines: items, least: minWidth };
}

export function fillLines({ inlines }: BreakableText, width: number): FilledLine[] {
  const builder = { writer: { context: () => ({ availableWidth: width }) } };
  const node = { _inlines: inlines.map((inline) => ({ ...inline })) };
  const lines: FilledLine[] = [];
  for (;;) {
    const line = LayoutBuilder.prototype.buildNextLine.call(builder, node);
    if (line === null) return lines;
    lines.push(line);
  }
}

const DocPreprocessor = loadPdfmakeModule<DocPreprocessorClass>("DocPreprocessor");
const StyleContextStack = loadPdfmakeModule<StyleContextStackClass>("StyleContextStack");
const TextInlines = loadPdfmakeModule<TextInlinesClass>("TextInlines");
const LayoutBuilder = loadPdfmakeModule<LineBuilder>("LayoutBuilder");

/** Loads one of pdfmake's internal modules. */
export function loadPdfmakeModule<Module>(name: string): Module {
  const { default: module } = require(`pdfmake/js/${name}.js`) as { default: Module };
  return module;
}
