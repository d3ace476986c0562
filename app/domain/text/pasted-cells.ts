import { onOneLine } from "#domain/text/storable-text.ts";
import { formatCountOf } from "./noun.ts";

/** Longer than any class list: the rest of the clipboard is not read. */
const MOST_CHARACTERS = 100_000;
/** A name and a mark; longer lines are skipped, because the search takes quadratic time. */
const LONGEST_LINE = 200;

/** A spreadsheet puts a cell with a line break, a tab or a quote in quotes, and doubles its quotes. */
const QUOTED = /(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g;

/** 'Keziah Alexander 72', '1. Ali, Rayhaan: abs': words with letters, then a mark, at the end of a line. */
const NAME_THEN_VALUE = /^(.*\p{L}.*?)[\s,;:=]+(\S+(?:\s?%|\s?\/\s?\S+)?)$/u;
const VALUE = /^[-–−]?\d[\d.,]*(?:\s?%|\s?\/\s?\d+)?$|^[a-e]$|^r$|^abs(?:ent)?$|^nw$/i;

/** A pasted text by line and cell; empty lines at the end are only counted. */
export type Pasted = { cells: string[][]; blankAtEnd: number };

export function pastedCells(text: string): Pasted {
  const plain = text
    .slice(0, MOST_CHARACTERS)
    .replace(/\r\n?/g, "\n")
    .replace(QUOTED, (_, before: string, cell: string) => before + onOneLine(cell.replaceAll('""', '"')))
    // A spreadsheet ends its last line too.
    .replace(/\n$/, "");
  const all = plain.split("\n");
  const lines = withoutBlankEnd(all);
  const cells = lines.map((line) => line.split("\t").map(onOneLine));
  return {
    cells: cells.some((line) => line.length > 1) ? cells : lists(cells),
    blankAtEnd: all.length - lines.length,
  };
}

/** Splits a typed list, from a message or a document: it has no columns, but each line ends with a mark. */
function lists(lines: string[][]): string[][] {
  const written = lines.flatMap(([line = ""]) => (line ? [line] : []));
  const parted = written.map(inTwo);
  const areLists = parted.filter((cells) => cells.length === 2).length * 2 > written.length;
  return areLists ? parted : lines;
}

function inTwo(line: string): string[] {
  if (line.length > LONGEST_LINE) return [line];
  const [, name, value] = NAME_THEN_VALUE.exec(line) ?? [];
  return name !== undefined && value !== undefined && VALUE.test(value) ? [name, value] : [line];
}

function withoutBlankEnd(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

/** Lines that were pasted down the rows of a page in order, the first into the first. */
export type PastedLines = {
  /** The number of lines without blank ones at the end, and the number of those blank lines. */
  lines: number;
  blankAtEnd: number;
  /** The number of rows from the first one on. */
  rows: number;
  /** The first value, and why it is invalid; null when it is valid or blank. */
  first: DoubtfulValue | null;
  /** The last value if it is valid and yet seems to be no row's own, such as an average; null otherwise. */
  last: DoubtfulValue | null;
};

type DoubtfulValue = { value: string; fault: string };

/** The words for a line and a row: `value`, `student`. */
type Nouns = { line: string; row: string };

/**
 * Returns the question to ask before a paste is written: with a heading above the values, or one value too few, each
 * row would get its neighbour's value. Only the shape is judged, because headings are as teachers write them. Returns
 * null when each line has its row, or there is a single line.
 */
export function pasteDoubt(pasted: PastedLines, { line, row }: Nouns): string | null {
  const { lines, rows, first, last } = pasted;
  if (!first && !last && fits(pasted)) return null;
  const words = `${formatCountOf(lines, line)} for ${formatCountOf(rows, row)}.`;
  if (first) return `${words} The first value, ‘${first.value}’, ${first.fault}.`;
  return last ? `${words} The last value, ‘${last.value}’, ${last.fault}.` : words;
}

/** Fewer values have an average among them by chance. */
const FEWEST_VALUES = 5;

/**
 * Tells whether the value is the average of the others, as it is written: 63, 63.4 or 63.42. An average below or above a
 * column is a valid mark, so nothing else gives it away.
 */
export function isAverageOf(value: string, others: readonly string[]): boolean {
  const numbers = others.map(numberOf).filter((number) => number !== null);
  const wanted = numberOf(value);
  if (wanted === null || numbers.length < FEWEST_VALUES || new Set(numbers).size === 1) return false;
  const average = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const decimals = /[.,](\d*)/.exec(value)?.[1]?.length ?? 0;
  return Number(average.toFixed(decimals)) === wanted;
}

function numberOf(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

/** Rows that are empty in the spreadsheet are at the end of what was copied. */
function fits({ lines, blankAtEnd, rows }: PastedLines): boolean {
  return lines <= rows && (lines + blankAtEnd >= rows || lines === 1);
}
