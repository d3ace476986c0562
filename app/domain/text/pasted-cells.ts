import { toSingleLine } from "#domain/text/storable-text.ts";
import { formatCountOf } from "./noun.ts";

/** This limit is longer than any class list. The rest of a longer clipboard is not read. */
const MOST_CHARACTERS = 100_000;
/** This is enough for a name and a mark. Longer lines are skipped, because matching takes quadratic time. */
const LONGEST_LINE = 200;

/** Matches a quoted cell. Spreadsheets quote cells with line breaks, tabs or quotes, and write inner quotes twice. */
const QUOTED = /(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g;

/** Matches a name followed by a mark at the end of the line: `Keziah Alexander 72`, `1. Ali, Rayhaan: abs`. */
const NAME_THEN_VALUE = /^(.*\p{L}.*?)[\s,;:=]+(\S+(?:\s?%|\s?\/\s?\S+)?)$/u;
const VALUE = /^[-–−]?\d[\d.,]*(?:\s?%|\s?\/\s?\d+)?$|^[a-e]$|^r$|^abs(?:ent)?$|^nw$/i;

/** A pasted text as lines of cells. Empty lines at the end are counted but not included. */
export type PastedCells = { cells: string[][]; blankAtEnd: number };

export function parsePastedCells(text: string): PastedCells {
  const plain = text
    .slice(0, MOST_CHARACTERS)
    .replace(/\r\n?/g, "\n")
    .replace(QUOTED, (_, before: string, cell: string) => before + toSingleLine(cell.replaceAll('""', '"')))
    // Spreadsheets add a line break after the last line as well.
    .replace(/\n$/, "");
  const all = plain.split("\n");
  const lines = withoutBlankEnd(all);
  const cells = lines.map((line) => line.split("\t").map(toSingleLine));
  return {
    cells: cells.some((line) => line.length > 1) ? cells : lists(cells),
    blankAtEnd: all.length - lines.length,
  };
}

/** Splits the lines of a copied list that has no columns: each line is a name followed by a mark. */
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

/** Lines that were pasted into the rows of a page, from the selected row downwards. */
export type PastedLines = {
  /** The number of lines without blank lines at the end, and the number of these blank lines. */
  lines: number;
  blankAtEnd: number;
  /** The number of rows on the page, from the row of the first line to the last row. */
  rows: number;
  /**
   * The first value with the reason why it is invalid, because it may be a heading, or null when the first value is
   * valid or blank.
   */
  first: DoubtfulValue | null;
  /** The last value if it is valid but may be the average of the others, otherwise null. */
  last: DoubtfulValue | null;
};

type DoubtfulValue = { value: string; fault: string };

/** The nouns for a line and for a row, such as `value` and `student`. */
type Nouns = { line: string; row: string };

/**
 * Returns a question to ask before the lines are written, or null when they clearly fit. If there is a heading above
 * the values, or one value too few, each student would get a neighbour's value. The check only compares numbers of
 * lines and values, because teachers word headings in many ways.
 */
export function findPasteQuestion(pasted: PastedLines, { line, row }: Nouns): string | null {
  const { lines, rows, first, last } = pasted;
  if (!first && !last && fits(pasted)) return null;
  const words = `${formatCountOf(lines, line)} for ${formatCountOf(rows, row)}.`;
  if (first) return `${words} The first value, ‘${first.value}’, ${first.fault}.`;
  return last ? `${words} The last value, ‘${last.value}’, ${last.fault}.` : words;
}

/** With fewer values than this, one of them is too often the average of the others by chance. */
const FEWEST_VALUES = 5;

/**
 * Tells whether the value is the average of the other values, rounded to as many decimals as the value has: 63, 63.4 or
 * 63.42. A pasted average is a valid mark, so nothing else shows that it belongs to no student.
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

/** Tells whether the lines fit the rows. A spreadsheet may leave out empty rows at the end. */
function fits({ lines, blankAtEnd, rows }: PastedLines): boolean {
  return lines <= rows && (lines + blankAtEnd >= rows || lines === 1);
}
