import { linesOf } from "../../parts/fonts.ts";
import { HEAD_PADDING } from "../../parts/rules.ts";
import { INK, MUTED, RULE, SANS_LINE, SIZE } from "../../parts/type.ts";
import { hasSpans, spansOf, type Columns, type Span } from "../plan.ts";
import { alignOf } from "../values.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { ListColumn } from "../data.ts";

/** Between labels. */
const LABEL_GAP = 4;

/** Rows anew for each table: the same object in two tables prints once. */
export type Head = { rows: () => ContentText[][]; height: number };

/** The labels of the columns, and over them what neighbours have in common. */
export function headOf({ columns, widths, gap }: Columns): Head {
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
  return {
    rows: () => [
      [...emptyCells(places), ...spans.flatMap(spanCells)],
      [...emptyCells(places), ...labels()],
    ],
    height: height + Math.max(...overLines) * SIZE.label * SANS_LINE,
  };
}

function labelOf(column: ListColumn, gap: number): ContentText {
  return {
    text: column.title,
    alignment: alignOf(column),
    fontSize: SIZE.label,
    color: MUTED,
    verticalAlignment: "bottom",
    margin: [marginOf(column, gap), 0, 0, 0],
  } as ContentText;
}

/**
 * The gap is left of a column only: over a box the label stands in the middle of the box, and a label at the right may
 * be wider than the figures below it.
 */
function marginOf(column: ListColumn, gap: number): number {
  if (column.kind === "box") return -gap;
  return alignOf(column) === "right" ? LABEL_GAP - gap : 0;
}

function widthOfSpan({ from, count }: Span, widths: readonly number[], gap: number): number {
  return widths.slice(from, from + count).reduce((sum, width) => sum + width + gap, -gap);
}

function spanCells({ over, count }: Span): ContentText[] {
  const look = { alignment: "right", fontSize: SIZE.label, bold: true, color: INK } as const;
  return [
    { text: over, colSpan: count, verticalAlignment: "bottom", ...look } as ContentText,
    ...emptyCells(count - 1),
  ];
}

/** A new one for each place: the same object in two cells prints once. */
function emptyCells(count: number): ContentText[] {
  return Array.from({ length: count }, () => ({ text: "", fontSize: SIZE.label }));
}
