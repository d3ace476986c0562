import writeExcelFile from "write-excel-file/node";
import { pageSetup } from "./sheet-page.ts";
import { withoutTimes } from "../word/zip-times.ts";
import type { Cell } from "write-excel-file/node";
import type { PrintedFile } from "../print-pdf.ts";

/** One worksheet: rows that stay in sight and are repeated on every printed page, then the others. */
export type Sheet = {
  name: string;
  head: Cell[][];
  rows: Cell[][];
  /** In characters, from the left. */
  widths: number[];
  /** Columns that stay in sight when scrolling sideways. */
  frozenColumns: number;
  orientation: "portrait" | "landscape";
  foot: string;
};

export async function printSheet(sheet: Sheet): Promise<PrintedFile> {
  const { name, head, rows, widths, frozenColumns, orientation, foot } = sheet;
  const options = {
    sheet: name,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: head.length,
    stickyColumnsCount: frozenColumns,
    ...(orientation === "landscape" && { orientation }),
  };
  const features = [pageSetup({ name, headRows: head.length, orientation, foot })];
  const file = writeExcelFile([...head, ...rows], options, { fontFamily: "Calibri", fontSize: 11, features });
  return { bytes: withoutTimes(await file.toBuffer()), missing: [] };
}
