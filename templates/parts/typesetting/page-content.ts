import { createRequire } from "node:module";
import { rounded, type DocumentFont, type EmbeddedFont } from "./document-font.ts";
import type { Box, Style } from "./nodes.ts";

/** A text that is drawn at once, with its distance from the left edge of its line. */
export type Piece = {
  text: string;
  x: number;
  font: DocumentFont;
  size: number;
  color: string;
  spacing: number;
  features: readonly string[] | null;
};

type Rule = { x1: number; y1: number; x2: number; y2: number; weight: number; color: string };

/** The operators that draw one page. Points are measured from the page's top edge and converted to PDF's coordinates. */
export class PageContent {
  /** The fonts that the page uses. */
  readonly fonts = new Set<EmbeddedFont>();
  readonly #operators: string[] = [];
  readonly #height: number;
  #fill = "";
  #pen = "";

  constructor(height: number) {
    this.#height = height;
  }

  /** Draws from `x` on the baseline `y`. */
  text({ text, font, size, color, spacing, features }: Piece, x: number, y: number): void {
    if (text === "") return;
    this.fonts.add(font.font);
    const shown = font.show(text, features, size, x, this.#height - y);
    const [before, after] = spacing === 0 ? ["", ""] : [`${rounded(spacing)} Tc\n`, "0 Tc\n"];
    this.#operators.push(
      `${this.#filledWith(color)}BT\n/${font.font.id} ${size} Tf\n${before}${shown}${after}ET\n`,
    );
  }

  rule({ x1, y1, x2, y2, weight, color }: Rule): void {
    const from = `${rounded(x1)} ${rounded(this.#height - y1)} m`;
    const to = `${rounded(x2)} ${rounded(this.#height - y2)} l`;
    this.#operators.push(`${this.#drawnWith(weight, color)}${from}\n${to}\nS\n`);
  }

  frame({ x, y, width, height }: Box & { height: number }, weight: number, color: string): void {
    const corner = `${rounded(x)} ${rounded(this.#height - y)}`;
    this.#operators.push(
      `${this.#drawnWith(weight, color)}${corner} ${rounded(width)} ${rounded(-height)} re\nS\n`,
    );
  }

  picture(label: string, { x, y, width, height }: Box & { height: number }): void {
    const place = `${rounded(x)} ${rounded(this.#height - y - height)}`;
    this.#operators.push(`q\n${rounded(width)} 0 0 ${rounded(height)} ${place} cm\n/${label} Do\nQ\n`);
  }

  /** Begins content that may move down once the rest of its row is drawn. */
  open(): number {
    this.#forget();
    return this.#operators.push("") - 1;
  }

  close(): void {
    this.#operators.push("Q\n");
    this.#forget();
  }

  lower(opened: number, by: number): void {
    this.#operators[opened] = `q\n1 0 0 1 0 ${rounded(-by)} cm\n`;
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
    const pen = `${rounded(weight)} w\n${channels(color)} RG\n`;
    if (pen === this.#pen) return "";
    this.#pen = pen;
    return pen;
  }

  #forget(): void {
    this.#fill = "";
    this.#pen = "";
  }
}

/** Writes a colour such as `#231f1c` in PDF's form. */
function channels(color: string): string {
  const known = CHANNELS.get(color);
  if (known !== undefined) return known;
  const parts = color.match(/[\da-f]{2}/gi) ?? [];
  const written = parts.map((part) => rounded(Number.parseInt(part, 16) / 255)).join(" ");
  CHANNELS.set(color, written);
  return written;
}

const CHANNELS = new Map<string, string>();

/** pdfmake's own type: a piece of text that is drawn at once. */
export type Inline = {
  text: string;
  x: number;
  font: EmbeddedFont;
  fontSize: number;
  color: string;
  characterSpacing: number;
  fontFeatures: readonly string[] | null;
  alignment: Style["alignment"];
};

export type FilledLine = {
  inlines: Inline[];
  getHeight(): number;
  getAscenderHeight(): number;
  getWidth(): number;
};

/** A text in pieces between which it may break; no column can be narrower than `least`. */
export type Breakable = { inlines: Inline[]; least: number };

export type FontProvider = { provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont };

type Measured = { items: Inline[]; minWidth: number };
type DocPreprocessorClass = new () => { preprocessBlock(node: object): { text: unknown } };
type StyleContextStackClass = new (named: object, style: Style) => object;
type TextInlinesClass = new (fonts: FontProvider) => {
  buildInlines(text: unknown, styles: object): Measured;
};
type LineBuilder = { prototype: { buildNextLine(this: object, node: object): FilledLine | null } };

const require = createRequire(import.meta.url);

/** Prepares texts that are not broken into lines yet, so that they break as in pdfmake. */
export function breakable(text: unknown, style: Style, fonts: FontProvider): Breakable {
  const styles = new StyleContextStack({}, style);
  const node = new DocPreprocessor().preprocessBlock({ text });
  const { items, minWidth } = new TextInlines(fonts).buildInlines(node.text, styles);
  return { inlines: items, least: minWidth };
}

export function filledLines({ inlines }: Breakable, width: number): FilledLine[] {
  const builder = { writer: { context: () => ({ availableWidth: width }) } };
  const node = { _inlines: inlines.map((inline) => ({ ...inline })) };
  const lines: FilledLine[] = [];
  for (;;) {
    const line = LayoutBuilder.prototype.buildNextLine.call(builder, node);
    if (line === null) return lines;
    lines.push(line);
  }
}

const DocPreprocessor = pdfmakes<DocPreprocessorClass>("DocPreprocessor");
const StyleContextStack = pdfmakes<StyleContextStackClass>("StyleContextStack");
const TextInlines = pdfmakes<TextInlinesClass>("TextInlines");
const LayoutBuilder = pdfmakes<LineBuilder>("LayoutBuilder");

/** Loads one of pdfmake's internal modules. */
export function pdfmakes<Module>(name: string): Module {
  const { default: module } = require(`pdfmake/js/${name}.js`) as { default: Module };
  return module;
}
