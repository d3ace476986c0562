import { ruled } from "../../parts/rules.ts";
import { MUTED, RULE, SANS_LINE } from "../../parts/type.ts";
import { columnsOf, numberColumns, type Columns } from "../plan.ts";
import { bandHeight, bandText } from "./band.ts";
import { longestIn } from "./bar.ts";
import { decimalsIn, lineHeights, rowCells, type Setting } from "./cells.ts";
import { headOf, type Head } from "./head.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import type { Step } from "../../parts/fit.ts";
import type { ListGroup, ListTable } from "../data.ts";
import type { PrintedRow } from "../rows.ts";

/** A table laid out for a width, with one text size and padding, from which its pages are cut. */
export type Layout = { width: number; plan: Columns; head: Head; setting: Setting; step: Step };

const BAND_ABOVE = 4;

export function layoutsOf(
  table: ListTable,
  rows: readonly PrintedRow[],
  width: number,
): (step: Step) => Layout {
  const plan = columnsOf(table, width);
  const head = headOf(plan, table.spansRuled === true);
  const widths = plan.widths.slice(numberColumns(table));
  const decimals = decimalsIn(plan.columns, rows);
  const longest = plan.columns.map((column) => longestIn(column, rows));
  return (step) => ({
    width,
    plan,
    head,
    step,
    setting: { columns: plan.columns, widths, decimals, longest, size: step.size },
  });
}

/** Counts the lines of text in a row; a band counts by its own height. */
export function linesOfRow(row: PrintedRow, { setting, width }: Layout): number {
  if (row.band) {
    return (BAND_ABOVE + bandHeight(row.band, width)) / (setting.size * SANS_LINE);
  }
  return lineHeights(row, setting).reduce((sum, lines) => sum + lines, 0);
}

export function rowHeight(row: PrintedRow, layout: Layout): number {
  const { size, padding } = layout.step;
  return linesOfRow(row, layout) * size * SANS_LINE + 2 * padding + row.rule;
}

export function tableOf(rows: readonly PrintedRow[], { plan, head, setting, step }: Layout): Content {
  const headRows = head.rows();
  return {
    table: {
      headerRows: headRows.length,
      dontBreakRows: true,
      widths: plan.widths,
      body: [...headRows, ...rows.map((row) => bodyRow(row, plan, setting))] as TableCell[][],
    },
    layout: ruled({
      lines: [...headRows.map(() => 0), RULE.frame, ...rows.map(({ rule }) => rule)],
      headRows: headRows.length,
      padding: step.padding,
      gap: plan.gap,
      verticalRules: plan.verticalRules,
      right: plan.right,
    }),
  };
}

function bodyRow(row: PrintedRow, plan: Columns, setting: Setting): Content[] {
  if (row.band) return bandCells(row.band, plan);
  const places = plan.widths.slice(setting.columns.length).map(() => placeCell(row.place, setting.size));
  return [...places, ...rowCells(row, setting)];
}

function placeCell(place: number | null, size: number): ContentText {
  const text = place === null ? "" : String(place);
  return { text, alignment: "right", color: MUTED, fontSize: size, noWrap: true };
}

function bandCells(band: ListGroup, { widths }: Columns): Content[] {
  const rest = widths.slice(1).map(() => ({ text: "" }));
  return [
    { stack: [bandText(band)], colSpan: widths.length, margin: [0, BAND_ABOVE, 0, 0] } as Content,
    ...rest,
  ];
}
