import { readFile } from "node:fs/promises";
import { readDelimited } from "./delimited.server.ts";
import { refusedSheet, SHEET_FAULTS, type SheetLimits, type SheetRead } from "./sheet.ts";
import { readWorkbook } from "./workbook.server.ts";

const ZIP = "504b0304";
const EMPTY_ZIP = "504b0506";
/** Of Word and Excel before 2007, and of any Office file with a password, which is a part of it by this name. */
const COMPOUND = "d0cf11e0";
const LOCKED_PART = Buffer.from("EncryptedPackage", "utf16le");
const OLD_EXCEL_PARTS = ["Workbook", "Book"].map((name) => Buffer.from(`${name}\0`, "utf16le"));

/** The first sheet of an xlsx, or a csv, known by its content. Its bytes were limited when it was received. */
export async function readSheet(path: string, limits: SheetLimits): Promise<SheetRead> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 4).toString("hex");
  if (bytes.length === 0) return refusedSheet(SHEET_FAULTS.empty);
  if (start === ZIP || start === EMPTY_ZIP) return readWorkbook(path, limits);
  if (start === COMPOUND) return refusedSheet(compoundFault(bytes));
  return readDelimited(bytes, limits);
}

function compoundFault(bytes: Buffer): string {
  if (bytes.includes(LOCKED_PART)) return SHEET_FAULTS.locked;
  return OLD_EXCEL_PARTS.some((name) => bytes.includes(name)) ? SHEET_FAULTS.oldExcel : SHEET_FAULTS.noSheet;
}
