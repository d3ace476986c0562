import { measureTextWidth } from "../../parts/fonts.ts";
import { INK_COLOUR, RULE_WEIGHTS, SANS_LINE_HEIGHT } from "../../parts/type.ts";
import { listHeadingSpans, type TableColumns } from "../plan.ts";
import { sumColumn } from "../rows.ts";
import type { CanvasElement, Content } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "../../parts/page.ts";
import type { ListTable } from "../data.ts";
import type { ListTableLayout } from "./table.ts";

const HEIGHT = 76;
/** The space between the chart and the table head. */
const BELOW = 2;
const FIGURE = { size: 7.6 };
const LABEL = { size: 8.6 };
const SQUARE = 6;
const WIDEST = 14;
/** The space between two bars. */
const BETWEEN = 3;

type Bar = { x: number; width: number; height: number; figure: number; isSolid: boolean };

/** Draws the sums of pairs of columns as bars above the columns. The table head is the axis. */
export function drawSumChart(table: ListTable, layout: ListTableLayout): MeasuredBlock {
  const { chart } = table;
  if (chart === undefined) return { content: [], height: 0 };
  const bars = barsOf(table, layout);
  const verticalRules = layout.plan.verticalRules.map((place) => {
    const x = rightEdge(layout.plan, place - 1) + layout.plan.right(place - 1);
    return lineOf(x, 0, x, HEIGHT + BELOW, RULE_WEIGHTS.row);
  });
  const keys = chart.map((_label, index) => squareOf(labelTop(index), index === 1));
  const axis = lineOf(0, HEIGHT, layout.width, HEIGHT, RULE_WEIGHTS.frame);
  const drawn = [...verticalRules, ...keys, ...bars.map(rectOf), axis];
  const texts = [
    ...bars.map(figureOf),
    ...chart.map((label, index) => textAt(label, 2 * SQUARE, labelTop(index), LABEL.size)),
  ];
  return {
    height: HEIGHT + BELOW,
    content: {
      stack: [...texts, { canvas: drawn, margin: [0, 0, 0, verticalRules.length > 0 ? 0 : BELOW] }],
    },
  };
}

function barsOf({ columns, groups }: ListTable, { plan }: ListTableLayout): Bar[] {
  const places = plan.widths.length - columns.length;
  const rows = groups.flatMap((group) => [...group.rows]);
  const bars = listHeadingSpans(columns).flatMap(({ from, count }) => {
    if (count !== 2) return [];
    return [from, from + 1].map((index) => {
      const column = columns[index];
      const key = column === undefined || column.kind === "box" ? "" : column.key;
      const room = (plan.widths[places + index] ?? 0) + plan.gap - BETWEEN;
      const width = Math.min(WIDEST, room);
      const x = rightEdge(plan, places + index) - width;
      return { x, width, figure: sumColumn(rows, key), isSolid: index > from };
    });
  });
  const most = Math.max(1, ...bars.map(({ figure }) => figure));
  const full = HEIGHT - FIGURE.size * SANS_LINE_HEIGHT;
  return bars.map((bar) => ({ ...bar, height: (bar.figure / most) * full }));
}

/** Returns the x position of a column's right edge. The row numbers count as a column. */
function rightEdge({ widths, gap, right }: TableColumns, index: number): number {
  return widths.slice(0, index + 1).reduce((x, width, index) => {
    const before = index === 0 ? 0 : gap + right(index - 1);
    return x + before + width;
  }, 0);
}

function labelTop(index: number): number {
  return HEIGHT - (2 - index) * LABEL.size * SANS_LINE_HEIGHT;
}

function rectOf({ x, width, height, isSolid }: Bar): CanvasElement {
  const look = isSolid ? { color: INK_COLOUR } : { lineColor: INK_COLOUR };
  return { type: "rect", x, y: HEIGHT - height, w: width, h: height, lineWidth: RULE_WEIGHTS.group, ...look };
}

function squareOf(top: number, isSolid: boolean): CanvasElement {
  const y = top + (LABEL.size * SANS_LINE_HEIGHT - SQUARE) / 2;
  const look = isSolid ? { color: INK_COLOUR } : { lineColor: INK_COLOUR };
  return { type: "rect", x: 0, y, w: SQUARE, h: SQUARE, lineWidth: RULE_WEIGHTS.group, ...look };
}

function figureOf({ x, width, height, figure }: Bar): Content {
  const text = String(figure);
  const middle = x + width / 2 - measureTextWidth(text, FIGURE) / 2;
  return textAt(text, middle, HEIGHT - height - FIGURE.size * SANS_LINE_HEIGHT, FIGURE.size);
}

function textAt(text: string, x: number, y: number, fontSize: number): Content {
  return { text, fontSize, noWrap: true, relativePosition: { x, y } };
}

function lineOf(x1: number, y1: number, x2: number, y2: number, lineWidth: number): CanvasElement {
  return { type: "line", x1, y1, x2, y2, lineWidth, lineColor: INK_COLOUR };
}
