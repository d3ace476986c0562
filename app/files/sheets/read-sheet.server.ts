import { readFile } from "node:fs/promises";
import { readDelimited } from "./delimited.server.ts";
import { refusedSheet, SHEET_FAULTS, type SheetLimits, type SheetRead } from "./sheet.ts";
import { readWorkbook } from "./workbook.server.ts";

const ZIP = "504b0304";
const EMPTY_ZIP = "504b0506";
/** Of Word and Excel before 2007, and of any Office file with a password. */
const COMPOUND = "d0cf11e0";

/** The first sheet of an xlsx, or a csv, known by its content. Its bytes were limited when it was received. */
export async function readSheet(path: string, limits: SheetLimits): Promise<SheetRead> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 4).toString("hex");
  if (bytes.length === 0) return refusedSheet(SHEET_FAULTS.empty);
  if (start === ZIP || start === EMPTY_ZIP) return readWorkbook(path, limits);
  if (start === COMPOUND) return refusedSheet(SHEET_FAULTS.locked);
  return readDelimited(bytes, limits);
}
