import { pageFrame, type Orientation } from "../parts/page.ts";
import { RULE_WEIGHTS } from "../parts/type.ts";
import type { ListColumn, ListDocument, ListTable } from "./data.ts";

const GAP = 10;
export const BLOCK_GAP = 24;
const NUMBER_WIDTH = 15;
/** The minimum width of a column with people's names. In a narrower column, too many names would be broken. */
const LEAST_OPEN = 90;
/** The space between a column's text and a vertical line. */
const BEFORE_RULE = 7;

export type TableColumns = {
  columns: readonly ListColumn[];
  /** The width of the row numbers, if there are any, and of each column. */
  widths: number[];
  gap: number;
  verticalRules: number[];
  /** Returns the free space at the right of a column. */
  right: (index: number) => number;
};

/** Chooses portrait if all tables fit, otherwise landscape. */
export function chooseOrientation({ tables, orientation }: ListDocument): Orientation {
  if (orientation !== undefined) return orientation;
  const { textWidth } = pageFrame("portrait");
  const fits = tables.every((table) => table.arrangement === "blocks" || neededBy(table) <= textWidth);
  return fits ? "portrait" : "landscape";
}

/** Returns the width of a table. Blocks are side by side, so each gets half of the page. */
export function calculateListTableWidth({ arrangement }: ListTable, pageWidth: number): number {
  return arrangement === "blocks" ? (pageWidth - BLOCK_GAP) / 2 : pageWidth;
}

/**
 * Calculates the widths of a table's columns, beginning with the row numbers. The columns with `*`, or all columns if
 * there are none, share the remaining width. If a table is too wide even for landscape, all columns become narrower in
 * proportion, and their texts need more lines.
 */
export function calculateColumns(table: ListTable, total: number): TableColumns {
  const { columns } = table;
  const verticalRules = verticalRulesOf(table);
  const right = (index: number) => (isBeforeRule(table, index, verticalRules) ? BEFORE_RULE : 0);
  const count = countRowNumberColumns(table) + columns.length;
  const gap = Math.min(GAP, total / (3 * count));
  const kept =
    columns.filter((_column, index) => right(countRowNumberColumns(table) + index) > 0).length * BEFORE_RULE;
  const room = total - gap * (count - 1) - RULE_WEIGHTS.row * verticalRules.length - kept;
  const fixed = columns.map(({ width }) => (width === "*" ? LEAST_OPEN : width));
  const wanted = fixed.reduce((sum, width) => sum + width, countRowNumberColumns(table) * NUMBER_WIDTH);
  const open = columns.filter(({ width }) => width === "*").length;
  const scale = wanted > room || open === 0 ? room / wanted : 1;
  const share = open === 0 ? 0 : Math.max(0, room - wanted) / open;
  const widths = columns.map(({ width }, index) => scale * (fixed[index] ?? 0) + (width === "*" ? share : 0));
  return {
    columns,
    gap,
    verticalRules,
    right,
    widths: table.numbered ? [scale * NUMBER_WIDTH, ...widths] : widths,
  };
}

function neededBy(table: ListTable): number {
  const { columns } = table;
  const fixed = columns.reduce((sum, { width }) => sum + (width === "*" ? LEAST_OPEN : width), 0);
  const kept = BEFORE_RULE * verticalRulesOf(table).length;
  return fixed + kept + GAP * (columns.length - 1) + countRowNumberColumns(table) * (NUMBER_WIDTH + GAP);
}

/**
 * Tells whether a column's text needs space before a vertical line. A box has no text, so a box needs no such space.
 */
function isBeforeRule(table: ListTable, index: number, verticalRules: readonly number[]): boolean {
  const column = table.columns[index - countRowNumberColumns(table)];
  return verticalRules.includes(index + 1) && column?.kind !== "box";
}

/** Lists the vertical lines of a table. A box has a line on both sides. */
function verticalRulesOf(table: ListTable): number[] {
  const { columns } = table;
  const first = countRowNumberColumns(table);
  const edges = columns.flatMap((column, index) => {
    const isAfterBox = columns[index - 1]?.kind === "box";
    return column.kind === "box" || column.ruled === true || isAfterBox ? [first + index] : [];
  });
  return columns.at(-1)?.kind === "box" ? [...edges, first + columns.length] : edges;
}

export function countRowNumberColumns({ numbered }: ListTable): number {
  return numbered === undefined ? 0 : 1;
}

/** Adjacent columns that share a heading. A column without a heading is a span of its own. */
export type HeadingSpan = { over: string; from: number; count: number };

export function listHeadingSpans(columns: readonly ListColumn[]): HeadingSpan[] {
  const spans: HeadingSpan[] = [];
  for (const [from, { over = "" }] of columns.entries()) {
    const last = spans.at(-1);
    if (over !== "" && last?.over === over) last.count += 1;
    else spans.push({ over, from, count: 1 });
  }
  return spans;
}

export function hasHeadingSpans(columns: readonly ListColumn[]): boolean {
  return columns.some(({ over }) => over !== undefined);
}
