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
