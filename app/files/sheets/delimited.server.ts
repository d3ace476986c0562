import { CsvError, parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import { withoutFormulaMark } from "./delimited-text.server.ts";
import {
  describeEndlessRow,
  isBlankRow,
  MOST_COLUMNS,
  refusedSheet,
  SHEET_FAULTS,
  sheetCell,
  checkSheetRows,
  describeTooManyRows,
  type SheetCell,
  type SheetLimits,
  type SheetRead,
  type SheetRow,
} from "./sheet.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** Bytes that occur in pictures, PDFs and programs, but in no text. */
// eslint-disable-next-line no-control-regex -- this pattern looks for them
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
const START = 4096;
/** Longer than any real row. A million columns, or an unclosed quotation mark, would fill the memory. */
const LONGEST_ROW = 200_000;

/** Parses values that are separated by commas, semicolons or tabs, as Excel and LibreOffice write them. */
export function parseDelimited(bytes: Buffer, limits: SheetLimits): SheetRead {
  const whole = textOf(bytes);
  const start = whole.slice(0, START);
  if (start.trimStart().startsWith("<")) return refusedSheet(SHEET_FAULTS.markup);
  if (start.startsWith("%PDF") || BINARY.test(start)) return refusedSheet(SHEET_FAULTS.noSheet);
  const { text, delimiter } = delimited(whole);
  const rows: SheetRow[] = [];
  let row = 0;
  try {
    parse(text, {
      delimiter,
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (values: string[]) => {
        row += 1;
        const cells = values.slice(0, MOST_COLUMNS).map(cellOf);
        if (!isBlankRow(cells)) rows.push({ row, cells });
        if (rows.length > limits.rows + 1) throw ENOUGH;
        return null;
      },
    });
    return checkSheetRows(rows, limits);
  } catch (error) {
    if (error === ENOUGH) return refusedSheet(describeTooManyRows(limits));
    // The parser fails for a row that never ends, for example because of an unclosed quotation mark.
    return refusedSheet(describeEndlessRow(error instanceof CsvError ? row + 1 : null));
  }
}

/** Thrown to stop the parser after the maximum number of rows. */
const ENOUGH = new Error("there are more rows than are read");

/** Decodes UTF-8, or UTF-16 with its byte order mark; other bytes as the Windows encoding of Excel's CSV files. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, "utf-16be");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Node 20's TextDecoder reads windows-1252 as Latin-1, in which ’ and Œ would become control characters.
    return iconv.decode(bytes, "windows-1252");
  }
}

/**
 * Finds the delimiter: from a first line `sep=;`, which some programs write for Excel, or else the most frequent one in
 * the first line.
 */
function delimited(text: string): { text: string; delimiter: string } {
  const [first = "", named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (named !== undefined) return { text: text.slice(first.length), delimiter: named };
  const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return { text, delimiter: counts.sort((a, b) => b.count - a.count)[0]?.delimiter ?? "," };
}

function cellOf(value: string): SheetCell {
  const [, quoted] = /^="([^"]*)"$/.exec(value) ?? [];
  if (quoted !== undefined) return sheetCell(quoted);
  return sheetCell(withoutFormulaMark(value), formulaFault(value));
}

/** Returns an error for a cell with a formula, which appears in files saved while Excel showed formulas. */
function formulaFault(value: string): string | null {
  return value.trimStart().startsWith("=") ? "formulas are not read: enter the value instead" : null;
}
