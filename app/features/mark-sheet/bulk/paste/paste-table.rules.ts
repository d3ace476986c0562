import type { RowNow } from "../tasks.ts";
import { studentNamed, studentNumbered } from "../find-student.rules.ts";
import { readValue, type ReadAs } from "./read-value.rules.ts";

/** The pasted lines, and a guess at the role of each column. */
export type PasteTable = {
  lines: readonly (readonly string[])[];
  /** The columns that could hold the values, the likeliest last; the user chooses when there are several. */
  valueColumns: readonly number[];
  /** Each line names its student; lines without names follow the rows of the screen. */
  hasNames: boolean;
  heading: readonly string[] | null;
};

/** The number of columns that are read; further columns of a wide spreadsheet are ignored. */
const MOST_COLUMNS = 20;

type Asked = { rows: readonly RowNow[]; column: ReadAs };

export function pasteTable(cells: readonly (readonly string[])[], input: Asked): PasteTable {
  const heading = headingOf(cells, input);
  const lines = heading ? cells.slice(1) : cells;
  const { hasNames, valueColumns } = columnsOf(lines, input);
  // Without names, a heading dropped by mistake would move every mark by one row, so the user decides.
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

/** Returns the first line when it names no student and contains no mark. */
function headingOf(cells: readonly (readonly string[])[], { rows, column }: Asked): readonly string[] | null {
  const [first, ...others] = cells;
  if (!first || others.length === 0 || first.some((cell) => isReadable(cell, column))) return null;
  return first.some((cell) => studentNamed(cell, rows).kind !== "none") ? null : first;
}

/**
 * Tells whether at least half of the filled cells read as values of the sheet. Student numbers and line numbers do not
 * count.
 */
function mayBeValues(cells: readonly string[], { rows, column }: Asked): boolean {
  const written = cells.filter(Boolean);
  if (written.length === 0 || isCounting(cells)) return false;
  if (isHalf(written, (cell) => studentNumbered(cell, rows).kind === "one")) return false;
  return isHalf(written, (cell) => looksLikeValue(cell, column));
}

/** A single letter may be a grade beside the marks, so it does not suggest a column of marks. */
function looksLikeValue(cell: string, column: ReadAs): boolean {
  if (column.field !== "mark") return isReadable(cell, column);
  return /\d/.test(cell) ? !/\p{L}{3}/u.test(cell) : cell.length > 1 && isReadable(cell, column);
}

/** Tells whether at least half of the lines have a name or a number: one label beside a sum makes no list of names. */
function areNames(cells: readonly string[], { rows }: Asked): boolean {
  return isHalf(cells, (cell) => /\p{L}{2}/u.test(cell) || studentNumbered(cell, rows).kind === "one");
}

/** Tells whether the cells count 1, 2, 3 … down the page. */
function isCounting(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell, index) => cell.replace(/\.$/, "") === String(index + 1));
}

function isReadable(cell: string, column: ReadAs): boolean {
  return readValue(cell, column).kind === "value";
}

function isHalf(cells: readonly string[], matches: (cell: string) => boolean): boolean {
  return cells.filter(matches).length * 2 >= cells.length;
}
