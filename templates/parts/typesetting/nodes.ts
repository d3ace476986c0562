import type { Face } from "../shared-fonts.ts";

/** The look of a text, which a node inherits from its parent. */
export type Style = {
  font: string;
  fontSize: number;
  color: string;
  bold: boolean;
  italics: boolean;
  alignment: "left" | "center" | "right";
  noWrap: boolean;
  preserveLeadingSpaces: boolean;
  characterSpacing: number;
  fontFeatures: readonly string[] | null;
  columnGap: number;
};

type Margin = readonly [left: number, top: number, right: number, bottom: number];
type Point = { x: number; y: number };

export type Vector = { lineWidth: number; lineColor: string } & (
  | { type: "line"; x1: number; y1: number; x2: number; y2: number }
  | { type: "rect"; x: number; y: number; w: number; h: number }
);

export type Layout = Record<"hLineWidth" | "paddingTop" | "paddingBottom", (row: number) => number> &
  Record<"vLineWidth" | "paddingLeft" | "paddingRight", (column: number) => number> & {
    hLineColor: (row: number) => string;
  };

export type Table = {
  headerRows: number;
  dontBreakRows: boolean;
  widths: readonly number[];
  body: readonly (readonly unknown[])[];
};

/** The part of pdfmake's definitions that this code can set. */
export type Node = Partial<Style> & {
  text?: unknown;
  stack?: readonly unknown[];
  columns?: readonly unknown[];
  table?: Table;
  layout?: Layout;
  canvas?: readonly Vector[];
  image?: string;
  fit?: readonly [number, number];
  width?: number | "*";
  height?: number;
  colSpan?: number;
  margin?: Margin;
  relativePosition?: Point;
  verticalAlignment?: "middle";
};

/** The place of a node: its left and top edge, and its width. */
export type Box = { x: number; y: number; width: number };

/** Thrown for content that only pdfmake can lay out. */
export class NotSettable extends Error {}

export const PLAIN_STYLE: Style = {
  font: "",
  fontSize: 12,
  color: "#000000",
  bold: false,
  italics: false,
  alignment: "left",
  noWrap: false,
  preserveLeadingSpaces: false,
  characterSpacing: 0,
  fontFeatures: null,
  columnGap: 0,
};

const STYLE_KEYS = new Set(Object.keys(PLAIN_STYLE));
const NODE_KEYS = new Set([
  ...["text", "stack", "columns", "table", "layout", "canvas", "image", "fit", "width", "height", "colSpan"],
  ...["margin", "relativePosition", "verticalAlignment", "unbreakable"],
]);
const TABLE_KEYS = 4;
const LAYOUT_KEYS = new Set([
  ...["hLineWidth", "hLineColor", "vLineWidth", "vLineColor"],
  ...["paddingLeft", "paddingRight", "paddingTop", "paddingBottom"],
]);

/** Expands the shorthands of a definition. */
export function nodeOf(content: unknown): Node {
  if (typeof content === "string") return { text: content };
  if (Array.isArray(content)) return { stack: content };
  if (typeof content === "object" && content !== null) return content;
  throw new NotSettable(`a node that is ${typeof content}`);
}

/** Applies a node's changes to the style around it; an unknown property is rejected because it may change the drawing. */
export function styleOf(node: Node, outer: Style): Style {
  let style: Record<string, unknown> = outer;
  for (const key in node) {
    const value = node[key as keyof Node];
    if (!STYLE_KEYS.has(key)) {
      if (!NODE_KEYS.has(key)) throw new NotSettable(`the property ${key}`);
    } else if (value !== undefined && value !== null) {
      if (style === outer) style = { ...outer };
      style[key] = value;
    }
  }
  return style as Style;
}

export function faceOf({ font, bold, italics }: Style): Face {
  return { family: font, bold, italics };
}

/** Returns a table of fixed widths whose rows stay whole and whose only rules are horizontal; rejects any other. */
export function checkedTable({ table, layout }: Node): { table: Table; layout: Layout } {
  if (table === undefined || layout === undefined) throw new NotSettable("a table without a layout");
  const { headerRows, dontBreakRows, widths } = table;
  const isWhole = headerRows === 1 && dontBreakRows && Object.keys(table).length === TABLE_KEYS;
  const isFixed = Array.isArray(widths) && widths.every((width) => typeof width === "number");
  if (!isWhole || !isFixed || !isRuled(layout, widths.length))
    throw new NotSettable("a table of another kind");
  return { table, layout };
}

function isRuled(layout: Layout, columns: number): boolean {
  const keys = Object.keys(layout);
  if (keys.length !== LAYOUT_KEYS.size || !keys.every((key) => LAYOUT_KEYS.has(key))) return false;
  const weights = Array.from({ length: columns + 1 }, (_column, line) => layout.vLineWidth(line));
  return weights.every((weight) => weight === 0);
}
