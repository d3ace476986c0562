import {
  getSupportedTable,
  toDocumentNode,
  UnsupportedContent,
  inheritStyle,
  type NodeBox,
  type NodeTableLayout,
  type DocumentNode,
  type NodeStyle,
  type NodeTable,
  type CanvasVector,
} from "./nodes.ts";
import type { PageContent } from "./page-content.ts";
import type { TextLines } from "./text-lines.ts";

/** A picture in the document. `orientation` is 1 unless the camera was rotated. */
export type EmbeddedPicture = { label: string; width: number; height: number; orientation: number };

type Page = {
  content: PageContent;
  lines: TextLines;
  bottom: number;
  picture: (path: string) => EmbeddedPicture;
  /** Begins another page at `top`. Without it, everything must be on one page. */
  next?: () => { content: PageContent; top: number };
};

const NO_MARGIN = [0, 0, 0, 0] as const;

/**
 * Draws nodes at pdfmake's positions, but in one pass. Methods return the position of the next node. Content that must
 * stay together begins another page if it does not fit; nothing else is continued on another page.
 */
export class NodeRenderer {
  #page: Page;
  /** The number of rows, and of nodes that stay together, around the current node. Nothing in them begins a page. */
  #around = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  set(given: unknown, box: NodeBox, outer: NodeStyle): number {
    const node = toDocumentNode(given);
    const style = inheritStyle(node, outer);
    const { relativePosition: moved } = node;
    if (moved !== undefined) {
      this.#content(node, { ...box, x: box.x + moved.x, y: box.y + moved.y }, style);
      return box.y;
    }
    const [left, top, right, bottom] = node.margin ?? NO_MARGIN;
    const inner = { x: box.x + left, y: box.y + top, width: box.width - left - right };
    const end =
      node.unbreakable === true && this.#around === 0
        ? this.#together(node, inner, style)
        : this.#content(node, inner, style);
    if (Math.max(end, end + bottom) > this.#page.bottom) throw new UnsupportedContent("more than a page");
    return end + bottom;
  }

  #content(node: DocumentNode, box: NodeBox, style: NodeStyle): number {
    if (node.columns !== undefined) return this.#columns(node.columns, box, style);
    if (node.stack !== undefined) {
      return node.stack.reduce<number>((y, item) => this.set(item, { ...box, y }, style), box.y);
    }
    if (node.table !== undefined) return this.#table(getSupportedTable(node), box, style);
    if (node.text !== undefined) return this.#text(node, box, style);
    if (node.image !== undefined) return this.#image(node, node.image, box);
    if (node.canvas !== undefined) return this.#canvas(node.canvas, box);
    throw new UnsupportedContent("a node of another kind");
  }

  #together(node: DocumentNode, box: NodeBox, style: NodeStyle): number {
    const { content, next } = this.#page;
    const mark = content.mark();
    this.#around = 1;
    try {
      return this.#content(node, box, style);
    } catch (error) {
      if (!(error instanceof UnsupportedContent) || next === undefined) throw error;
      content.cutTo(mark);
      const { content: following, top } = next();
      this.#page = { ...this.#page, content: following };
      this.#around = 1;
      return this.#content(node, { ...box, y: top }, style);
    } finally {
      this.#around = 0;
    }
  }

  #text(node: DocumentNode, box: NodeBox, style: NodeStyle): number {
    let { y } = box;
    for (const { pieces, height, ascent } of this.#page.lines.of(node, style, box.width)) {
      for (const piece of pieces) this.#page.content.text(piece, box.x + piece.x, y + ascent);
      y += height;
    }
    return y;
  }

  #columns(columns: readonly unknown[], box: NodeBox, style: NodeStyle): number {
    const nodes = columns.map(toDocumentNode);
    const gap = style.columnGap;
    const fixed = nodes.reduce((sum, { width }) => sum + (typeof width === "number" ? width : 0), 0);
    const left = box.width - fixed - gap * (nodes.length - 1);
    if (nodes.filter(({ width }) => width === "*").length > 1)
      throw new UnsupportedContent("several open columns");
    let { x } = box;
    const cells = nodes.map((node) => {
      const width = this.#columnWidth(node, left, style);
      const cell = { node, box: { x, y: box.y, width } };
      x += width + gap;
      return cell;
    });
    return this.#row(cells, box.y, style);
  }

  #columnWidth(node: DocumentNode, left: number, style: NodeStyle): number {
    if (typeof node.width === "number") return node.width;
    if (node.width === "*") return Math.max(left, this.#least(node, style, left));
    throw new UnsupportedContent("a column without a width");
  }

  /** Returns the minimum width of a column of texts, at most `width`. */
  #least(node: DocumentNode, outer: NodeStyle, width: number): number {
    const style = inheritStyle(node, outer);
    const [left, , right] = node.margin ?? NO_MARGIN;
    const inner = width - left - right;
    if (node.text !== undefined) return left + right + this.#page.lines.least(node, style, inner);
    if (node.stack === undefined) throw new UnsupportedContent("an open column of something else than texts");
    return (
      left + right + Math.max(0, ...node.stack.map((item) => this.#least(toDocumentNode(item), style, inner)))
    );
  }

  /** Draws cells side by side. The row is as high as its highest cell. */
  #row(cells: readonly Cell[], top: number, style: NodeStyle): number {
    const { content } = this.#page;
    const lowered: { opened: number; height: number }[] = [];
    let bottom = top;
    this.#around += 1;
    for (const { node, box } of cells) {
      const isInMiddle = node.verticalAlignment === "middle";
      const opened = isInMiddle ? content.open() : 0;
      const end = this.set(node, box, style);
      if (isInMiddle) lowered.push({ opened, height: end - top });
      if (isInMiddle) content.close();
      bottom = Math.max(bottom, end);
    }
    this.#around -= 1;
    for (const { opened, height } of lowered) content.lower(opened, (bottom - top - height) / 2);
    return bottom;
  }

  #table(
    { table: { widths, body }, layout }: { table: NodeTable; layout: NodeTableLayout },
    box: NodeBox,
    style: NodeStyle,
  ): number {
    const columns = columnsOf(widths, layout);
    let y = this.#ruleAt(0, { ...box, width: columns.width }, layout);
    body.forEach((row, index) => {
      const top = y + layout.paddingTop(index);
      const cells = cellsOf(row, columns.places, { ...box, y: top });
      y = this.#row(cells, top, style) + layout.paddingBottom(index);
      y = this.#ruleAt(index + 1, { x: box.x, y, width: columns.width }, layout);
    });
    return y;
  }

  #ruleAt(line: number, { x, y, width }: NodeBox, layout: NodeTableLayout): number {
    const weight = layout.hLineWidth(line);
    if (weight === 0) return y;
    const middle = y + weight / 2;
    const color = layout.hLineColor(line);
    this.#page.content.rule({ x1: x, y1: middle, x2: x + width, y2: middle, weight, color });
    return y + weight;
  }

  #image({ fit, width, height }: DocumentNode, path: string, { x, y }: NodeBox): number {
    const picture = this.#page.picture(path);
    if (picture.orientation > 1) throw new UnsupportedContent("a picture that is turned");
    const size = fit ? fitted(picture, fit) : { width, height };
    if (typeof size.width !== "number" || size.height === undefined)
      throw new UnsupportedContent("a picture without a size");
    this.#page.content.picture(picture.label, { x, y, width: size.width, height: size.height });
    return y + size.height;
  }

  #canvas(canvas: readonly CanvasVector[], { x, y }: NodeBox): number {
    let height = 0;
    for (const vector of canvas) {
      const { lineWidth: weight, lineColor: color } = vector;
      if (vector.type === "line") {
        const { x1, y1, x2, y2 } = vector;
        this.#page.content.rule({ x1: x + x1, y1: y + y1, x2: x + x2, y2: y + y2, weight, color });
        height = Math.max(height, y1, y2);
      } else if (vector.type === "rect") {
        const frame = { x: x + vector.x, y: y + vector.y, width: vector.w, height: vector.h };
        this.#page.content.frame(frame, weight, color);
        height = Math.max(height, vector.y + vector.h);
      } else {
        throw new UnsupportedContent("a drawing of another kind");
      }
    }
    return y + height;
  }
}

function fitted(
  picture: EmbeddedPicture,
  [width, height]: readonly [number, number],
): { width: number; height: number } {
  const factor = Math.min(width / picture.width, height / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

type Cell = { node: DocumentNode; box: NodeBox };

type Place = { left: number; width: number };

/** Calculates the positions of a table's columns and the table's total width. */
function columnsOf(widths: readonly number[], layout: NodeTableLayout): { places: Place[]; width: number } {
  let x = 0;
  const places = widths.map((width, column) => {
    const left = x + layout.paddingLeft(column);
    x = left + width + layout.paddingRight(column);
    return { left, width };
  });
  return { places, width: x };
}

function cellsOf(row: readonly unknown[], places: readonly Place[], { x, y }: NodeBox): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < row.length;) {
    const node = toDocumentNode(row[column]);
    const { left = 0 } = places[column] ?? {};
    column += node.colSpan ?? 1;
    const last = places[column - 1];
    cells.push({ node, box: { x: x + left, y, width: last ? last.left + last.width - left : 0 } });
  }
  return cells;
}
