import { linesOf } from "../../parts/fonts.ts";
import { HEAD_PADDING } from "../../parts/rules.ts";
import { INK, MUTED, RULE, SANS_LINE, SIZE } from "../../parts/type.ts";
import { hasSpans, spansOf, type Columns, type Span } from "../plan.ts";
import { alignOf } from "../values.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import type { ListColumn } from "../data.ts";

/** The space between labels. */
const LABEL_GAP = 4;

/** `rows` builds new rows for each table, because pdfmake prints the same object only once. */
export type Head = { rows: () => TableCell[][]; height: number };

/** Builds the labels of the columns, and above them the headings that neighbours share. */
export function headOf({ columns, widths, gap }: Columns, spansRuled: boolean): Head {
  const places = widths.length - columns.length;
  const own = widths.slice(places);
  const labels = () => columns.map((column) => labelOf(column, gap));
  const lines = columns.map((column, index) => {
    return linesOf(column.title, (own[index] ?? 0) - marginOf(column, gap), { size: SIZE.label });
  });
  const height = Math.max(1, ...lines) * SIZE.label * SANS_LINE + HEAD_PADDING + RULE.frame;
  if (!hasSpans(columns)) {
    return { rows: () => [[...emptyCells(places), ...labels()]], height };
  }
  const spans = spansOf(columns);
  const overLines = spans.map((span) => {
    return linesOf(span.over, widthOfSpan(span, own, gap), { size: SIZE.label, bold: true });
  });
  const rule = (span: Span) => (spansRuled && span.count > 1 ? widthOfSpan(span, own, gap) : 0);
  return {
    rows: () => [
      [...emptyCells(places), ...spans.flatMap((span) => spanCells(span, columns[span.from], rule(span)))],
      [...emptyCells(places), ...labels()],
    ],
    height: height + Math.max(...overLines) * SIZE.label * SANS_LINE,
  };
}

function labelOf(column: ListColumn, gap: number): Content {
  if (column.scale !== undefined) return scaleLabel(column.scale);
  return {
    text: column.title,
    alignment: alignOf(column),
    fontSize: SIZE.label,
    color: MUTED,
    verticalAlignment: "bottom",
    margin: [marginOf(column, gap), 0, 0, 0],
  } as Content;
}

/** Labels the ends of the line on which bars are drawn. */
function scaleLabel(scale: number): Content {
  const look = { fontSize: SIZE.label, color: MUTED, verticalAlignment: "bottom" };
  return {
    columns: [
      { text: "0", ...look },
      { text: String(scale), alignment: "right", ...look },
    ],
  } as Content;
}

/**
 * The gap is to the left of a column only: a label over a box is centred on the box, and a right-aligned label may be
 * wider than the figures below it.
 */
function marginOf(column: ListColumn, gap: number): number {
  if (column.kind === "box") return -gap;
  return alignOf(column) === "right" ? LABEL_GAP - gap : 0;
}

function widthOfSpan({ from, count }: Span, widths: readonly number[], gap: number): number {
  return widths.slice(from, from + count).reduce((sum, width) => sum + width + gap, -gap);
}

/** A heading over one column is aligned like its label. @param rule the length of the line under it */
function spanCells({ over, count }: Span, column: ListColumn | undefined, rule: number): TableCell[] {
  const alignment = count === 1 && column ? alignOf(column) : "right";
  const look = { alignment, fontSize: SIZE.label, bold: true, color: INK } as const;
  const text = { text: over, ...look };
  const line = { type: "line", x1: 0, y1: 0, x2: rule, y2: 0, lineWidth: RULE.row, lineColor: INK } as const;
  const cell = rule === 0 ? text : { stack: [text, { canvas: [line] }] };
  return [{ ...cell, colSpan: count, verticalAlignment: "bottom" } as TableCell, ...emptyCells(count - 1)];
}

/** Builds a new cell for each place, because pdfmake prints the same object only once. */
function emptyCells(count: number): ContentText[] {
  return Array.from({ length: count }, () => ({ text: "", fontSize: SIZE.label }));
}
