import { BLOCK_GAP, widthOfTable } from "../plan.ts";
import { groupRows, type PrintedRow } from "../rows.ts";
import { evened, inColumns, type Measured } from "./pages.ts";
import { layoutsOf, rowHeight, type Layout, tableOf } from "./table.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { ListGroup, ListTable } from "../data.ts";
import type { Flow, Space } from "./flow.ts";
import { countsLine } from "../../parts/counts.ts";
import { bandHeight, bandText } from "./band.ts";

/** A row laid out in a block. `row` is null for the block's beginning: its title and the head of its table. */
type Item = Measured & { group: ListGroup; row: PrintedRow | null; layout: Layout };

const SIDES = 2;
const ABOVE = 12;
const BETWEEN = 16;
const SLACK = 1;
/** The text sizes and row paddings to try: the roomier one is used when it needs no more pages. */
const STEPS = [
  { size: 8.8, padding: 1.25 },
  { size: 8.8, padding: 0.65 },
];

/** Lays out a block per group in two columns; a block that is split continues under its repeated name. */
export function listBlocks(table: ListTable, space: Space): Flow {
  const width = widthOfTable(table, space.width);
  const groups = table.groups.filter(({ rows }) => rows.length > 0);
  const roomOf = (column: number) => (column < SIDES ? space.first : space.next) - ABOVE - SLACK;
  const tries = STEPS.map((step) => {
    const items = groups.flatMap((group) =>
      itemsOf(group, groupRows(table, group, 0), layoutOf(group)(step)),
    );
    return inColumns(items, roomOf);
  });
  const columns = tries.reduce((best, item) => (pagesIn(item) < pagesIn(best) ? item : best));
  const even = evened(columns, SIDES, roomOf);
  const last = Math.max(...even.slice(-SIDES).map(heightOf));
  return { content: pagesOf(even, width), left: roomOf(even.length - 1) - last };

  function layoutOf(group: ListGroup) {
    return layoutsOf(tableOfBlock(table, group), groupRows(table, group, 0), width);
  }
}

/** A block may leave out some of the columns. */
function tableOfBlock(table: ListTable, { without = [] }: ListGroup): ListTable {
  const columns = table.columns.filter((column) => column.kind === "box" || !without.includes(column.key));
  return { ...table, columns };
}

function itemsOf(group: ListGroup, printed: readonly PrintedRow[], layout: Layout): Item[] {
  const begun = blockHeight(group, layout, false);
  const again = blockHeight(group, layout, true);
  const rows = printed.map((row): Item => {
    return {
      group,
      row,
      layout,
      height: rowHeight(row, layout),
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

/** Stacks the parts of groups that share a column of a page. */
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
/** Moves the count down to the baseline of the name. */
const COUNT_DROP = 2;

type Title = { title: string; aside: string; counts: ReturnType<typeof countsLine> };
type Block = { rows: readonly PrintedRow[]; isContinued: boolean; above: number };

/** Builds a group's table, or the rest of it, under the group's name. */
function blockOf(group: ListGroup, { rows, isContinued, above }: Block, layout: Layout): Content {
  const title = titleOf(group, isContinued);
  const name = { ...bandText(title, isContinued), width: layout.width - GAP - title.counts.width };
  const count: Content = { text: title.counts.text, alignment: "right", margin: [0, COUNT_DROP, 0, 0] };
  return {
    margin: [0, above, 0, 0],
    stack: [{ columns: [name, count], columnGap: GAP }, tableOf(rows, layout)],
  };
}

/** The height of a block's title and its table's head. */
function blockHeight(group: ListGroup, layout: Layout, isContinued: boolean): number {
  const title = titleOf(group, isContinued);
  return bandHeight(title, layout.width - GAP - title.counts.width) + layout.head.height;
}

function titleOf({ title, aside = "", count }: ListGroup, isContinued: boolean): Title {
  if (isContinued) return { title, aside: "continued", counts: countsLine([]) };
  return { title, aside, counts: countsLine(count === undefined ? [] : [count]) };
}
