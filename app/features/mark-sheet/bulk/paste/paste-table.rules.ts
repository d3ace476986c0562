import type { CurrentMarkSheetRow } from "../tasks.ts";
import { matchStudentByName, matchStudentByNumber } from "../find-student.rules.ts";
import { readCellValue, type PasteValueColumn } from "./read-value.rules.ts";

/** The pasted lines, with a guess at what each column contains. */
export type PasteTable = {
  lines: readonly (readonly string[])[];
  /**
   * The columns that may contain the values, with the most likely one last. If there are several, the user chooses.
   */
  valueColumns: readonly number[];
  /** Whether each line names its student. Lines without names are matched with the rows in screen order. */
  hasNames: boolean;
  heading: readonly string[] | null;
};

/** The number of columns to read. Further columns of a wide spreadsheet are ignored. */
const MOST_COLUMNS = 20;

type Asked = { rows: readonly CurrentMarkSheetRow[]; column: PasteValueColumn };

export function parsePasteTable(cells: readonly (readonly string[])[], input: Asked): PasteTable {
  const heading = headingOf(cells, input);
  const lines = heading ? cells.slice(1) : cells;
  const { hasNames, valueColumns } = columnsOf(lines, input);
  // If a line without names were wrongly dropped as a heading, every mark would move up one row. The user therefore
  // decides.
  return hasNames
    ? { lines, valueColumns, hasNames, heading }
    : { lines: cells, valueColumns, hasNames, heading: null };
}

function columnsOf(lines: readonly (readonly string[])[], input: Asked) {
  const width = Math.min(MOST_COLUMNS, Math.max(1, ...lines.map((line) => line.length)));
  const columns = Array.from({ length: width }, (_, index) => lines.map((line) => line[index] ?? ""));
  const found = columns.flatMap((column, index) => (mayBeValues(column, input) ? [index] : []));
  const valueColumns = found.length > 0 ? found : [width - 1];
  const isWritten = lines.map((line) => line.some(Boolean));
  const hasNames = columns.some(
    (column, index) =>
      !valueColumns.includes(index) &&
      areNames(
        column.filter((_, line) => isWritten[line]),
        input,
      ),
  );
  return { valueColumns, hasNames };
}

/** Returns the first line if it is a heading, which means that it names no student and contains no mark. */
function headingOf(cells: readonly (readonly string[])[], { rows, column }: Asked): readonly string[] | null {
  const [first, ...others] = cells;
  if (!first || others.length === 0 || first.some((cell) => isReadable(cell, column))) return null;
  return first.some((cell) => matchStudentByName(cell, rows).kind !== "none") ? null : first;
}

/** Returns whether at least half of the cells are values. Student numbers and line numbers do not count. */
function mayBeValues(cells: readonly string[], { rows, column }: Asked): boolean {
  const written = cells.filter(Boolean);
  if (written.length === 0 || isCounting(cells)) return false;
  if (isHalf(written, (cell) => matchStudentByNumber(cell, rows).kind === "one")) return false;
  return isHalf(written, (cell) => looksLikeValue(cell, column));
}

/** Returns whether the cell looks like a value. A single letter may be a grade next to the mark. */
function looksLikeValue(cell: string, column: PasteValueColumn): boolean {
  if (column.field !== "mark") return isReadable(cell, column);
  return /\d/.test(cell) ? !/\p{L}{3}/u.test(cell) : cell.length > 1 && isReadable(cell, column);
}

/** Returns whether at least half of the cells have a name or a student number. One name-like word is not enough. */
function areNames(cells: readonly string[], { rows }: Asked): boolean {
  return isHalf(cells, (cell) => /\p{L}{2}/u.test(cell) || matchStudentByNumber(cell, rows).kind === "one");
}

function isCounting(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell, index) => cell.replace(/\.$/, "") === String(index + 1));
}

function isReadable(cell: string, column: PasteValueColumn): boolean {
  return readCellValue(cell, column).kind === "value";
}

function isHalf(cells: readonly string[], matches: (cell: string) => boolean): boolean {
  return cells.filter(matches).length * 2 >= cells.length;
}
