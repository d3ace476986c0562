import { BLOCK_GAP, widthOfTable } from "../plan.ts";
import { groupRows, type PrintedRow } from "../rows.ts";
import { blockHeight, blockOf } from "./block.ts";
import { evenRoom, inColumns, type Measured } from "./pages.ts";
import { layoutsOf, rowHeight, type Layout } from "./table.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { ListGroup, ListTable } from "../data.ts";
import type { Flow, Space } from "./flow.ts";

/** Null where the block begins: its name, and the head of its table. */
type Item = Measured & { group: ListGroup; row: PrintedRow | null };
type Laid = { layout: Layout; columns: Item[][] };

const SIDES = 2;
const ABOVE = 12;
const BETWEEN = 16;
const SLACK = 1;
/** Of text and of rows; the roomier where it takes no more pages. */
const STEPS = [
  { size: 8.8, padding: 1.25 },
  { size: 8.8, padding: 0.65 },
];

/** A block for each group, in two columns of the page; one that is broken goes on under its name. */
export function listBlocks(table: ListTable, space: Space): Flow {
  const width = widthOfTable(table, space.width);
  const groups = table.groups.filter(({ rows }) => rows.length > 0);
  const layoutAt = layoutsOf(
    table,
    groups.flatMap((group) => groupRows(table, group, 0)),
    width,
  );
  const roomOf = (column: number) => (column < SIDES ? space.first : space.next) - ABOVE - SLACK;
  const tries = STEPS.map((step): Laid => {
    const layout = layoutAt(step);
    const items = groups.flatMap((group) => itemsOf(table, group, layout));
    return { layout, columns: inColumns(items, roomOf) };
  });
  const { layout, columns } = tries.reduce((best, each) => (pagesIn(each) < pagesIn(best) ? each : best));
  const even = evened(columns, roomOf);
  const last = Math.max(...even.slice(-SIDES).map(heightOf));
  return { content: pagesOf(even, layout), left: roomOf(even.length - 1) - last };
}

function itemsOf(table: ListTable, group: ListGroup, layout: Layout): Item[] {
  const begun = blockHeight(group, layout, false);
  const again = blockHeight(group, layout, true);
  const rows = groupRows(table, group, 0).map((row): Item => {
    return {
      group,
      row,
      height: rowHeight(row, layout),
      opening: again,
      keepWithPrevious: row.keepWithPrevious,
    };
  });
  return [{ group, row: null, height: BETWEEN + begun, opening: -BETWEEN, keepWithPrevious: false }, ...rows];
}

function pagesIn({ columns }: Laid): number {
  return Math.ceil(columns.length / SIDES);
}

/** The columns of the last page end together. */
function evened(columns: Item[][], roomOf: (column: number) => number): Item[][] {
  const first = SIDES * (Math.ceil(columns.length / SIDES) - 1);
  const items = columns.slice(first).flat();
  const room = evenRoom(items, SIDES, roomOf(first));
  return [...columns.slice(0, first), ...inColumns(items, () => room)];
}

function pagesOf(columns: readonly Item[][], layout: Layout): Content[] {
  return columns.flatMap((left, index): Content[] => {
    if (index % SIDES > 0) return [];
    const sides = [left, columns[index + 1] ?? []].map((items) => ({
      width: layout.width,
      stack: stackOf(items, layout),
    }));
    const page = {
      columns: sides,
      columnGap: BLOCK_GAP,
      margin: [0, ABOVE, 0, 0] as [number, number, number, number],
    };
    return [index > 0 ? { ...page, pageBreak: "before" } : page];
  });
}

/** What stands of each group in a column. */
function stackOf(items: readonly Item[], layout: Layout): Content[] {
  const parts = new Map<ListGroup, Item[]>();
  for (const item of items) parts.set(item.group, [...(parts.get(item.group) ?? []), item]);
  return [...parts].map(([group, part], index) => {
    const rows = part.flatMap(({ row }) => row ?? []);
    const isContinued = part[0]?.row !== null;
    return blockOf(group, { rows, isContinued, above: index === 0 ? 0 : BETWEEN }, layout);
  });
}

function heightOf(items: readonly Item[]): number {
  return items.reduce((sum, { height }) => sum + height, items[0]?.opening ?? 0);
}
