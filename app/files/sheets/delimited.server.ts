import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "./encoding.server.ts";
import {
  describeEndlessRow,
  isBlankRow,
  MAX_SPREADSHEET_COLUMNS,
  createRefusedSpreadsheet,
  SPREADSHEET_FAULTS,
  createSpreadsheetCell,
  checkSpreadsheetRows,
  describeTooManyRows,
  type SpreadsheetReaderDecision,
  type SpreadsheetCell,
  type SpreadsheetReadingChoices,
  type SpreadsheetLimits,
  type SpreadsheetReading,
  type SpreadsheetRow,
} from "./sheet.ts";

const SEPARATORS = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Vertical bar" },
] as const;
/** Bytes that occur in pictures, PDFs and programs, but in no text. */
// eslint-disable-next-line no-control-regex -- this pattern looks for them
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
/**
 * Matches the beginning of a web page, XML, a web archive, rich text or JSON in a file that is named like a
 * spreadsheet.
 */
const MARKUP = /^\uFEFF?\s*(?:<|MIME-Version:|\{\\rtf|[[{]\s*["{[])/i;
const START = 4096;
/** No real row is longer than this. A million columns, or an unclosed quotation mark, would fill the memory. */
const LONGEST_ROW = 200_000;

type Reading = { limits: SpreadsheetLimits; choices: SpreadsheetReadingChoices };

/** Programs for DOS end a text with the character 26. */
const DOS_END = 0x1a;

function withoutDosEnd(bytes: Buffer): Buffer {
  return bytes.at(-1) === DOS_END ? bytes.subarray(0, -1) : bytes;
}

/** Parses values separated by commas, semicolons, tabs or bars, as Excel and LibreOffice write them. */
export function parseDelimited(bytes: Buffer, { limits, choices }: Reading): SpreadsheetReading {
  const decoded = decodeText(withoutDosEnd(bytes), choices.encoding);
  const start = (decoded?.text ?? bytes.toString("latin1")).slice(0, START);
  if (MARKUP.test(start)) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.markup);
  if (start.startsWith("%PDF") || BINARY.test(start))
    return createRefusedSpreadsheet(SPREADSHEET_FAULTS.noSheet);
  if (!decoded) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.letters);
  const { text, separator } = separated(decoded.text, choices.separator);
  const about = {
    format: "text file",
    encoding: decoded.decision,
    separator,
    hiddenRows: [],
    hiddenColumns: [],
    isCut: false,
  };
  const rows: SpreadsheetRow[] = [];
  let row = 0;
  try {
    parse(text, {
      delimiter: separator.value,
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (values: string[]) => {
        row += 1;
        const cells = values.slice(0, MAX_SPREADSHEET_COLUMNS).map(cellOf);
        about.isCut ||= values.slice(MAX_SPREADSHEET_COLUMNS).some((value) => value.trim() !== "");
        if (!isBlankRow(cells)) rows.push({ row, cells });
        if (rows.length > limits.rows + 1) throw ENOUGH;
        return null;
      },
    });
    return checkSpreadsheetRows(rows, { limits, about });
  } catch (error) {
    if (error === ENOUGH) return createRefusedSpreadsheet(describeTooManyRows(limits));
    // The parser fails for a row that never ends, for example because of an unclosed quotation mark.
    return createRefusedSpreadsheet(describeEndlessRow(error instanceof CsvError ? row + 1 : null));
  }
}

/** Thrown to stop the parser after the maximum number of rows. */
const ENOUGH = new Error("the file has more rows than Termbook reads");

/**
 * The number of rows that are compared to find the separator. The first row alone may be a title without any separator.
 */
const COMPARED_ROWS = 20;

/**
 * Chooses the separator. The person's choice counts first, then a line such as `sep=;`, which Excel hides, and then
 * the separator that divides most rows into the same number of cells.
 */
function separated(
  whole: string,
  wanted: string | undefined,
): { text: string; separator: SpreadsheetReaderDecision } {
  const [first = "", named] = /^\uFEFF?sep=(.)(?:\r\n?|\n)/i.exec(whole) ?? [];
  const text = whole.slice(first.length);
  const counted = SEPARATORS.map(({ value }) => ({ value, ...rowsAlike(text, value) })).sort(
    (a, b) => b.rows - a.rows || b.cells - a.cells,
  );
  const best = counted[0] ?? { value: ",", rows: 0, cells: 1, of: 0 };
  const used = wanted ?? named ?? best.value;
  const evidence = (): string => {
    if (wanted !== undefined && wanted !== (named ?? best.value)) return "You chose this separator.";
    if (named !== undefined) return `The first line of the file names the separator: sep=${named}`;
    if (best.rows === 0) return "No separator was found, so each row has one cell.";
    return `${best.rows} of the first ${best.of} rows have ${best.cells} cells.`;
  };
  return { text, separator: { value: used, evidence: evidence(), options: separatorOptions(used) } };
}

function separatorOptions(used: string): SpreadsheetReaderDecision["options"] {
  const isKnown = SEPARATORS.some(({ value }) => value === used);
  return isKnown ? SEPARATORS : [...SEPARATORS, { value: used, label: used }];
}

/** Counts the first rows that have the same number of cells, when it is more than one. */
function rowsAlike(text: string, separator: string): { rows: number; cells: number; of: number } {
  const lines = text
    .slice(0, LONGEST_ROW)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, COMPARED_ROWS);
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, "").split(separator).length);
  const frequency = new Map<number, number>();
  for (const count of counts) if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  const [[cells, rows] = [1, 0]] = [...frequency].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { rows, cells, of: lines.length };
}

function cellOf(value: string): SpreadsheetCell {
  const [, quoted] = /^="([^"]*)"$/.exec(value) ?? [];
  if (quoted !== undefined) return createSpreadsheetCell(quoted);
  return createSpreadsheetCell(withoutFormulaMark(value), cellFault(value));
}

const DAMAGED = "a letter in this cell is damaged: enter the text again";

/** Recognises a sheet that was saved with its formulas shown, and letters that are broken in the file. */
function cellFault(value: string): string | null {
  if (value.includes("\uFFFD")) return DAMAGED;
  return value.trimStart().startsWith("=") ? "formulas are not read: enter the value instead" : null;
}

/**
 * Texts that a spreadsheet would evaluate as a formula, some even after spaces or with full-width signs. Texts that
 * begin with apostrophes match too and get one more, so that reading the file removes exactly one.
 */
const CALCULATED = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const MARK = "'";
/** Matches a number that Excel marks as text with an apostrophe: `'0012`. */
const MARKED_NUMBER = /^'+\d/;

/**
 * Writes rows as comma-separated text. The text begins with a byte order mark, from which Excel knows that it is
 * UTF-8.
 */
export function toDelimitedText(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`);
  return Buffer.from(`\uFEFF${lines.join("")}`);
}

/** Quotes a cell. A text that looks like a formula gets an apostrophe first, so that Excel shows it as text. */
function quoted(text: string): string {
  const marked = CALCULATED.test(text) || MARKED_NUMBER.test(text) ? `${MARK}${text}` : text;
  return `"${marked.replaceAll('"', '""')}"`;
}

function withoutFormulaMark(value: string): string {
  const isMarked = MARKED_NUMBER.test(value) || (value.startsWith(MARK) && CALCULATED.test(value.slice(1)));
  return isMarked ? value.slice(1) : value;
}
