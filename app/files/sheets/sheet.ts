import { findExcelShortenedNumberFault } from "#domain/text/noun.ts";
import { removeInvisibleCharacters } from "#domain/text/storable-text.ts";

/** The content of a cell as text; dates are written `2026-11-20`. `fault` says why the cell cannot be read. */
export type SpreadsheetCell = { text: string; fault: string | null };

export type SpreadsheetRow = { row: number; cells: readonly SpreadsheetCell[] };

/**
 * The result of reading a sheet: its rows, the first of which has the headings, or the reason why the sheet cannot be
 * read.
 */
export type SpreadsheetReading =
  | { ok: true; head: SpreadsheetRow; rows: readonly SpreadsheetRow[]; about: SpreadsheetReadingNotes }
  | { ok: false; fault: string };

export type SpreadsheetLimits = { rows: number };

/** The choices of a person about how to read a file, where its content allows several ways. */
export type SpreadsheetReadingChoices = { encoding?: string; separator?: string; sheet?: string };

/** A choice that the reader made, and the evidence for it in the file, as text. */
export type SpreadsheetReaderDecision = {
  value: string;
  evidence: string;
  options: readonly { value: string; label: string }[];
};

/** The way in which the file was read. A workbook has no encoding and no separator, and a text has no sheets. */
export type SpreadsheetReadingNotes = {
  /** The kind of file, such as `Excel workbook`. */
  format: string;
  encoding?: SpreadsheetReaderDecision;
  separator?: SpreadsheetReaderDecision;
  sheet?: SpreadsheetReaderDecision;
  /**
   * The numbers of hidden rows, and the places of hidden columns from 0. Hidden rows and columns are read like all
   * others.
   */
  hiddenRows: readonly number[];
  hiddenColumns: readonly number[];
  /** Whether there are values to the right of the last column that is read. */
  isCut: boolean;
};

/** Columns to the right of this one are ignored. */
export const MAX_SPREADSHEET_COLUMNS = 200;

/** No field accepts as many characters as this. */
const LONGEST_CELL = 2_000;

/** The limit for a sheet. 5,000 rows of 60 columns have 5 million, but a small file can repeat a text in every cell. */
const MOST_CHARACTERS = 20_000_000;

export const SPREADSHEET_FAULTS = {
  empty: "The file is empty. Choose a file that contains a list.",
  noSheet:
    "This is not a spreadsheet. Choose an Excel (.xlsx, .xls), OpenDocument (.ods) or text file (.csv).",
  markup: "This is not a spreadsheet: open it in Excel and save it as .xlsx, then choose that file.",
  binary: "This is a binary workbook (.xlsb): open it in Excel and save it as .xlsx, then choose that file.",
  locked: "The file is locked with a password. Save it as .xlsx without a password, then choose it again.",
  broken: "The file is incomplete: it may have been cut off. Save it again, then choose it again.",
  allHidden:
    "Every sheet of this workbook is hidden. Unhide the sheet with the list, save the file, then choose it again.",
  letters:
    "The letters of this file cannot be read. Open the file in the program that wrote it, save it as ‘CSV UTF-8’ or as .xlsx, then choose that file.",
  merged: "The file has hundreds of merged cells. Unmerge them all, save the file, then choose it again.",
  bomb: "The file is too large to be a list of people, so it was not read. Choose another file.",
  tooSlow:
    "The file takes too long to read. Copy the list alone into a new workbook, save it as .xlsx, then choose that file.",
} as const;

/** Explains that a row never ends. @param row the row where it begins; null when unknown */
export function describeEndlessRow(row: number | null): string {
  const from = row === null ? "" : ` in row ${row.toLocaleString("en")} or below`;
  return `The file cannot be read: a quotation mark${from} is not closed, or a row does not end. Correct the file, then choose it again.`;
}

export function describeTooManyRows({ rows }: SpreadsheetLimits): string {
  return `The file has more than ${rows.toLocaleString("en")} rows. Split it into several files.`;
}

export function createRefusedSpreadsheet(fault: string): SpreadsheetReading {
  return { ok: false, fault };
}

export function createSpreadsheetCell(text: string, fault: string | null = null): SpreadsheetCell {
  const clean = removeInvisibleCharacters(text.slice(0, LONGEST_CELL));
  return { text: clean, fault: fault ?? findExcelShortenedNumberFault(clean) };
}

export function isBlankRow(cells: readonly SpreadsheetCell[]): boolean {
  return cells.every(({ text, fault }) => text.trim() === "" && fault === null);
}

/** Checks the rows of a sheet. Blank rows are left out and not counted; the other rows keep their numbers. */
export function checkSpreadsheetRows(
  rows: readonly SpreadsheetRow[],
  { limits, about }: { limits: SpreadsheetLimits; about: SpreadsheetReadingNotes },
): SpreadsheetReading {
  const [head, ...others] = rows.filter(({ cells }) => !isBlankRow(cells));
  if (!head) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.empty);
  if (others.length > limits.rows) return createRefusedSpreadsheet(describeTooManyRows(limits));
  const characters = others.reduce(
    (sum, { cells }) => sum + cells.reduce((row, { text }) => row + text.length, 0),
    0,
  );
  return characters > MOST_CHARACTERS
    ? createRefusedSpreadsheet(SPREADSHEET_FAULTS.bomb)
    : { ok: true, head, rows: others, about };
}
