import { normaliseForPrint } from "../text.ts";
import { INK_COLOUR, FONT_SIZES, type Align } from "../type.ts";
import {
  type ImageRun,
  type IRunPropertiesOptions,
  FileChild,
  XmlComponent,
  type IContext,
  type IXmlableObject,
} from "docx";

/** Fonts that come with Word and are similar to those of the PDF. */
const SERIF_FONT = "Cambria";
export const DOCX_SANS_SERIF_FONT = "Calibri";

export type DocxTextStyle = {
  size: number;
  serif?: boolean;
  bold?: boolean;
  italics?: boolean;
  smallCaps?: boolean;
  underlined?: boolean;
  color?: string;
};

type Line = {
  align?: Align;
  before?: number;
  after?: number;
  /** The size of the paragraph's largest text in points. It determines the line height. */
  size?: number;
  /** True if Word should list the paragraph as a heading. */
  outline?: boolean;
  /** The position of a right-aligned tab stop. */
  tab?: number;
  /** True if the paragraph must stay on the same page as the next paragraph. */
  withNext?: boolean;
};

/** The line height relative to the size. It is exact, so that pages are as high as calculated. */
const LINE = 1.22;

export function toTwips(points: number): number {
  return Math.round(20 * points);
}

export function docxColour(hex: string): string {
  return hex.slice(1);
}

/** Builds a text in one style, keeping its line breaks. */
export function docxTextRun(text: string, style: DocxTextStyle): DocxElement[] {
  const look = propertiesOf(style);
  return normaliseForPrint(text)
    .split("\n")
    .map((part, index) =>
      createDocxElement("w:r", null, [
        ...look,
        ...(index > 0 ? [createDocxElement("w:br", null)] : []),
        createDocxElement("w:t", { "xml:space": "preserve" }, [part]),
      ]),
    );
}

/** Builds a tab character, which moves the text after it to the tab stop of the line. */
export function docxTab(style: DocxTextStyle): DocxElement {
  return createDocxElement("w:r", null, [...propertiesOf(style), createDocxElement("w:tab", null)]);
}

/** Lists the properties of a text in Word's order, without properties that equal the file's default style. */
function propertiesOf({
  size,
  serif,
  bold,
  italics,
  smallCaps,
  underlined,
  color = INK_COLOUR,
}: DocxTextStyle): DocxElement[] {
  const half = Math.round(2 * size);
  const properties = [
    ...(serif ? [SERIF_FACE] : []),
    ...(bold ? [createDocxElement("w:b", null), createDocxElement("w:bCs", null)] : []),
    ...(italics ? [createDocxElement("w:i", null), createDocxElement("w:iCs", null)] : []),
    ...(smallCaps ? [createDocxElement("w:smallCaps", null)] : []),
    ...(color === INK_COLOUR ? [] : [createDocxElement("w:color", { "w:val": docxColour(color) })]),
    ...(smallCaps ? [createDocxElement("w:spacing", { "w:val": toTwips(0.09 * size) })] : []),
    ...(size === FONT_SIZES.table
      ? []
      : [createDocxElement("w:sz", { "w:val": half }), createDocxElement("w:szCs", { "w:val": half })]),
    ...(underlined ? [createDocxElement("w:u", { "w:val": "single" })] : []),
  ];
  return properties.length === 0 ? [] : [createDocxElement("w:rPr", null, properties)];
}

const SERIF_FACE = createDocxElement("w:rFonts", {
  "w:ascii": SERIF_FONT,
  "w:cs": SERIF_FONT,
  "w:eastAsia": SERIF_FONT,
  "w:hAnsi": SERIF_FONT,
});

export function libraryTextStyle({
  size,
  color = INK_COLOUR,
}: Pick<DocxTextStyle, "size" | "color">): IRunPropertiesOptions {
  return { size: Math.round(2 * size), color: docxColour(color) };
}

export function docxParagraph(runs: readonly (DocxElement | ImageRun)[], look: Line): DocxElement {
  const {
    align = "left",
    before = 0,
    after = 0,
    size = 0,
    outline = false,
    tab: stop,
    withNext = false,
  } = look;
  const spacing = {
    ...(after > 0 && { "w:after": toTwips(after) }),
    ...(before > 0 && { "w:before": toTwips(before) }),
    ...(size > 0 && { "w:line": toTwips(size * LINE), "w:lineRule": "exact" }),
  };
  return paragraph(
    [
      ...(withNext ? [createDocxElement("w:keepNext", null)] : []),
      ...(stop === undefined ? [] : [tabStop(stop)]),
      ...(Object.keys(spacing).length > 0 ? [createDocxElement("w:spacing", spacing)] : []),
      ...(align === "left" ? [] : [createDocxElement("w:jc", { "w:val": align })]),
      ...(outline ? [createDocxElement("w:outlineLvl", { "w:val": 0 })] : []),
    ],
    runs,
  );
}

function tabStop(position: number): DocxElement {
  return createDocxElement("w:tabs", null, [
    createDocxElement("w:tab", { "w:val": "right", "w:pos": toTwips(position) }),
  ]);
}

function paragraph(
  properties: readonly DocxElement[],
  runs: readonly (DocxElement | ImageRun)[] = [],
): DocxElement {
  return createDocxElement(
    "w:p",
    null,
    properties.length === 0 ? runs : [createDocxElement("w:pPr", null, properties), ...runs],
  );
}

export function docxLineHeight(size: number): number {
  return size * LINE;
}

/** Builds an empty paragraph of minimum height, because Word needs one at the end of each cell and file. */
export function emptyParagraph(height = 1): DocxElement {
  return paragraph([exactly(height)]);
}

/** Builds an empty line above a printed line, for writing by hand. */
export function docxBlankLine(height: number): DocxElement {
  const rule = { "w:val": "single", "w:color": "auto", "w:sz": 2, "w:space": 0 };
  return paragraph([
    createDocxElement("w:pBdr", null, [createDocxElement("w:bottom", rule)]),
    exactly(height),
  ]);
}

function exactly(height: number): DocxElement {
  return createDocxElement("w:spacing", {
    "w:after": 0,
    "w:before": 0,
    "w:line": toTwips(height),
    "w:lineRule": "exact",
  });
}

/**
 * An element of a Word file's text or tables, in the tree form to which the library converts its own objects. The
 * report cards of a class have fifty thousand elements, and creating an object for each takes twice the time. The
 * library builds pictures, footers and the file itself.
 */
export type DocxElement = Record<string, (object | string)[] | Attributes | { _attr: Attributes }>;

type Attributes = Record<string, string | number>;
type Part = DocxElement | XmlComponent | string;

export function createDocxElement(
  name: string,
  attributes: Attributes | null,
  children: readonly Part[] = [],
): DocxElement {
  if (children.length === 0) return { [name]: attributes === null ? {} : { _attr: attributes } };
  return { [name]: attributes === null ? [...children] : [{ _attr: attributes }, ...children] };
}

export function isDocxElementNamed(name: string, { [name]: content }: DocxElement): boolean {
  return content !== undefined;
}

/** Keeps paragraphs and tables on one page: each paragraph stays with the next, except in the last element. */
export function putOnOnePage(content: readonly DocxElement[]): DocxElement[] {
  return content.map((element, index) => (index < content.length - 1 ? keptWithNext(element) : element));
}

function keptWithNext(element: DocxElement): DocxElement {
  return Object.fromEntries(
    Object.entries(element).map(([name, content]) => {
      const parts = Array.isArray(content) ? content : [];
      if (name === "w:p") return [name, withKeepNext(parts)];
      const isTree = (part: object | string) => typeof part === "object" && !(part instanceof XmlComponent);
      const own = parts.map((part) => (isTree(part) ? keptWithNext(part as DocxElement) : part));
      return [name, Array.isArray(content) ? own : content];
    }),
  );
}

function withKeepNext(parts: readonly (object | string)[]): (object | string)[] {
  const [first, ...others] = parts;
  const properties = typeof first === "object" && "w:pPr" in first ? (first["w:pPr"] as object[]) : null;
  const kept = createDocxElement("w:pPr", null, [
    createDocxElement("w:keepNext", null),
    ...((properties ?? []) as DocxElement[]),
  ]);
  return properties ? [kept, ...others] : [kept, ...parts];
}

/** Wraps an element, for places where the library accepts only its own objects. */
export class DocxBlock extends FileChild {
  readonly #element: DocxElement;

  constructor(own: DocxElement) {
    super(Object.keys(own)[0] ?? "");
    this.#element = own;
  }

  override prepForXml(context: IContext): IXmlableObject {
    return withPictures(this.#element, context) as IXmlableObject;
  }
}

function withPictures(part: object | string, context: IContext): unknown {
  if (typeof part === "string") return part;
  if (part instanceof XmlComponent) return part.prepForXml(context);
  for (const content of Object.values(part)) {
    if (!Array.isArray(content)) continue;
    const parts: unknown[] = content;
    for (const [place, each] of parts.entries())
      if (typeof each === "object" && each !== null) parts[place] = withPictures(each, context);
  }
  return part;
}
