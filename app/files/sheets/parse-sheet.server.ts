import { readFile } from "node:fs/promises";
import { readCompoundFile } from "../compound-file.server.ts";
import { parseDelimited } from "./delimited.server.ts";
import {
  createRefusedSpreadsheet,
  SPREADSHEET_FAULTS,
  type SpreadsheetReadingChoices,
  type SpreadsheetLimits,
  type SpreadsheetReading,
} from "./sheet.ts";
import { parseWorkbook } from "./workbook.server.ts";
import { unpackWorkbook } from "./unpacked-book.server.ts";

const ZIP = "504b0304";
const EMPTY_ZIP = "504b0506";
/** The first bytes of a compound file: an Office file from before 2007, or one with a password. */
const COMPOUND = "d0cf11e0";
const LOCKED_PART = Buffer.from("EncryptedPackage", "utf16le");
/** The names of the part with the cells. Some programs write them in capitals. */
const OLD_EXCEL_PARTS = ["Workbook", "Book", "WORKBOOK", "BOOK"].map((name) =>
  Buffer.from(`${name}\0`, "utf16le"),
);

/** Parses a file in the worker thread. The file's size was already limited when it was received. */
export async function parseSpreadsheet(
  path: string,
  limits: SpreadsheetLimits,
  choices: SpreadsheetReadingChoices = {},
): Promise<SpreadsheetReading> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 4).toString("hex");
  if (bytes.length === 0) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.empty);
  if (start === ZIP || start === EMPTY_ZIP) return parseArchive(path, { limits, choices });
  if (start === COMPOUND) return parseCompound(bytes, { limits, choices });
  return parseDelimited(bytes, { limits, choices });
}

type Reading = { limits: SpreadsheetLimits; choices: SpreadsheetReadingChoices };

async function parseArchive(path: string, reading: Reading): Promise<SpreadsheetReading> {
  const book = await unpackWorkbook(path);
  if (!book.ok) return book;
  const { bytes, document, mayHide } = book;
  return parseWorkbook(bytes, { ...reading, format: document ? "ods" : "xlsx", mayHide, document });
}

function parseCompound(bytes: Buffer, reading: Reading): SpreadsheetReading {
  if (bytes.includes(LOCKED_PART)) return createRefusedSpreadsheet(SPREADSHEET_FAULTS.locked);
  if (!OLD_EXCEL_PARTS.some((name) => bytes.includes(name)))
    return createRefusedSpreadsheet(SPREADSHEET_FAULTS.noSheet);
  try {
    readCompoundFile(bytes);
  } catch {
    // The error is not examined: any failure means that the file is broken.
    return createRefusedSpreadsheet(SPREADSHEET_FAULTS.broken);
  }
  return parseWorkbook(bytes, { ...reading, format: "xls", mayHide: true, document: null });
}
