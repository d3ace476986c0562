import type { FontFace } from "../shared-fonts.ts";

/** The style of a text. A node inherits it from its parent. */
export type NodeStyle = {
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

export type CanvasVector = { lineWidth: number; lineColor: string } & (
  | { type: "line"; x1: number; y1: number; x2: number; y2: number }
  | { type: "rect"; x: number; y: number; w: number; h: number }
);

export type NodeTableLayout = Record<"hLineWidth" | "paddingTop" | "paddingBottom", (row: number) => number> &
  Record<"vLineWidth" | "paddingLeft" | "paddingRight", (column: number) => number> & {
    hLineColor: (row: number) => string;
  };

export type NodeTable = {
  headerRows: number;
  dontBreakRows: boolean;
  widths: readonly number[];
  body: readonly (readonly unknown[])[];
};

/** The parts of pdfmake's document definitions that this code supports. */
export type DocumentNode = Partial<NodeStyle> & {
  text?: unknown;
  stack?: readonly unknown[];
  columns?: readonly unknown[];
  table?: NodeTable;
  layout?: NodeTableLayout;
  canvas?: readonly CanvasVector[];
  image?: string;
  fit?: readonly [number, number];
  width?: number | "*";
  height?: number;
  colSpan?: number;
  margin?: Margin;
  relativePosition?: Point;
  verticalAlignment?: "middle";
  unbreakable?: boolean;
};

/** The position of a node: its left and top edge, and its width. */
export type NodeBox = { x: number; y: number; width: number };

/** Thrown for content that this code does not support. pdfmake then lays the content out. */
export class UnsupportedContent extends Error {}

export const PLAIN_STYLE: NodeStyle = {
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

/** Converts the short forms of a definition, such as a text alone, to a node. */
export function toDocumentNode(content: unknown): DocumentNode {
  if (typeof content === "string") return { text: content };
  if (Array.isArray(content)) return { stack: content };
  if (typeof content === "object" && content !== null) return content;
  throw new UnsupportedContent(`a node that is ${typeof content}`);
}

/** Returns the parent's style with the node's changes. Unknown properties are rejected, because they might matter. */
export function inheritStyle(node: DocumentNode, outer: NodeStyle): NodeStyle {
  let style: Record<string, unknown> = outer;
  for (const key in node) {
    const value = node[key as keyof DocumentNode];
    if (!STYLE_KEYS.has(key)) {
      if (!NODE_KEYS.has(key)) throw new UnsupportedContent(`the property ${key}`);
    } else if (value !== undefined && value !== null) {
      if (style === outer) style = { ...outer };
      style[key] = value;
    }
  }
  return style as NodeStyle;
}

export function toFontFace({ font, bold, italics }: NodeStyle): FontFace {
  return { family: font, bold, italics };
}

/** Returns a table with fixed widths, unsplit rows and only horizontal lines. Rejects any other table. */
export function getSupportedTable({ table, layout }: DocumentNode): {
  table: NodeTable;
  layout: NodeTableLayout;
} {
  if (table === undefined || layout === undefined) throw new UnsupportedContent("a table without a layout");
  const { headerRows, dontBreakRows, widths } = table;
  const isWhole = headerRows === 1 && dontBreakRows && Object.keys(table).length === TABLE_KEYS;
  const isFixed = Array.isArray(widths) && widths.every((width) => typeof width === "number");
  if (!isWhole || !isFixed || !isRuled(layout, widths.length))
    throw new UnsupportedContent("a table of another kind");
  return { table, layout };
}

function isRuled(layout: NodeTableLayout, columns: number): boolean {
  const keys = Object.keys(layout);
  if (keys.length !== LAYOUT_KEYS.size || !keys.every((key) => LAYOUT_KEYS.has(key))) return false;
  const weights = Array.from({ length: columns + 1 }, (_column, line) => layout.vLineWidth(line));
  return weights.every((weight) => weight === 0);
}
