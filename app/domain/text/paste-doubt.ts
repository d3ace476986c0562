import { countOf } from "./noun.ts";

/** Lines that were pasted to go down the rows of a page in their order, the first into the first. */
export type PastedLines = {
  /** How many there are, without blank ones at the end, and how many of those there were. */
  lines: number;
  blankAtEnd: number;
  /** How many rows there are from the first on. */
  rows: number;
  /** The first value, and why it is none; null where it is one, or blank. */
  first: { value: string; fault: string } | null;
};

/** The words for a line and a row: `value`, `student`. */
type Nouns = { line: string; row: string };

/**
 * Returns the question to ask before a paste is written: with a heading above the values, or with a value too few, each
 * row would get its neighbour's. Seen by the shape alone, since headings are as teachers write them. A single line has no
 * neighbour. @returns null where each line has its row
 */
export function pasteDoubt(pasted: PastedLines, { line, row }: Nouns): string | null {
  const { lines, rows, first } = pasted;
  if (!first && fits(pasted)) return null;
  const words = `${countOf(lines, line)} for ${countOf(rows, row)}.`;
  return first ? `${words} The first value, ‘${first.value}’, ${first.fault}.` : words;
}

/** Rows that have nothing in the spreadsheet stand at the end of what was copied. */
function fits({ lines, blankAtEnd, rows }: PastedLines): boolean {
  return lines <= rows && (lines + blankAtEnd >= rows || lines === 1);
}
