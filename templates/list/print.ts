import { printPdf, type PrintedFile } from "../parts/print-pdf.ts";
import { printSheets } from "../parts/sheet/print-sheet.ts";
import { printDocx } from "../parts/word/print-docx.ts";
import { listDocx } from "./docx.ts";
import { listPdf } from "./pdf/list.ts";
import { listXlsx } from "./xlsx.ts";
import type { ListDocument } from "./data.ts";

type Print<Data> = (data: Data) => Promise<PrintedFile>;

/** Every format of a kind that is a list. @param onPaper where pages are not cut as worksheets are */
export function listPrinters<Data>(
  listOf: (data: Data) => ListDocument,
  onPaper = listOf,
): {
  pdf: Print<Data>;
  docx: Print<Data>;
  xlsx: Print<Data>;
} {
  return {
    pdf: (data) => printPdf(listPdf(onPaper(data))),
    docx: (data) => printDocx(listDocx(listOf(data))),
    xlsx: (data) => printSheets(listXlsx(listOf(data))),
  };
}
