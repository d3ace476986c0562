import { CsvError, parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import { withoutMark } from "./delimited-text.server.ts";
import {
  endlessFrom,
  isBlank,
  MOST_COLUMNS,
  refusedSheet,
  SHEET_FAULTS,
  sheetCell,
  sheetOf,
  tooManyRows,
  type SheetCell,
  type SheetLimits,
  type SheetRead,
  type SheetRow,
} from "./sheet.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** Bytes that no text contains, but pictures, PDFs and programs do. */
// eslint-disable-next-line no-control-regex -- this pattern looks for them
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
const START = 4096;
/** A row of people is shorter: a million columns, or an unclosed quotation mark, would fill the memory. */
const LONGEST_ROW = 200_000;

/** Parses values separated by commas, semicolons or tabs, as Excel and LibreOffice write them. */
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
        if (!isBlank(cells)) rows.push({ row, cells });
        if (rows.length > limits.rows + 1) throw ENOUGH;
        return null;
      },
    });
    return sheetOf(rows, limits);
  } catch (error) {
    if (error === ENOUGH) return refusedSheet(tooManyRows(limits));
    // Data that the parser cannot read is broken: a quotation mark or a row that never ends.
    return refusedSheet(endlessFrom(error instanceof CsvError ? row + 1 : null));
  }
}

/** Thrown to stop the parser. */
const ENOUGH = new Error("there are more rows than are read");

/** Decodes UTF-8, and UTF-16 with its byte order mark; other bytes come from an older Windows, as Excel's CSV does. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, "utf-16be");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // TextDecoder is not used, because Node 20 reads this encoding as Latin-1: ’ and Œ would be control characters.
    return iconv.decode(bytes, "windows-1252");
  }
}

/**
 * Finds the delimiter in the line `sep=;` that some programs write for Excel, which hides it; or else the one that is
 * most frequent in the first line.
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
  return sheetCell(withoutMark(value), formulaFault(value));
}

/** Recognises a sheet that was saved with its formulas shown. */
function formulaFault(value: string): string | null {
  return value.trimStart().startsWith("=") ? "formulas are not read: enter the value instead" : null;
}
