import type { Sheet } from "../parts/sheet/print-sheet.ts";
import { emptyCell, textCell } from "../parts/sheet/cells.ts";
import { HEAD } from "../parts/sheet/sheet-top.ts";
import type { ImportTable } from "./data.ts";

const NARROWEST = 12;
const WIDEST = 40;
/** Their widths are looked at; a longer table is like its beginning. */
const LOOKED_AT = 200;

/** Nothing stands over the names of the columns, and every cell is text: what is read again is what was written. */
export function importTableSheet({ name, columns, rows }: ImportTable): Sheet {
  return {
    name,
    head: [columns.map((title) => textCell(title, HEAD))],
    rows: rows.map((cells) => cells.map((text) => (text === "" ? emptyCell() : textCell(text)))),
    widths: columns.map((title, place) =>
      widthOf([title, ...rows.slice(0, LOOKED_AT).map((cells) => cells[place] ?? "")]),
    ),
    frozenColumns: 1,
    orientation: "landscape",
    foot: name,
  };
}

function widthOf(texts: readonly string[]): number {
  return Math.min(WIDEST, Math.max(NARROWEST, ...texts.map(({ length }) => length + 2)));
}
