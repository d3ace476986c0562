import { BLOCK_GAP, calculateListTableWidth } from "../plan.ts";
import { groupRows, type PrintedRow, buildPrintedRows } from "../rows.ts";
import { balanceLastPage, distributeInColumns, type MeasuredItem } from "./pages.ts";
import {
  listTableLayouts,
  calculateListRowHeight,
  type ListTableLayout,
  layOutRows,
  countRowLines,
} from "./table.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { ListGroup, ListTable } from "../data.ts";
import { buildCountsLine } from "../../parts/counts.ts";
import { chooseRowDimensions, type RowDimensions } from "../../parts/fit.ts";
import type { Orientation } from "../../parts/page.ts";
import { measureGroupBand, formatGroupBand } from "./cells.ts";
import { drawSumChart } from "./chart.ts";

/** A laid-out row of a block. For the beginning of a block, which has the title and the table head, `row` is null. */
type Item = MeasuredItem & { group: ListGroup; row: PrintedRow | null; layout: ListTableLayout };

const SIDES = 2;
const ABOVE = 12;
const BETWEEN = 16;
/** Text sizes and row paddings, the roomiest first. The first combination that gives the fewest pages is used. */
const STEPS = [
  { size: 8.8, padding: 1.25 },
  { size: 8.8, padding: 0.65 },
];

/** Lays out a block for each group, in two columns. If a block is split, its continuation repeats the name. */
export function layOutListBlocks(table: ListTable, space: Space): Flow {
  const width = calculateListTableWidth(table, space.width);
  const groups = table.groups.filter(({ rows }) => rows.length > 0);
  const roomOf = (column: number) => (column < SIDES ? space.first : space.next) - ABOVE - SLACK;
  const tries = STEPS.map((step) => {
    const items = groups.flatMap((group) =>
      itemsOf(group, groupRows(table, group, 0), layoutOf(group)(step)),
    );
    return distributeInColumns(items, roomOf);
  });
  const columns = tries.reduce((best, item) => (pagesIn(item) < pagesIn(best) ? item : best));
  const even = balanceLastPage(columns, SIDES, roomOf);
  const last = Math.max(...even.slice(-SIDES).map(heightOf));
  return { content: pagesOf(even, width), left: roomOf(even.length - 1) - last };

  function layoutOf(group: ListGroup) {
    return listTableLayouts(tableOfBlock(table, group), groupRows(table, group, 0), width);
  }
}

function tableOfBlock(table: ListTable, { without = [] }: ListGroup): ListTable {
  const columns = table.columns.filter((column) => column.kind === "box" || !without.includes(column.key));
  return { ...table, columns };
}

function itemsOf(group: ListGroup, printed: readonly PrintedRow[], layout: ListTableLayout): Item[] {
  const begun = blockHeight(group, layout, false);
  const again = blockHeight(group, layout, true);
  const rows = printed.map((row): Item => {
    return {
      group,
      row,
      layout,
      height: calculateListRowHeight(row, layout),
      opening: again,
      keepWithPrevious: row.keepWithPrevious,
    };
  });
  return [
    { group, layout, row: null, height: BETWEEN + begun, opening: -BETWEEN, keepWithPrevious: false },
    ...rows,
  ];
}

function pagesIn(columns: readonly Item[][]): number {
  return Math.ceil(columns.length / SIDES);
}

function pagesOf(columns: readonly Item[][], width: number): Content[] {
  return columns.flatMap((left, index): Content[] => {
    if (index % SIDES > 0) return [];
    const sides = [left, columns[index + 1] ?? []].map((items) => ({
      width,
      stack: stackOf(items),
    }));
    const page = {
      columns: sides,
      columnGap: BLOCK_GAP,
      margin: [0, ABOVE, 0, 0] as [number, number, number, number],
    };
    return [index > 0 ? { ...page, pageBreak: "before" } : page];
  });
}

/** Stacks the parts of several groups in one column of a page. */
function stackOf(items: readonly Item[]): Content[] {
  const parts = new Map<ListGroup, Item[]>();
  for (const item of items) parts.set(item.group, [...(parts.get(item.group) ?? []), item]);
  return [...parts].flatMap(([group, part], index) => {
    const [first] = part;
    if (!first) return [];
    const rows = part.flatMap(({ row }) => row ?? []);
    const above = index === 0 ? 0 : BETWEEN;
    return [blockOf(group, { rows, isContinued: first.row !== null, above }, first.layout)];
  });
}

function heightOf(items: readonly Item[]): number {
  return items.reduce((sum, { height }) => sum + height, items[0]?.opening ?? 0);
}

const GAP = 8;
/** Moves the count down to the baseline of the group's name. */
const COUNT_DROP = 2;

type Title = { title: string; aside: string; counts: ReturnType<typeof buildCountsLine> };
type Block = { rows: readonly PrintedRow[]; isContinued: boolean; above: number };

/** Builds a group's table, or the continuation of the table, below the group's name. */
function blockOf(group: ListGroup, { rows, isContinued, above }: Block, layout: ListTableLayout): Content {
  const title = titleOf(group, isContinued);
  const name = { ...formatGroupBand(title, isContinued), width: layout.width - GAP - title.counts.width };
  const count: Content = { text: title.counts.text, alignment: "right", margin: [0, COUNT_DROP, 0, 0] };
  return {
    margin: [0, above, 0, 0],
    stack: [{ columns: [name, count], columnGap: GAP }, layOutRows(rows, layout)],
  };
}

function blockHeight(group: ListGroup, layout: ListTableLayout, isContinued: boolean): number {
  const title = titleOf(group, isContinued);
  return measureGroupBand(title, layout.width - GAP - title.counts.width) + layout.head.height;
}

function titleOf({ title, aside = "", count }: ListGroup, isContinued: boolean): Title {
  if (isContinued) return { title, aside: "continued", counts: buildCountsLine([]) };
  return { title, aside, counts: buildCountsLine(count === undefined ? [] : [count]) };
}

/** The space for a table: its width, its height on the first and on later pages, and the height of what follows. */
type Space = { orientation: Orientation; width: number; first: number; next: number; tail: number };

/** Tables laid out on pages, and the height left on the last page. */
type Flow = { content: Content[]; left: number };

const MARGIN = 10;
/** An allowance for rounding when many heights are added, so that no row moves to an extra page. */
const SLACK = 1;
const SIZES = { portrait: [9.5, 9, 8.6], landscape: [8.8, 8.4, 8, 7.7] };
/** More sizes for a table that is better read on one page in small text than on two pages. */
const COMPACT_SIZES = [7.4, 7.1];
/**
 * The paddings of rows. The smallest is negative, because the font's line height is large: in landscape, rows become
 * lower than that before the text becomes smaller.
 */
const PADDING = {
  portrait: { tight: 0.3, roomy: 1.9, comfortable: 1.5 },
  landscape: { tight: -0.7, roomy: 1.9, comfortable: 1 },
};
/** A layout for measuring what does not depend on sizes. */
const UNSIZED = { size: 0, padding: 0 };
/** The paddings of rows with several lines. They are larger, so that the rows can be told apart. */
const PADDING_OF_LINES = { tight: 2.8, roomy: 3.6, comfortable: 3.4 };

/** Lays out a table across the page. The rows are as high as the page allows, and every page repeats the head. */
export function layOutListTable(table: ListTable, given: Space): Flow {
  const rows = buildPrintedRows(table);
  const layoutAt = listTableLayouts(table, rows, given.width);
  const chart = drawSumChart(table, layoutAt(UNSIZED));
  const space = { ...given, first: given.first - chart.height };
  const layout = layoutAt(stepOf(rows, layoutAt, { ...space, isCompact: table.compact === true }));
  const above = MARGIN + layout.head.height + SLACK;
  const roomOf = (page: number) => (page === 0 ? space.first : space.next) - above;
  const items = rows.map((row) => ({
    row,
    height: calculateListRowHeight(row, layout),
    opening: 0,
    keepWithPrevious: row.keepWithPrevious,
  }));
  const tail = { row: null, height: space.tail, opening: 0, keepWithPrevious: true };
  const pages = distributeInColumns([...items, tail], roomOf);
  const content = pages.map((page, index): Content => {
    const shown = page.flatMap(({ row }) => row ?? []);
    if (shown.length === 0) return [];
    return {
      stack: [...(index === 0 ? [chart.content] : []), layOutRows(shown, layout)],
      margin: [0, MARGIN, 0, 0],
      ...(index > 0 && { pageBreak: "before" }),
    };
  });
  const used = pages.at(-1)?.reduce((sum, { height }) => sum + height, 0) ?? 0;
  return { content, left: roomOf(pages.length - 1) - used + space.tail };
}

function stepOf(
  rows: readonly PrintedRow[],
  layoutAt: ReturnType<typeof listTableLayouts>,
  { orientation, first, next, tail, isCompact }: Space & { isCompact: boolean },
): RowDimensions {
  const { head } = layoutAt(UNSIZED);
  const above = MARGIN + head.height + SLACK;
  const hasLines = rows.some(({ cells }) => Object.values(cells).some(Array.isArray));
  return chooseRowDimensions({
    room: { first: first - above, next: next - above, tail },
    lines: (size) => rows.map((row) => countRowLines(row, layoutAt({ size, padding: 0 }))),
    rules: rows.reduce((sum, { rule }) => sum + rule, 0),
    sizes: isCompact ? [...SIZES[orientation], ...COMPACT_SIZES] : SIZES[orientation],
    padding: hasLines ? PADDING_OF_LINES : PADDING[orientation],
    keep: 3,
  });
}
