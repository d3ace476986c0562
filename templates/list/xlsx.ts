import { buildCountsLine } from "../parts/counts.ts";
import {
  emptyCell,
  textCell,
  dateCell,
  formulaCell,
  numberCell,
  type CellStyle,
} from "../parts/sheet/cells.ts";
import { hasHeadingSpans, chooseOrientation, countRowNumberColumns, listHeadingSpans } from "./plan.ts";
import {
  columnAlignment,
  isIsoDate,
  formatColumnValues,
  splitRowByLines,
  listCellValues,
  formatListSubject,
  withoutDrawings,
  formatListFoot,
  formatListTitle,
} from "./values.ts";
import type { Cell } from "write-excel-file/node";
import { NO_DATA } from "../parts/heading.ts";
import {
  columnLetter,
  type Worksheet,
  HEAD_CELL_STYLE,
  MUTED_CELL,
  worksheetTop,
  ROW_RULE_CELL_STYLE,
} from "../parts/sheet/print-sheet.ts";
import type { ListColumn, ListDocument, ListHeading, ListTable, ListRow } from "./data.ts";
import { isCountColumn, buildPrintedRows, type PrintedRow } from "./rows.ts";

const LINE = 15;
/** Excel's limit for the height of a row, in points. */
const TALLEST = 409;

/** The width of a character in a worksheet, in points of the printed list. */
const CHARACTER = 4.6;
const OPEN_WIDTH = 36;
const NUMBER_WIDTH = 5;
const LONGEST_NAME = 31;

/** Builds worksheets for calculations, one for each table. Blocks are one below the other, and sums are formulas. */
export function buildListXlsx(list: ListDocument): Worksheet[] {
  const names = sheetNames(list.tables.map(({ heading }) => heading ?? list.title));
  return list.tables.map(withoutDrawings).map((table, index) => {
    const widths = [...(table.numbered ? [NUMBER_WIDTH] : []), ...widthsOf(table.columns)];
    const head = headRows(list, table);
    return {
      name: names[index] ?? "",
      head: withHeights(head, widths),
      rows: [...withHeights(sheetRows(table, head.length + 1), widths), ...noteRows(list)],
      widths,
      frozenColumns: countRowNumberColumns(table) + 1,
      orientation: chooseOrientation(list),
      foot: formatListFoot(list).join(", "),
    };
  });
}

/** Returns the names of worksheets. Excel rejects duplicate names, long names and some characters. */
function sheetNames(titles: readonly string[]): string[] {
  const plain = titles.map((title) => title.replace(/[[\]/\\:*?'\p{Cc}]/gu, " ").trim());
  return plain.map((title, index) => {
    const before = plain.slice(0, index).filter((item) => item.toLowerCase() === title.toLowerCase()).length;
    const number = before === 0 ? "" : ` ${before + 1}`;
    return title.slice(0, LONGEST_NAME - number.length) + number;
  });
}

function headRows(list: ListHeading, { columns, numbered }: ListTable): Cell[][] {
  const places = numbered ? [textCell("#", { ...HEAD_CELL_STYLE, align: "right" })] : [];
  const labels = columns.map((column) =>
    textCell(column.title, { ...HEAD_CELL_STYLE, align: columnAlignment(column) }),
  );
  const top = worksheetTop(list.school, {
    title: `${formatListTitle(list)}, ${list.period}`,
    about: formatListSubject(list),
    details: [buildCountsLine(list.counts).plain, `printed ${list.printed.on}`].filter(Boolean).join(", "),
  });
  if (!hasHeadingSpans(columns)) return [...top, [...places, ...labels]];
  const over = listHeadingSpans(columns).flatMap((span) => spanCells(span));
  return [...top, [...places.map(() => emptyCell()), ...over], [...places, ...labels]];
}

/** A heading over several columns is in the last column. Cells are not merged, so that the columns can be sorted. */
function spanCells({ over, count }: { over: string; count: number }): Cell[] {
  const before = Array.from({ length: count - 1 }, () => emptyCell());
  return [
    ...before,
    textCell(over, { fontWeight: "bold", align: "right", alignVertical: "bottom", wrap: true }),
  ];
}

/** The last column under a shared heading must be wide enough for the heading's longest word. */
function widthsOf(columns: readonly ListColumn[]): number[] {
  const longest = new Map(
    listHeadingSpans(columns).map(({ over, from, count }) => {
      return [from + count - 1, Math.max(...over.split(/\s/).map((word) => word.length)) + 1] as const;
    }),
  );
  return columns.map(({ width }, index) => {
    const own = width === "*" ? OPEN_WIDTH : Math.round(width / CHARACTER) + 1;
    return Math.max(NUMBER_WIDTH, own, longest.get(index) ?? 0);
  });
}

function noteRows({ keys, notes }: ListHeading): Cell[][] {
  const letters = keys.map(({ letter, meaning }) => `${letter} ${meaning}`).join("   ");
  const lines = [letters, ...notes].filter(Boolean);
  return lines.length === 0 ? [] : [[null], ...lines.map((line) => [textCell(line, MUTED_CELL)])];
}

/** Sets the heights of rows from their texts, because some programs do not calculate heights when opening a file. */
function withHeights(rows: readonly Cell[][], widths: readonly number[]): Cell[][] {
  return rows.map((row) => {
    const lines = Math.max(1, ...row.map((cell, column) => linesIn(cell, widths[column] ?? 0)));
    const [first, ...others] = row;
    if (lines === 1 || typeof first !== "object" || first === null) return row;
    return [{ ...first, height: Math.min(lines * LINE, TALLEST) }, ...others] as Cell[];
  });
}

function linesIn(cell: Cell, width: number): number {
  if (typeof cell !== "object" || cell === null || !("wrap" in cell) || cell.wrap !== true) return 1;
  const paragraphs = typeof cell.value === "string" ? cell.value.split("\n") : [];
  return paragraphs.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / width)), 0);
}

/** The worksheet rows of a printed row. There are several if the row's values correspond line by line. */
type Lines = { row: PrintedRow; cells: ListRow[]; from: number; to: number };

const STRONG = { fontWeight: "bold" } as const;
const TOP = { alignVertical: "top" } as const;
const BOX = { leftBorderStyle: "thin", rightBorderStyle: "thin" } as const;
/** The code of the sum in Excel's function SUBTOTAL, which skips other subtotals so that nothing is counted twice. */
const SUBTOTAL_SUM = 9;

/** Builds the rows of a table as typed cells. `first` is the row number of the first row. */
function sheetRows(table: ListTable, first: number): Cell[][] {
  const all = linesOf(table, first);
  if (table.groups.every(({ rows }) => rows.length === 0)) return [[textCell(NO_DATA, MUTED_CELL)]];
  return all.flatMap(({ row, cells }, index) => {
    if (row.band) return [[textCell([row.band.title, row.band.aside].filter(Boolean).join(", "), STRONG)]];
    const range = row.sums && { from: all[index + row.sums.from]?.from, to: all[index + row.sums.to]?.to };
    return cells.map((values, line) => {
      const places = table.numbered ? [placeCell(line === 0 ? row.place : null)] : [];
      const own = table.columns.map((column, at) => {
        const cell = valueCell(column, values, row);
        if (!range || !isCountColumn(column)) return cell;
        const letter = columnLetter(at + places.length);
        const formula = `SUBTOTAL(${SUBTOTAL_SUM},${letter}${range.from}:${letter}${range.to})`;
        const sum = Number(listCellValues(column, values)[0]?.value);
        return formulaCell(formula, numberCell(sum, { ...STRONG, ...ROW_RULE_CELL_STYLE }));
      });
      return [...places, ...own];
    });
  });
}

function linesOf(table: ListTable, first: number): Lines[] {
  let from = first;
  return buildPrintedRows(table).map((row) => {
    const cells = row.band ? [{}] : splitRowByLines(table.columns, row.cells);
    const lines = { row, cells, from, to: from + cells.length - 1 };
    from += cells.length;
    return lines;
  });
}

function placeCell(place: number | null): Cell {
  return place === null
    ? emptyCell(ROW_RULE_CELL_STYLE)
    : numberCell(place, { ...MUTED_CELL, ...ROW_RULE_CELL_STYLE, ...TOP });
}

function valueCell(column: ListColumn, values: ListRow, { inset }: PrintedRow): Cell {
  if (column.kind === "box") return emptyCell({ ...BOX, ...ROW_RULE_CELL_STYLE });
  const [marked] = listCellValues(column, values);
  const [formatted] = formatColumnValues(column, values);
  const isEmpty = marked === undefined || formatted === undefined || marked.value === "";
  if (isEmpty || (marked.value === null && column.unknown === undefined))
    return emptyCell(ROW_RULE_CELL_STYLE);
  const { value } = marked;
  const style: CellStyle = {
    ...ROW_RULE_CELL_STYLE,
    ...TOP,
    ...(formatted.strong && STRONG),
    ...(formatted.italics && { fontStyle: "italic" }),
    ...(formatted.quiet && value !== 0 && MUTED_CELL),
    ...(formatted.underlined && { textDecoration: { underline: true } }),
    align: columnAlignment(column),
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
