import { classList } from "./class-list/list.ts";
import { listPrinters } from "./list/print.ts";
import { markSheetPdf } from "./mark-sheet/pdf.ts";
import { markSheetSheet } from "./mark-sheet/xlsx.ts";
import { printDocx } from "./parts/word/print-docx.ts";
import { printPdf, type PrintedFile } from "./parts/print-pdf.ts";
import { printSheets } from "./parts/sheet/print-sheet.ts";
import { reportCardDocx } from "./report-card/docx.ts";
import { reportCardPdf } from "./report-card/pdf.ts";
import type { DocumentData, DocumentJob, DocumentKind, FormatOf } from "./index.ts";

type Printer<Data> = (data: Data) => Promise<PrintedFile>;
type Printers = { [Kind in DocumentKind]: Record<FormatOf<Kind>, Printer<DocumentData[Kind]>> };

const PRINTERS: Printers = {
  "class-list": listPrinters(classList),
  "mark-sheet": {
    pdf: (data) => printPdf(markSheetPdf(data)),
    xlsx: (data) => printSheets([markSheetSheet(data)]),
  },
  "report-card": {
    pdf: (data) => printPdf(reportCardPdf(data)),
    docx: (data) => printDocx(reportCardDocx(data)),
  },
};

/** Runs on the thread. The bytes are in a buffer of their own, which the thread can hand over without copying. */
export async function render<Kind extends DocumentKind>(job: DocumentJob<Kind>): Promise<PrintedFile> {
  const printers: Record<string, Printer<DocumentData[Kind]>> = PRINTERS[job.kind];
  const print = printers[job.format];
  if (print === undefined) throw new Error(`A ${job.kind} has no ${job.format}.`);
  const { bytes, missing } = await print(job.data);
  return { bytes: Uint8Array.from(bytes), missing };
}
