import writeExcelFile, { type Cell } from "write-excel-file/node";
import { fillInFeature, type FillIn } from "./fill-in.ts";
import { pageSetup } from "./sheet-page.ts";
import { withoutTimes } from "../word/zip-times.ts";
import type { PrintedFile } from "../print-pdf.ts";
import type { FormulaCell } from "./cells.ts";

/** One worksheet: rows that stay visible and are repeated on every printed page, then the others. */
export type Sheet = {
  name: string;
  head: Cell[][];
  rows: Cell[][];
  /** The columns' widths in characters, from the left. */
  widths: number[];
  /** Columns that stay visible when scrolling sideways. */
  frozenColumns: number;
  /** The frozen columns are printed on every page, and only the lines of cells are drawn. */
  isFigures?: boolean;
  orientation: "portrait" | "landscape";
  foot: string;
  /** The sheet is locked, except for some cells that people fill in. */
  fillIn?: FillIn;
};

export async function printSheets(sheets: readonly Sheet[]): Promise<PrintedFile> {
  const pages = sheets.map(({ name, head, rows, widths, frozenColumns, orientation, isFigures }) => ({
    data: [...head, ...rows],
    sheet: name,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: head.length,
    stickyColumnsCount: frozenColumns,
    ...(orientation === "landscape" && { orientation }),
    ...(isFigures && { showGridLines: false }),
  }));
  const setups = sheets.map(({ head, rows, ...setup }) => ({
    ...setup,
    headRows: head.length,
    printedColumns: setup.isFigures ? setup.frozenColumns : 0,
    results: rows
      .flat()
      .filter(isFormula)
      .map(({ result }) => result),
  }));
  const look = {
    fontFamily: "Calibri",
    fontSize: 11,
    features: [pageSetup(setups), fillInFeature(sheets.map(({ fillIn }) => fillIn))],
  };
  return { bytes: withoutTimes(await writeExcelFile(pages, look).toBuffer()), missing: [] };
}

function isFormula(cell: Cell): cell is FormulaCell {
  return typeof cell === "object" && cell !== null && "result" in cell;
}
