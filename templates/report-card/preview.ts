import { existsSync, readFileSync } from "node:fs";
import { pageFrame } from "../parts/page.ts";
import { clearShapeCache, type PdfFont } from "../parts/shared-fonts.ts";
import { PageContent, loadPdfmakeModule, type TextPiece } from "../parts/typesetting/page-content.ts";
import { UnsupportedContent, PLAIN_STYLE, type NodeBox } from "../parts/typesetting/nodes.ts";
import { NodeRenderer, type EmbeddedPicture } from "../parts/typesetting/setter.ts";
import { TextLines } from "../parts/typesetting/text-lines.ts";
import { FONT_FILES } from "../parts/fonts.ts";
import { isAllowedFile, type PrintedFile } from "../parts/print-pdf.ts";
import { reportCardPdf } from "./card.ts";
import type { ReportCards } from "./data.ts";

/** The parts of fontkit's own font that are needed for reading outlines. */
type Outlines = {
  unitsPerEm: number;
  layout(text: string, features?: readonly string[]): { glyphs: Outline[]; positions: Position[] };
};
type Outline = { id: number; path: { toSVG(): string } };
type Position = { xAdvance: number; xOffset: number; yOffset: number };

type Section = { section: unknown; footOf: (current: number, count: number) => unknown };
type Definition = { content: Section[]; defaultStyle: object };

const BLANK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595.28 841.89"/>`;

/**
 * Draws the first page of the first card as a picture for a screen, from the same layout as the printed page.
 */
export function reportCardPreview(data: ReportCards): PrintedFile {
  clearShapeCache();
  const { content, defaultStyle } = reportCardPdf(data, { onlyFirstPage: true }) as unknown as Definition;
  const [section] = content;
  const drawn = section ? draw(section, { ...PLAIN_STYLE, ...defaultStyle }) : BLANK;
  return { bytes: Buffer.from(drawn), missing: [], pages: [drawn === BLANK ? 2 : 1] };
}

function draw({ section, footOf }: Section, style: typeof PLAIN_STYLE): string {
  const { width, height, left, top, bottom, textWidth } = pageFrame("portrait");
  const drawing = new Drawing(height);
  const document = new PDFDocument(FONT_FILES, {}, {}, {}, OPTIONS, null, isAllowedFile);
  const page = { content: drawing, lines: new TextLines(document as never), picture };
  function picture(path: string): EmbeddedPicture {
    const image = document.provideImage(path);
    return { label: path, width: image.width, height: image.height, orientation: image.orientation };
  }
  try {
    new NodeRenderer({ ...page, bottom: height - bottom }).set(
      section,
      { x: left, y: top, width: textWidth },
      style,
    );
    new NodeRenderer({ ...page, bottom: height }).set(
      footOf(1, 1),
      { x: 0, y: height - bottom, width },
      style,
    );
  } catch (error) {
    if (error instanceof UnsupportedContent) return BLANK;
    throw error;
  }
  return drawing.svg(width, height);
}

const OPTIONS = { info: {}, lang: "en-TT", displayTitle: true, autoFirstPage: false, font: null };

type PdfDocument = { provideImage(path: string): EmbeddedPicture };
type PdfDocumentClass = new (
  fonts: object,
  images: object,
  patterns: object,
  attachments: object,
  options: object,
  files: null,
  isAllowed: (path: string) => boolean,
) => PdfDocument;
const PDFDocument = loadPdfmakeModule<PdfDocumentClass>("PDFDocument");

type Shaped = ReturnType<Outlines["layout"]>;

/** The texts and outlines of earlier previews. Previews of one school are nearly the same each time. */
const texts = new Map<string, Shaped>();
const outlinesOf = new Map<string, string>();
const MOST_TEXTS = 2_000;

function shaped(name: string, font: Outlines, text: string, features: readonly string[] | null): Shaped {
  const key = `${name} ${features?.join() ?? ""} ${text}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const made = font.layout(text, features ?? undefined);
  texts.set(key, made);
  return made;
}

function outlineOf(key: string, { path }: Outline): string {
  const known = outlinesOf.get(key);
  if (known !== undefined) return known;
  const made = path.toSVG();
  outlinesOf.set(key, made);
  return made;
}

/** Writes what a page draws as SVG. Glyphs are outlines, defined once, because the screen does not have our fonts. */
class Drawing extends PageContent {
  readonly #shapes: string[] = [];
  readonly #glyphs = new Map<string, string>();

  override text({ text, font, size, color, spacing, features }: TextPiece, x: number, y: number): void {
    if (text === "") return;
    const { name, font: parsed } = font.font as PdfFont;
    const outlines = parsed as unknown as Outlines;
    const { glyphs, positions } = shaped(name, outlines, text, features);
    const scale = size / outlines.unitsPerEm;
    let at = 0;
    const uses = glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const place = [at + xOffset, yOffset].map(Math.round);
      at += xAdvance + spacing / scale;
      return `<use href="#${this.#glyph(name, glyph)}" x="${place[0]}" y="${place[1]}"/>`;
    });
    this.#shapes.push(
      `<g fill="${color}" transform="translate(${short(x)} ${short(y)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})">${uses.join("")}</g>`,
    );
  }

  #glyph(font: string, glyph: Outline): string {
    const key = `${font} ${glyph.id}`;
    const known = this.#glyphs.get(key);
    if (known !== undefined) return known.slice(0, known.indexOf(" "));
    const name = `g${this.#glyphs.size}`;
    this.#glyphs.set(key, `${name} ${outlineOf(key, glyph)}`);
    return name;
  }

  override rule({ x1, y1, x2, y2, weight, color }: Parameters<PageContent["rule"]>[0]): void {
    const ends = `x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}"`;
    this.#shapes.push(`<line ${ends} stroke="${color}" stroke-width="${weight}"/>`);
  }

  override frame(box: NodeBox & { height: number }, weight: number, color: string): void {
    this.#shapes.push(`<rect ${placed(box)} fill="none" stroke="${color}" stroke-width="${weight}"/>`);
  }

  override picture(path: string, box: NodeBox & { height: number }): void {
    if (!existsSync(path)) return;
    const data = readFileSync(path).toString("base64");
    this.#shapes.push(
      `<image ${placed(box)} preserveAspectRatio="none" href="data:image/jpeg;base64,${data}"/>`,
    );
  }

  override open(): number {
    return this.#shapes.push("<g>") - 1;
  }

  override close(): void {
    this.#shapes.push("</g>");
  }

  override lower(opened: number, by: number): void {
    this.#shapes[opened] = `<g transform="translate(0 ${short(by)})">`;
  }

  svg(width: number, height: number): string {
    const outlines = [...this.#glyphs.values()].map((glyph) => {
      const space = glyph.indexOf(" ");
      return `<path id="${glyph.slice(0, space)}" d="${glyph.slice(space + 1)}"/>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/><defs>${outlines.join("")}</defs>${this.#shapes.join("")}</svg>`;
  }
}

function placed({ x, y, width, height }: NodeBox & { height: number }): string {
  return `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
