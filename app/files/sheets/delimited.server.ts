import { CsvError, parse } from "csv-parse/sync";
import { withoutMark } from "./delimited-text.server.ts";
import {
  MOST_COLUMNS,
  refusedSheet,
  SHEET_FAULTS,
  endlessFrom,
  sheetOf,
  tooManyRows,
  type SheetCell,
  type SheetLimits,
  type SheetRead,
} from "./sheet.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** What no text holds: a picture, a PDF, a program. */
// eslint-disable-next-line no-control-regex -- they are looked for
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
const START = 4096;
/** A row of people is shorter: a million columns, or what follows a quotation mark, would fill the memory. */
const LONGEST_ROW = 200_000;

/** Values with commas, semicolons or tabs between them, as Excel and LibreOffice write them. */
export function readDelimited(bytes: Buffer, limits: SheetLimits): SheetRead {
  const text = textOf(bytes);
  if (text.startsWith("%PDF") || BINARY.test(text.slice(0, START))) return refusedSheet(SHEET_FAULTS.noSheet);
  try {
    // One more than is taken says that there are more.
    const records: string[][] = parse(text, {
      delimiter: delimiterOf(text),
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
      relax_quotes: true,
      to: limits.rows + 2,
    });
    const rows = records.map((values, index) => ({
      row: index + 1,
      cells: values.slice(0, MOST_COLUMNS).map(cellOf),
    }));
    return rows.length > limits.rows + 1 ? refusedSheet(tooManyRows(limits)) : sheetOf(rows);
  } catch (error) {
    // Whatever the parser cannot read is broken: a quotation mark that never ends, or a row that does not.
    return refusedSheet(endlessFrom(error instanceof CsvError ? Number(error["records"]) + 1 : null));
  }
}

/** UTF-8 with or without its mark, UTF-16 with it; what is no UTF-8 comes from an older Windows. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The one that stands most often in the first line. */
function delimiterOf(text: string): string {
  const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.delimiter ?? ",";
}

function cellOf(value: string): SheetCell {
  return { text: withoutMark(value), fault: formulaFault(value) };
}

/** A sheet that was saved with its formulas shown. */
function formulaFault(value: string): string | null {
  return /^=/.test(value.trim()) ? "a formula is not read: enter its value" : null;
}
