import { normalised } from "../text.ts";
import { INK, SIZE, type Align } from "../type.ts";
import {
  type ImageRun,
  type IRunPropertiesOptions,
  FileChild,
  XmlComponent,
  type IContext,
  type IXmlableObject,
} from "docx";

/** Fonts that an office's Word has, as close as possible to those of the printed page. */
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
  /** The size of its largest text in points, which decides the line's height. */
  size?: number;
  /** Word lists the paragraph among the headings. */
  outline?: boolean;
  /** The position of a right-aligned tab stop. */
  tab?: number;
  /** The paragraph is never the last on a page. */
  withNext?: boolean;
};

/** Exact line heights, so that a page is as high as calculated. */
const LINE = 1.22;

export function twips(points: number): number {
  return Math.round(20 * points);
}

export function colourOf(hex: string): string {
  return hex.slice(1);
}

/** Builds a text in one style, keeping its line breaks. */
export function run(text: string, style: WordStyle): Element[] {
  const look = propertiesOf(style);
  return normalised(text)
    .split("\n")
    .map((part, index) =>
      element("w:r", null, [
        ...look,
        ...(index > 0 ? [element("w:br", null)] : []),
        element("w:t", { "xml:space": "preserve" }, [part]),
      ]),
    );
}

/** Moves to the line's tab stop. */
export function tab(style: WordStyle): Element {
  return element("w:r", null, [...propertiesOf(style), element("w:tab", null)]);
}

/** Lists the properties in the order that Word requires, leaving out those of the file's own style. */
function propertiesOf({
  size,
  serif,
  bold,
  italics,
  smallCaps,
  underlined,
  color = INK,
}: WordStyle): Element[] {
  const half = Math.round(2 * size);
  const properties = [
    ...(serif ? [SERIF_FACE] : []),
    ...(bold ? [element("w:b", null), element("w:bCs", null)] : []),
    ...(italics ? [element("w:i", null), element("w:iCs", null)] : []),
    ...(smallCaps ? [element("w:smallCaps", null)] : []),
    ...(color === INK ? [] : [element("w:color", { "w:val": colourOf(color) })]),
    ...(smallCaps ? [element("w:spacing", { "w:val": twips(0.09 * size) })] : []),
    ...(size === SIZE.table
      ? []
      : [element("w:sz", { "w:val": half }), element("w:szCs", { "w:val": half })]),
    ...(underlined ? [element("w:u", { "w:val": "single" })] : []),
  ];
  return properties.length === 0 ? [] : [element("w:rPr", null, properties)];
}

const SERIF_FACE = element("w:rFonts", {
  "w:ascii": SERIF_FONT,
  "w:cs": SERIF_FONT,
  "w:eastAsia": SERIF_FONT,
  "w:hAnsi": SERIF_FONT,
});

/** The same for the library's own runs. */
export function lookOf({ size, color = INK }: Pick<WordStyle, "size" | "color">): IRunPropertiesOptions {
  return { size: Math.round(2 * size), color: colourOf(color) };
}

export function line(runs: readonly (Element | ImageRun)[], look: Line): Element {
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
      ...(withNext ? [element("w:keepNext", null)] : []),
      ...(stop === undefined ? [] : [tabStop(stop)]),
      ...(Object.keys(spacing).length > 0 ? [element("w:spacing", spacing)] : []),
      ...(align === "left" ? [] : [element("w:jc", { "w:val": align })]),
      ...(outline ? [element("w:outlineLvl", { "w:val": 0 })] : []),
    ],
    runs,
  );
}

function tabStop(position: number): Element {
  return element("w:tabs", null, [element("w:tab", { "w:val": "right", "w:pos": twips(position) })]);
}

function paragraph(properties: readonly Element[], runs: readonly (Element | ImageRun)[] = []): Element {
  return element("w:p", null, properties.length === 0 ? runs : [element("w:pPr", null, properties), ...runs]);
}

export function lineHeight(size: number): number {
  return size * LINE;
}

/** Builds an empty paragraph. Word needs one at the end of each cell and file; by default it takes almost no room. */
export function nothing(height = 1): Element {
  return paragraph([exactly(height)]);
}

/** Builds an empty line over a rule. */
export function lineToWriteOn(height: number): Element {
  const rule = { "w:val": "single", "w:color": "auto", "w:sz": 2, "w:space": 0 };
  return paragraph([element("w:pBdr", null, [element("w:bottom", rule)]), exactly(height)]);
}

function exactly(height: number): Element {
  return element("w:spacing", {
    "w:after": 0,
    "w:before": 0,
    "w:line": twips(height),
    "w:lineRule": "exact",
  });
}

/**
 * Text and tables of a Word file, written directly in the tree form that the library builds from its objects: a class
 * of cards has fifty thousand elements, which take twice the time as objects. Pictures, footers and the file around
 * them still come from the library.
 */
export type Element = Record<string, (object | string)[] | Attributes | { _attr: Attributes }>;

type Attributes = Record<string, string | number>;
type Part = Element | XmlComponent | string;

export function element(
  name: string,
  attributes: Attributes | null,
  children: readonly Part[] = [],
): Element {
  if (children.length === 0) return { [name]: attributes === null ? {} : { _attr: attributes } };
  return { [name]: attributes === null ? [...children] : [{ _attr: attributes }, ...children] };
}

export function isNamed(name: string, { [name]: content }: Element): boolean {
  return content !== undefined;
}

/** Wraps an element where the library accepts only its own objects. */
export class WordBlock extends FileChild {
  readonly #element: Element;

  constructor(own: Element) {
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
