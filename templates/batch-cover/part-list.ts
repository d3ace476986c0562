import { evened, inColumns, type Measured } from "../list/pdf/pages.ts";
import { layoutsOf, rowHeight, tableOf } from "../list/pdf/table.ts";
import { printedRows, type PrintedRow } from "../list/rows.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { ListColumn, ListTable } from "../list/data.ts";
import type { BatchCover } from "./data.ts";

/** The space for the list: its width, the height left on the first page, and the height of a later page. */
type Space = { width: number; first: number; next: number };
type Part = BatchCover["parts"][number];

const SIDES = 2;
const GAP = 31;
const ABOVE = 22;
const SLACK = 1;
const STEP = { size: 9.5, padding: 0.6 };

/** Lays out the list in two columns per page, with the sheet on which each part begins. */
export function partList(cover: BatchCover, space: Space): Content[] {
  const width = (space.width - GAP) / SIDES;
  const roomOf = (column: number) => (column < SIDES ? space.first : space.next) - ABOVE - SLACK;
  // The height of rows does not depend on the sheet numbers in them.
  const pages = Math.ceil(inColumns(itemsOf(tableWith(cover, 0), width), roomOf).length / SIDES);
  const table = tableWith(cover, pages);
  const columns = evened(inColumns(itemsOf(table, width), roomOf), SIDES, roomOf);
  const layout = layoutsOf(table, printedRows(table), width)(STEP);
  const side = (items: readonly Item[] = []) => ({
    width,
    stack: items.length === 0 ? [] : [tableOf(rowsOf(items), layout)],
  });
  return Array.from({ length: pages }, (_page, index) => ({
    columns: [side(columns[index * SIDES]), side(columns[index * SIDES + 1])],
    columnGap: GAP,
    margin: [0, ABOVE, 0, 0],
    ...(index > 0 && { pageBreak: "before" }),
  }));
}

type Item = Measured & { row: PrintedRow };

function itemsOf(table: ListTable, width: number): Item[] {
  const rows = printedRows(table);
  const layout = layoutsOf(table, rows, width)(STEP);
  return rows.map((row) => ({
    row,
    height: rowHeight(row, layout),
    opening: layout.head.height,
    keepWithPrevious: false,
  }));
}

function rowsOf(items: readonly Item[]): PrintedRow[] {
  return items.map(({ row }) => row);
}

export function pagesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { pages }) => sum + pages, 0);
}

function tableWith({ heading, columns, parts }: BatchCover, pagesBefore: number): ListTable {
  return {
    columns: [
      { key: "name", title: heading, kind: "text", width: "*" },
      ...columns.map((title, index): ListColumn => ({ key: `${index}`, title, kind: "number", width: 34 })),
      { key: "sheet", title: "Sheet", kind: "number", width: 30 },
    ],
    groups: [
      {
        title: "",
        rows: parts.map(({ name, notes, figures }, index) => ({
          ...Object.fromEntries(figures.map((figure, position) => [position, figure])),
          name: { value: name, under: notes },
          sheet: pagesBefore + 1 + pagesOf(parts.slice(0, index)),
        })),
      },
    ],
    numbered: "through",
  };
}
