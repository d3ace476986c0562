import { createRequire } from "node:module";
import type { EmbeddedFont } from "./document-font.ts";
import type { Style } from "./nodes.ts";

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
