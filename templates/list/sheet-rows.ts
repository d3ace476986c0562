import { NO_DATA } from "../parts/heading.ts";
import {
  dateCell,
  emptyCell,
  formulaCell,
  numberCell,
  textCell,
  type CellStyle,
} from "../parts/sheet/cells.ts";
import { letterOf } from "../parts/sheet/columns.ts";
import { QUIET, RULE } from "../parts/sheet/sheet-top.ts";
import { isCount, printedRows, type PrintedRow } from "./rows.ts";
import { alignOf, isIsoDate, formattedValues, rowsOfLines, cellValues } from "./values.ts";
import type { Cell } from "write-excel-file/node";
import type { ListColumn, ListRow, ListTable } from "./data.ts";

/** The worksheet lines of a row: more than one when values belong together line by line. */
type Lines = { row: PrintedRow; cells: ListRow[]; from: number; to: number };

const STRONG = { fontWeight: "bold" } as const;
const TOP = { alignVertical: "top" } as const;
const BOX = { leftBorderStyle: "thin", rightBorderStyle: "thin" } as const;
/** The SUBTOTAL function's code for a sum, which leaves out other subtotals, so that nothing is counted twice. */
const SUBTOTAL_SUM = 9;

/** Builds the rows of a table as typed cells; the first row is on the worksheet's line `first`. */
export function sheetRows(table: ListTable, first: number): Cell[][] {
  const all = linesOf(table, first);
  if (table.groups.every(({ rows }) => rows.length === 0)) return [[textCell(NO_DATA, QUIET)]];
  return all.flatMap(({ row, cells }, index) => {
    if (row.band) return [[textCell([row.band.title, row.band.aside].filter(Boolean).join(", "), STRONG)]];
    const range = row.sums && { from: all[index + row.sums.from]?.from, to: all[index + row.sums.to]?.to };
    return cells.map((values, line) => {
      const places = table.numbered ? [placeCell(line === 0 ? row.place : null)] : [];
      const own = table.columns.map((column, at) => {
        const cell = valueCell(column, values, row);
        if (!range || !isCount(column)) return cell;
        const letter = letterOf(at + places.length);
        const formula = `SUBTOTAL(${SUBTOTAL_SUM},${letter}${range.from}:${letter}${range.to})`;
        const sum = Number(cellValues(column, values)[0]?.value);
        return formulaCell(formula, numberCell(sum, { ...STRONG, ...RULE }));
      });
      return [...places, ...own];
    });
  });
}

function linesOf(table: ListTable, first: number): Lines[] {
  let from = first;
  return printedRows(table).map((row) => {
    const cells = row.band ? [{}] : rowsOfLines(table.columns, row.cells);
    const lines = { row, cells, from, to: from + cells.length - 1 };
    from += cells.length;
    return lines;
  });
}

function placeCell(place: number | null): Cell {
  return place === null ? emptyCell(RULE) : numberCell(place, { ...QUIET, ...RULE, ...TOP });
}

function valueCell(column: ListColumn, values: ListRow, { inset }: PrintedRow): Cell {
  if (column.kind === "box") return emptyCell({ ...BOX, ...RULE });
  const [marked] = cellValues(column, values);
  const [formatted] = formattedValues(column, values);
  const isEmpty = marked === undefined || formatted === undefined || marked.value === "";
  if (isEmpty || (marked.value === null && column.unknown === undefined)) return emptyCell(RULE);
  const { value } = marked;
  const style: CellStyle = {
    ...RULE,
    ...TOP,
    ...(formatted.strong && STRONG),
    ...(formatted.italics && { fontStyle: "italic" }),
    ...(formatted.quiet && value !== 0 && QUIET),
    ...(formatted.underlined && { textDecoration: { underline: true } }),
    align: alignOf(column),
  };
  if (column.kind === "date" && isIsoDate(value)) return dateCell(value, style);
  if (formatted.outOf !== null) return textCell(`${formatted.text} / ${formatted.outOf}`, style);
  if (formatted.isFigure && value !== null) return numberCell(String(value), style);
  const indent = inset && column.kind === "text" ? { indent: 1 } : {};
  return textCell([formatted.text, formatted.under].filter(Boolean).join("\n"), {
    ...style,
    ...indent,
    wrap: true,
  });
}
