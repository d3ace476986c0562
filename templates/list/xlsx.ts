import { countsLine } from "../parts/counts.ts";
import { emptyCell, textCell } from "../parts/sheet/cells.ts";
import { HEAD, QUIET, sheetTop } from "../parts/sheet/sheet-top.ts";
import { hasSpans, orientationOf, numberColumns, spansOf } from "./plan.ts";
import { sheetRows } from "./sheet-rows.ts";
import { alignOf } from "./values.ts";
import { aboutOf, withoutDrawings, footOf, titleOf } from "./words.ts";
import type { Cell } from "write-excel-file/node";
import type { Sheet } from "../parts/sheet/print-sheet.ts";
import type { ListColumn, ListDocument, ListHeading, ListTable } from "./data.ts";

const LINE = 15;
/** Excel's limit for the height of a row. */
const TALLEST = 409;

/** The width of a worksheet character in points of the printed list. */
const CHARACTER = 4.6;
const OPEN_WIDTH = 36;
const NUMBER_WIDTH = 5;
const LONGEST_NAME = 31;

/** Builds the same list for calculating: a worksheet per table, blocks one below the other, and sums as formulas. */
export function listXlsx(list: ListDocument): Sheet[] {
  const names = sheetNames(list.tables.map(({ heading }) => heading ?? list.title));
  return list.tables.map(withoutDrawings).map((table, index) => {
    const widths = [...(table.numbered ? [NUMBER_WIDTH] : []), ...widthsOf(table.columns)];
    const head = headRows(list, table);
    return {
      name: names[index] ?? "",
      head: withHeights(head, widths),
      rows: [...withHeights(sheetRows(table, head.length + 1), widths), ...noteRows(list)],
      widths,
      frozenColumns: numberColumns(table) + 1,
      orientation: orientationOf(list),
      foot: footOf(list).join(", "),
    };
  });
}

/** Excel rejects duplicate names, longer ones, and some characters. */
function sheetNames(titles: readonly string[]): string[] {
  const plain = titles.map((title) => title.replace(/[[\]/\\:*?'\p{Cc}]/gu, " ").trim());
  return plain.map((title, index) => {
    const before = plain.slice(0, index).filter((item) => item.toLowerCase() === title.toLowerCase()).length;
    const number = before === 0 ? "" : ` ${before + 1}`;
    return title.slice(0, LONGEST_NAME - number.length) + number;
  });
}

function headRows(list: ListHeading, { columns, numbered }: ListTable): Cell[][] {
  const places = numbered ? [textCell("#", { ...HEAD, align: "right" })] : [];
  const labels = columns.map((column) => textCell(column.title, { ...HEAD, align: alignOf(column) }));
  const top = sheetTop(list.school, {
    title: `${titleOf(list)}, ${list.period}`,
    about: aboutOf(list),
    details: [countsLine(list.counts).plain, `printed ${list.printed.on}`].filter(Boolean).join(", "),
  });
  if (!hasSpans(columns)) return [...top, [...places, ...labels]];
  const over = spansOf(columns).flatMap((span) => spanCells(span));
  return [...top, [...places.map(() => emptyCell()), ...over], [...places, ...labels]];
}

/** The cells are not merged, so that columns can be sorted: the heading is in the last of its columns. */
function spanCells({ over, count }: { over: string; count: number }): Cell[] {
  const before = Array.from({ length: count - 1 }, () => emptyCell());
  return [
    ...before,
    textCell(over, { fontWeight: "bold", align: "right", alignVertical: "bottom", wrap: true }),
  ];
}

/** The last column under a heading must hold the longest word of it. */
function widthsOf(columns: readonly ListColumn[]): number[] {
  const longest = new Map(
    spansOf(columns).map(({ over, from, count }) => {
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
  return lines.length === 0 ? [] : [[null], ...lines.map((line) => [textCell(line, QUIET)])];
}

/** Sets row heights for the texts, because not every program calculates them when it opens the file. */
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
