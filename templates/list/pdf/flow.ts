import { fitRows, type Step } from "../../parts/fit.ts";
import { printedRows, type PrintedRow } from "../rows.ts";
import { chartOf } from "./chart.ts";
import { inColumns } from "./pages.ts";
import { layoutsOf, linesOfRow, rowHeight, tableOf } from "./table.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { Orientation } from "../../parts/page.ts";
import type { ListTable } from "../data.ts";

/** The space for a table: its width, the height on its first page and on later ones, and of the content that follows. */
export type Space = { orientation: Orientation; width: number; first: number; next: number; tail: number };

/** Tables of a document on its pages, and the height left on the last page. */
export type Flow = { content: Content[]; left: number };

const MARGIN = 10;
/** Adding up the heights of many parts rounds; a row must not move to a page of its own because of that. */
const SLACK = 1;
const SIZES = { portrait: [9.5, 9, 8.6], landscape: [8.8, 8.4, 8, 7.7] };
/**
 * The line height of Source Sans is large: on landscape paper, rows may be lower than it before their text gets
 * smaller.
 */
const PADDING = {
  portrait: { tight: 0.3, roomy: 1.9, comfortable: 1.5 },
  landscape: { tight: -0.7, roomy: 1.9, comfortable: 1 },
};
/** A layout for measurements that do not depend on sizes. */
const UNSIZED = { size: 0, padding: 0 };
/** Rows of several lines are told apart by the space between them. */
const PADDING_OF_LINES = { tight: 2.8, roomy: 3.6, comfortable: 3.4 };

/**
 * Lays out a table over the whole width, with row heights that fill the rest of the page, and the head repeated on
 * every page.
 */
export function listTable(table: ListTable, given: Space): Flow {
  const rows = printedRows(table);
  const layoutAt = layoutsOf(table, rows, given.width);
  const chart = chartOf(table, layoutAt(UNSIZED));
  const space = { ...given, first: given.first - chart.height };
  const layout = layoutAt(stepOf(rows, layoutAt, space));
  const above = MARGIN + layout.head.height + SLACK;
  const roomOf = (page: number) => (page === 0 ? space.first : space.next) - above;
  const items = rows.map((row) => ({
    row,
    height: rowHeight(row, layout),
    opening: 0,
    keepWithPrevious: row.keepWithPrevious,
  }));
  const tail = { row: null, height: space.tail, opening: 0, keepWithPrevious: true };
  const pages = inColumns([...items, tail], roomOf);
  const content = pages.map((page, index): Content => {
    const shown = page.flatMap(({ row }) => row ?? []);
    if (shown.length === 0) return [];
    return {
      stack: [...(index === 0 ? [chart.content] : []), tableOf(shown, layout)],
      margin: [0, MARGIN, 0, 0],
      ...(index > 0 && { pageBreak: "before" }),
    };
  });
  const used = pages.at(-1)?.reduce((sum, { height }) => sum + height, 0) ?? 0;
  return { content, left: roomOf(pages.length - 1) - used + space.tail };
}

function stepOf(
  rows: readonly PrintedRow[],
  layoutAt: ReturnType<typeof layoutsOf>,
  { orientation, first, next, tail }: Space,
): Step {
  const { head } = layoutAt(UNSIZED);
  const above = MARGIN + head.height + SLACK;
  const hasLines = rows.some(({ cells }) => Object.values(cells).some(Array.isArray));
  return fitRows({
    room: { first: first - above, next: next - above, tail },
    lines: (size) => rows.map((row) => linesOfRow(row, layoutAt({ size, padding: 0 }))),
    rules: rows.reduce((sum, { rule }) => sum + rule, 0),
    sizes: SIZES[orientation],
    padding: hasLines ? PADDING_OF_LINES : PADDING[orientation],
    keep: 3,
  });
}
