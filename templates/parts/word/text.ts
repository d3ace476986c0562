import { normaliseForPrint } from "../text.ts";
import { INK, SIZE, type Align } from "../type.ts";
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
export const SANS_FONT = "Calibri";

export type WordStyle = {
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

export function twips(points: number): number {
  return Math.round(20 * points);
}

export function wordColour(hex: string): string {
  return hex.slice(1);
}

/** Builds a text in one style, keeping its line breaks. */
export function wordRun(text: string, style: WordStyle): WordElement[] {
  const look = propertiesOf(style);
  return normaliseForPrint(text)
    .split("\n")
    .map((part, index) =>
      createWordElement("w:r", null, [
        ...look,
        ...(index > 0 ? [createWordElement("w:br", null)] : []),
        createWordElement("w:t", { "xml:space": "preserve" }, [part]),
      ]),
    );
}

/** Builds a tab character, which moves the text after it to the tab stop of the line. */
export function wordTab(style: WordStyle): WordElement {
  return createWordElement("w:r", null, [...propertiesOf(style), createWordElement("w:tab", null)]);
}

/** Lists the properties of a text in Word's order, without properties that equal the file's default style. */
function propertiesOf({
  size,
  serif,
  bold,
  italics,
  smallCaps,
  underlined,
  color = INK,
}: WordStyle): WordElement[] {
  const half = Math.round(2 * size);
  const properties = [
    ...(serif ? [SERIF_FACE] : []),
    ...(bold ? [createWordElement("w:b", null), createWordElement("w:bCs", null)] : []),
    ...(italics ? [createWordElement("w:i", null), createWordElement("w:iCs", null)] : []),
    ...(smallCaps ? [createWordElement("w:smallCaps", null)] : []),
    ...(color === INK ? [] : [createWordElement("w:color", { "w:val": wordColour(color) })]),
    ...(smallCaps ? [createWordElement("w:spacing", { "w:val": twips(0.09 * size) })] : []),
    ...(size === SIZE.table
      ? []
      : [createWordElement("w:sz", { "w:val": half }), createWordElement("w:szCs", { "w:val": half })]),
    ...(underlined ? [createWordElement("w:u", { "w:val": "single" })] : []),
  ];
  return properties.length === 0 ? [] : [createWordElement("w:rPr", null, properties)];
}

const SERIF_FACE = createWordElement("w:rFonts", {
  "w:ascii": SERIF_FONT,
  "w:cs": SERIF_FONT,
  "w:eastAsia": SERIF_FONT,
  "w:hAnsi": SERIF_FONT,
});

export function libraryTextStyle({
  size,
  color = INK,
}: Pick<WordStyle, "size" | "color">): IRunPropertiesOptions {
  return { size: Math.round(2 * size), color: wordColour(color) };
}

export function wordParagraph(runs: readonly (WordElement | ImageRun)[], look: Line): WordElement {
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
    ...(after > 0 && { "w:after": twips(after) }),
    ...(before > 0 && { "w:before": twips(before) }),
    ...(size > 0 && { "w:line": twips(size * LINE), "w:lineRule": "exact" }),
  };
  return paragraph(
    [
      ...(withNext ? [createWordElement("w:keepNext", null)] : []),
      ...(stop === undefined ? [] : [tabStop(stop)]),
      ...(Object.keys(spacing).length > 0 ? [createWordElement("w:spacing", spacing)] : []),
      ...(align === "left" ? [] : [createWordElement("w:jc", { "w:val": align })]),
      ...(outline ? [createWordElement("w:outlineLvl", { "w:val": 0 })] : []),
    ],
    runs,
  );
}

function tabStop(position: number): WordElement {
  return createWordElement("w:tabs", null, [
    createWordElement("w:tab", { "w:val": "right", "w:pos": twips(position) }),
  ]);
}

function paragraph(
  properties: readonly WordElement[],
  runs: readonly (WordElement | ImageRun)[] = [],
): WordElement {
  return createWordElement(
    "w:p",
    null,
    properties.length === 0 ? runs : [createWordElement("w:pPr", null, properties), ...runs],
  );
}

export function wordLineHeight(size: number): number {
  return size * LINE;
}

/** Builds an empty paragraph of minimum height, because Word needs one at the end of each cell and file. */
export function emptyParagraph(height = 1): WordElement {
  return paragraph([exactly(height)]);
}

/** Builds an empty line above a printed line, for writing by hand. */
export function wordLineToWriteOn(height: number): WordElement {
  const rule = { "w:val": "single", "w:color": "auto", "w:sz": 2, "w:space": 0 };
  return paragraph([
    createWordElement("w:pBdr", null, [createWordElement("w:bottom", rule)]),
    exactly(height),
  ]);
}

function exactly(height: number): WordElement {
  return createWordElement("w:spacing", {
    "w:after": 0,
    "w:before": 0,
    "w:line": twips(height),
    "w:lineRule": "exact",
  });
}

/**
 * An element of a Word file's text or tables, in the tree form to which the library converts its own objects. The
 * report cards of a class have fifty thousand elements, and creating an object for each takes twice the time. The
 * library builds pictures, footers and the file itself.
 */
export type WordElement = Record<string, (object | string)[] | Attributes | { _attr: Attributes }>;

type Attributes = Record<string, string | number>;
type Part = WordElement | XmlComponent | string;

export function createWordElement(
  name: string,
  attributes: Attributes | null,
  children: readonly Part[] = [],
): WordElement {
  if (children.length === 0) return { [name]: attributes === null ? {} : { _attr: attributes } };
  return { [name]: attributes === null ? [...children] : [{ _attr: attributes }, ...children] };
}

export function isElementNamed(name: string, { [name]: content }: WordElement): boolean {
  return content !== undefined;
}

/** Keeps paragraphs and tables on one page: each paragraph stays with the next, except in the last element. */
export function keptTogether(content: readonly WordElement[]): WordElement[] {
  return content.map((element, index) => (index < content.length - 1 ? keptWithNext(element) : element));
}

function keptWithNext(element: WordElement): WordElement {
  return Object.fromEntries(
    Object.entries(element).map(([name, content]) => {
      const parts = Array.isArray(content) ? content : [];
      if (name === "w:p") return [name, withKeepNext(parts)];
      const isTree = (part: object | string) => typeof part === "object" && !(part instanceof XmlComponent);
      const own = parts.map((part) => (isTree(part) ? keptWithNext(part as WordElement) : part));
      return [name, Array.isArray(content) ? own : content];
    }),
  );
}

function withKeepNext(parts: readonly (object | string)[]): (object | string)[] {
  const [first, ...others] = parts;
  const properties = typeof first === "object" && "w:pPr" in first ? (first["w:pPr"] as object[]) : null;
  const kept = createWordElement("w:pPr", null, [
    createWordElement("w:keepNext", null),
    ...((properties ?? []) as WordElement[]),
  ]);
  return properties ? [kept, ...others] : [kept, ...parts];
}

/** Wraps an element, for places where the library accepts only its own objects. */
export class WordBlock extends FileChild {
  readonly #element: WordElement;

  constructor(own: WordElement) {
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
