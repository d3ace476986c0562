import { parse } from "csv-parse/sync";
import {
  refusedSheet,
  SHEET_FAULTS,
  sheetOf,
  tooManyRows,
  type SheetLimits,
  type SheetRead,
} from "./sheet.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** What no text holds: a picture, a PDF, a program. */
// eslint-disable-next-line no-control-regex -- they are looked for
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
const START = 4096;

/** Values with commas, semicolons or tabs between them, as Excel and LibreOffice write them. */
export function readDelimited(bytes: Buffer, limits: SheetLimits): SheetRead {
  const text = textOf(bytes);
  if (text.startsWith("%PDF") || BINARY.test(text.slice(0, START))) return refusedSheet(SHEET_FAULTS.noSheet);
  try {
    // One more than is taken says that there are more.
    const records: string[][] = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      to: limits.rows + 2,
    });
    const rows = records.map((values, index) => ({
      row: index + 1,
      cells: values.map((value) => ({ text: value, fault: formulaFault(value) })),
    }));
    return rows.length > limits.rows + 1 ? refusedSheet(tooManyRows(limits)) : sheetOf(rows);
  } catch {
    // Whatever the parser cannot read is broken: a quotation mark that never ends.
    return refusedSheet("The file cannot be read: a quotation mark in it is not closed.");
  }
}

/** UTF-8 with or without its mark, UTF-16 with it; what is no UTF-8 comes from an older Windows. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
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

/** A sheet that was saved with its formulas shown. */
function formulaFault(value: string): string | null {
  return /^=/.test(value.trim()) ? "a formula is not read: enter its value" : null;
}
