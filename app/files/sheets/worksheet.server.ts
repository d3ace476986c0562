import {
  MOST_COLUMNS,
  refusedSheet,
  SHEET_FAULTS,
  sheetOf,
  tooManyRows,
  type SheetCell,
  type SheetLimits,
  type SheetRead,
  type SheetRow,
} from "./sheet.ts";
import { elements } from "./xml.server.ts";

type Parts = {
  strings: readonly string[];
  /** By the style of a cell. */
  isDate: readonly boolean[];
  is1904: boolean;
};

type Attributes = Readonly<Record<string, string>>;

/** Each is looked for in all rows. */
const MOST_MERGED = 500;

type Grid = Map<number, SheetCell[]>;

/** The cells of a sheet. A formula is refused: what it comes to depends on what else is in the workbook. */
export function worksheetRows(xml: string, parts: Parts, limits: SheetLimits): SheetRead {
  const grid: Grid = new Map();
  const merged: string[] = [];
  const at = { row: 0, column: 0, attributes: {} as Attributes, value: "", isFormula: false, reads: false };
  elements(xml, {
    isEnough: () => grid.size > limits.rows + 1 || merged.length > MOST_MERGED,
    open: (name, attributes) => {
      if (name === "row") [at.row, at.column] = [Number(attributes()["r"] ?? at.row + 1), 0];
      if (name === "c") {
        at.attributes = attributes();
        at.column = columnOf(at.attributes["r"]) ?? at.column + 1;
        [at.value, at.isFormula] = ["", false];
      }
      if (name === "f") at.isFormula = true;
      if (name === "mergeCell") merged.push(attributes()["ref"] ?? "");
      at.reads = name === "v" || name === "t";
    },
    text: (text) => {
      if (at.reads) at.value += text;
    },
    close: (name) => {
      at.reads = false;
      if (name === "c") put(grid, at, cellOf(at, parts));
    },
  });
  if (grid.size > limits.rows + 1) return refusedSheet(tooManyRows(limits));
  if (merged.length > MOST_MERGED) return refusedSheet(SHEET_FAULTS.merged);
  for (const reference of merged) markMerged(grid, reference);
  return sheetOf([...grid].map(([row, cells]): SheetRow => ({ row, cells })).sort((a, b) => a.row - b.row));
}

/** A cell of nothing takes no place: 100,000 rows that are only ruled are none. */
function put(grid: Grid, { row, column }: { row: number; column: number }, cell: SheetCell): void {
  if (column > MOST_COLUMNS || (cell.text === "" && cell.fault === null)) return;
  const cells = grid.get(row) ?? [];
  while (cells.length < column - 1) cells.push({ text: "", fault: null });
  cells[column - 1] = cell;
  grid.set(row, cells);
}

type Read = { attributes: Attributes; value: string; isFormula: boolean };

function cellOf({ attributes, value, isFormula }: Read, { strings, isDate, is1904 }: Parts): SheetCell {
  if (isFormula) return { text: value, fault: "a formula is not read: paste its value in its place" };
  const type = attributes["t"] ?? "n";
  if (type === "e") return { text: value, fault: `the cell holds the error ${value}` };
  if (type === "s") return said(strings[Number(value)] ?? "");
  if (type === "b") return said(value === "1" ? "Yes" : "No");
  if (type === "d") return said(value.slice(0, "2026-11-20".length));
  if (type !== "n" || value === "") return said(value);
  const number = Number(value);
  return said(isDate[Number(attributes["s"] ?? 0)] ? dayOf(number, is1904) : String(number));
}

function said(text: string): SheetCell {
  return { text, fault: null };
}

const DAY_MS = 86_400_000;

/** Excel counts days from 1900, in which it takes a 29 February that was none, or from 1904. */
function dayOf(serial: number, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const day = new Date(start + Math.floor(serial) * DAY_MS);
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, "2026-11-20".length);
}

/** Only its first cell has a value: whose the others' is, nobody knows. */
function markMerged(grid: Grid, reference: string): void {
  const [from = "", to = from] = reference.split(":");
  const [first, last] = [placeOf(from), placeOf(to)];
  if (!first || !last) return;
  const fault = `${reference} are merged into one cell: part them`;
  for (const [row, cells] of grid) {
    if (row < first.row || row > last.row) continue;
    for (let column = first.column; column <= Math.min(last.column, MOST_COLUMNS); column += 1) {
      while (cells.length < column) cells.push({ text: "", fault: null });
      cells[column - 1] = { text: cells[column - 1]?.text ?? "", fault };
    }
  }
}

function placeOf(reference: string): { row: number; column: number } | null {
  const column = columnOf(reference);
  const row = Number(/\d+$/.exec(reference)?.[0]);
  return column === null || !row ? null : { row, column };
}

/** `AB12` is in the 28th. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (!letters) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}
