import { formatCountOf } from "./noun.ts";

/** Lines that were pasted down the rows of a page in order, the first into the first. */
export type PastedLines = {
  /** The number of lines without blank ones at the end, and the number of those blank lines. */
  lines: number;
  blankAtEnd: number;
  /** The number of rows from the first one on. */
  rows: number;
  /** The first value, and why it is invalid; null when it is valid or blank. */
  first: { value: string; fault: string } | null;
};

/** The words for a line and a row: `value`, `student`. */
type Nouns = { line: string; row: string };

/**
 * Returns the question to ask before a paste is written: with a heading above the values, or one value too few, each
 * row would get its neighbour's value. Only the shape is judged, because headings are as teachers write them. Returns
 * null when each line has its row, or there is a single line.
 */
export function pasteDoubt(pasted: PastedLines, { line, row }: Nouns): string | null {
  const { lines, rows, first } = pasted;
  if (!first && fits(pasted)) return null;
  const words = `${formatCountOf(lines, line)} for ${formatCountOf(rows, row)}.`;
  return first ? `${words} The first value, ‘${first.value}’, ${first.fault}.` : words;
}

/** Rows that are empty in the spreadsheet are at the end of what was copied. */
function fits({ lines, blankAtEnd, rows }: PastedLines): boolean {
  return lines <= rows && (lines + blankAtEnd >= rows || lines === 1);
}
