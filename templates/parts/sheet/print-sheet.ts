import writeExcelFile, { type Cell } from "write-excel-file/node";
import { pageSetup } from "./sheet-page.ts";
import { withoutTimes } from "../word/zip-times.ts";
import type { PrintedFile } from "../print-pdf.ts";
import type { FormulaCell } from "./cells.ts";

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

export async function printSheets(sheets: readonly Sheet[]): Promise<PrintedFile> {
  const pages = sheets.map(({ name, head, rows, widths, frozenColumns, orientation }) => ({
    data: [...head, ...rows],
    sheet: name,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: head.length,
    stickyColumnsCount: frozenColumns,
    ...(orientation === "landscape" && { orientation }),
  }));
  const setups = sheets.map(({ head, rows, ...setup }) => ({
    ...setup,
    headRows: head.length,
    results: rows
      .flat()
      .filter(isFormula)
      .map(({ result }) => result),
  }));
  const look = { fontFamily: "Calibri", fontSize: 11, features: [pageSetup(setups)] };
  return { bytes: withoutTimes(await writeExcelFile(pages, look).toBuffer()), missing: [] };
}

function isFormula(cell: Cell): cell is FormulaCell {
  return typeof cell === "object" && cell !== null && "result" in cell;
}
