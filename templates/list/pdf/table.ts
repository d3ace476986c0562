import { ruledTableLayout, HEAD_PADDING } from "../../parts/rules.ts";
import { MUTED_COLOUR, RULE_WEIGHTS, SANS_LINE_HEIGHT, INK_COLOUR, FONT_SIZES } from "../../parts/type.ts";
import {
  calculateColumns,
  countRowNumberColumns,
  type TableColumns,
  hasHeadingSpans,
  listHeadingSpans,
  type HeadingSpan,
} from "../plan.ts";
import {
  measureGroupBand,
  formatGroupBand,
  findLongestBar,
  columnDecimals,
  rowLineHeights,
  layOutRowCells,
  type RowSetting,
} from "./cells.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import type { RowDimensions } from "../../parts/fit.ts";
import { countTextLines } from "../../parts/fonts.ts";
import type { ListGroup, ListTable, ListColumn } from "../data.ts";
import type { PrintedRow } from "../rows.ts";
import { columnAlignment } from "../values.ts";

/** A table, laid out for a width with one text size and padding. The pages of the table are parts of this layout. */
export type ListTableLayout = {
  width: number;
  plan: TableColumns;
  head: Head;
  setting: RowSetting;
  step: RowDimensions;
};

const BAND_ABOVE = 4;

export function listTableLayouts(
  table: ListTable,
  rows: readonly PrintedRow[],
  width: number,
): (step: RowDimensions) => ListTableLayout {
  const plan = calculateColumns(table, width);
  const head = headOf(plan, table.spansRuled === true);
  const widths = plan.widths.slice(countRowNumberColumns(table));
  const decimals = columnDecimals(plan.columns, rows);
  const longest = plan.columns.map((column) => findLongestBar(column, rows));
  return (step) => ({
    width,
    plan,
    head,
    step,
    setting: { columns: plan.columns, widths, decimals, longest, size: step.size },
  });
}

/** Counts the lines of text in a row. A band has a height of its own. */
export function countRowLines(row: PrintedRow, { setting, width }: ListTableLayout): number {
  if (row.band) {
    return (BAND_ABOVE + measureGroupBand(row.band, width)) / (setting.size * SANS_LINE_HEIGHT);
  }
  return rowLineHeights(row, setting).reduce((sum, lines) => sum + lines, 0);
}

export function calculateListRowHeight(row: PrintedRow, layout: ListTableLayout): number {
  const { size, padding } = layout.step;
  return countRowLines(row, layout) * size * SANS_LINE_HEIGHT + 2 * padding + row.rule;
}

export function layOutRows(
  rows: readonly PrintedRow[],
  { plan, head, setting, step }: ListTableLayout,
): Content {
  const headRows = head.rows();
  return {
    table: {
      headerRows: headRows.length,
      dontBreakRows: true,
      widths: plan.widths,
      body: [...headRows, ...rows.map((row) => bodyRow(row, plan, setting))] as TableCell[][],
    },
    layout: ruledTableLayout({
      lines: [...headRows.map(() => 0), RULE_WEIGHTS.frame, ...rows.map(({ rule }) => rule)],
      headRows: headRows.length,
      padding: step.padding,
      gap: plan.gap,
      verticalRules: plan.verticalRules,
      right: plan.right,
    }),
  };
}

function bodyRow(row: PrintedRow, plan: TableColumns, setting: RowSetting): Content[] {
  if (row.band) return bandCells(row.band, plan);
  const places = plan.widths.slice(setting.columns.length).map(() => placeCell(row.place, setting.size));
  return [...places, ...layOutRowCells(row, setting)];
}

function placeCell(place: number | null, size: number): ContentText {
  const text = place === null ? "" : String(place);
  return { text, alignment: "right", color: MUTED_COLOUR, fontSize: size, noWrap: true };
}

function bandCells(band: ListGroup, { widths }: TableColumns): Content[] {
  const rest = widths.slice(1).map(() => ({ text: "" }));
  return [
    { stack: [formatGroupBand(band)], colSpan: widths.length, margin: [0, BAND_ABOVE, 0, 0] } as Content,
    ...rest,
  ];
}

/** The space between labels. */
const LABEL_GAP = 4;

/** A table head. `rows` builds new cells for each table, because pdfmake prints an object only once. */
type Head = { rows: () => TableCell[][]; height: number };

/** Builds the labels of the columns and, above them, the headings that adjacent columns share. */
function headOf({ columns, widths, gap }: TableColumns, spansRuled: boolean): Head {
  const places = widths.length - columns.length;
  const own = widths.slice(places);
  const labels = () => columns.map((column) => labelOf(column, gap));
  const lines = columns.map((column, index) => {
    return countTextLines(column.title, (own[index] ?? 0) - marginOf(column, gap), {
      size: FONT_SIZES.label,
    });
  });
  const height =
    Math.max(1, ...lines) * FONT_SIZES.label * SANS_LINE_HEIGHT + HEAD_PADDING + RULE_WEIGHTS.frame;
  if (!hasHeadingSpans(columns)) {
    return { rows: () => [[...emptyCells(places), ...labels()]], height };
  }
  const spans = listHeadingSpans(columns);
  const overLines = spans.map((span) => {
    return countTextLines(span.over, widthOfSpan(span, own, gap), { size: FONT_SIZES.label, bold: true });
  });
  const rule = (span: HeadingSpan) => (spansRuled && span.count > 1 ? widthOfSpan(span, own, gap) : 0);
  return {
    rows: () => [
      [...emptyCells(places), ...spans.flatMap((span) => spanCells(span, columns[span.from], rule(span)))],
      [...emptyCells(places), ...labels()],
    ],
    height: height + Math.max(...overLines) * FONT_SIZES.label * SANS_LINE_HEIGHT,
  };
}

function labelOf(column: ListColumn, gap: number): Content {
  if (column.scale !== undefined) return scaleLabel(column.scale);
  return {
    text: column.title,
    alignment: columnAlignment(column),
    fontSize: FONT_SIZES.label,
    color: MUTED_COLOUR,
    verticalAlignment: "bottom",
    margin: [marginOf(column, gap), 0, 0, 0],
  } as Content;
}

/** Labels both ends of the axis on which bars are drawn. */
function scaleLabel(scale: number): Content {
  const look = { fontSize: FONT_SIZES.label, color: MUTED_COLOUR, verticalAlignment: "bottom" };
  return {
    columns: [
      { text: "0", ...look },
      { text: String(scale), alignment: "right", ...look },
    ],
  } as Content;
}

/**
 * Returns the margin of a label. A column has a gap at its left only. A label over a box is centred over the box, and a
 * right-aligned label may be wider than the figures below.
 */
function marginOf(column: ListColumn, gap: number): number {
  if (column.kind === "box") return -gap;
  return columnAlignment(column) === "right" ? LABEL_GAP - gap : 0;
}

function widthOfSpan({ from, count }: HeadingSpan, widths: readonly number[], gap: number): number {
  return widths.slice(from, from + count).reduce((sum, width) => sum + width + gap, -gap);
}

/** A heading over a single column is aligned as the column's label. @param rule the length of the line below it */
function spanCells({ over, count }: HeadingSpan, column: ListColumn | undefined, rule: number): TableCell[] {
  const alignment = count === 1 && column ? columnAlignment(column) : "right";
  const look = { alignment, fontSize: FONT_SIZES.label, bold: true, color: INK_COLOUR } as const;
  const text = { text: over, ...look };
  const line = {
    type: "line",
    x1: 0,
    y1: 0,
    x2: rule,
    y2: 0,
    lineWidth: RULE_WEIGHTS.row,
    lineColor: INK_COLOUR,
  } as const;
  const cell = rule === 0 ? text : { stack: [text, { canvas: [line] }] };
  return [{ ...cell, colSpan: count, verticalAlignment: "bottom" } as TableCell, ...emptyCells(count - 1)];
}

/** Builds empty cells, each a new object, because pdfmake prints an object only once. */
function emptyCells(count: number): ContentText[] {
  return Array.from({ length: count }, () => ({ text: "", fontSize: FONT_SIZES.label }));
}
