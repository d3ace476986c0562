import { MOST_COLUMNS, type SheetCell } from "./sheet.ts";

type Place = { r: number; c: number };
type Range = { s: Place; e: Place };
type Row = { row: number; cells: SheetCell[] };

/** The limit of merged ranges, because each is compared with all rows. */
const MOST_MERGED = 500;

/**
 * Marks every cell of a merged range as faulty: only the first has a value, and nobody knows whether the others share
 * it. Returns false when there are too many ranges, or they cover more cells than exist, because Excel's ranges do
 * not overlap.
 */
export function markMerged(rows: readonly Row[], ranges: readonly Range[]): boolean {
  if (ranges.length > MOST_MERGED) return false;
  let left = rows.length * MOST_COLUMNS;
  for (const { s: from, e: to } of ranges) {
    const last = Math.min(to.c, MOST_COLUMNS - 1);
    const inRange = rows.filter(({ row }) => from.r < row && row <= to.r + 1);
    left -= inRange.length * Math.max(0, last - from.c + 1);
    if (left < 0) return false;
    const fault = `${nameOf(from)}:${nameOf(to)} are merged into one cell: part them`;
    for (const { cells } of inRange) mark(cells, { from: from.c, to: last, fault });
  }
  return true;
}

function mark(cells: SheetCell[], { from, to, fault }: { from: number; to: number; fault: string }): void {
  for (let column = from; column <= to; column += 1) {
    while (cells.length <= column) cells.push({ text: "", fault: null });
    cells[column] = { text: cells[column]?.text ?? "", fault };
  }
}

/** Formats a cell's name such as `AB12`. */
function nameOf({ r, c }: Place): string {
  let letters = "";
  for (let left = c + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${r + 1}`;
}
