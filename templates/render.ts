import type { TDocumentDefinitions } from "pdfmake/interfaces.js";
import { annualReturnWorksheets } from "./annual-return/xlsx.ts";
import { attendanceRegisterPdf } from "./attendance-register/pdf.ts";
import { attendanceRegisterWorksheet } from "./attendance-register/xlsx.ts";
import { employeeInformationPdf, staffList, type EmployeeInformation } from "./employee-information/pdf.ts";
import { markSheetPdf } from "./mark-sheet/pdf.ts";
import { markSheetWorksheet } from "./mark-sheet/xlsx.ts";
import { markSheetToFillInWorksheet } from "./mark-sheet-to-fill-in/xlsx.ts";
import { printDocx, type DocxFile } from "./parts/word/print-docx.ts";
import { printPdf, type OnPage, type PrintedFile } from "./parts/print-pdf.ts";
import { printWorksheets, type Worksheet, HEAD_CELL_STYLE } from "./parts/sheet/print-sheet.ts";
import { typesetDocument } from "./parts/typesetting/typeset.ts";
import { idCardsPdf } from "./id-cards/pdf.ts";
import { passwordLettersPdf } from "./password-letters/pdf.ts";
import { pictureListPdf } from "./picture-list/pdf.ts";
import { registrationFormDocx } from "./registration-form/docx.ts";
import { registrationFormPdf } from "./registration-form/pdf.ts";
import { reportCardPreview } from "./report-card/preview.ts";
import { cardFitter, reportCardPdf } from "./report-card/card.ts";
import type { DocumentData, DocumentJob, DocumentKind, FormatOf } from "./index.ts";
import { docxCard } from "./report-card/word/card.ts";
import { DocxPictures } from "./parts/word/pictures.ts";
import type { ReportCards } from "./report-card/data.ts";
import {
  joinBlockContents,
  sumBlockHeights,
  type MeasuredBlock,
  pageFrame,
  buildDocument,
} from "./parts/page.ts";
import { batchPartList, countPages, batchCoverHead, type BatchCover } from "./batch-cover/pdf.ts";
import { buildListXlsx } from "./list/xlsx.ts";
import { LIST_TEMPLATES } from "./lists.ts";
import type { ListColumn, ListTable } from "./list/data.ts";
import { emptyCell, textCell } from "./parts/sheet/cells.ts";
import type { ImportTable } from "./import-table/data.ts";

type Printer<Data> = (data: Data, onPage?: OnPage) => Promise<PrintedFile>;
type Printers = { [Kind in DocumentKind]: Record<FormatOf<Kind>, Printer<DocumentData[Kind]>> };

const PRINTERS: Printers = {
  "annual-return": { xlsx: (data) => printWorksheets(annualReturnWorksheets(data)) },
  "attendance-register": {
    pdf: (data) => printPdf(attendanceRegisterPdf(data)),
    xlsx: (data) => printWorksheets([attendanceRegisterWorksheet(data)]),
  },
  "batch-cover": { pdf: (data) => printPdf(batchCoverPdf(data)) },
  "employee-information": {
    pdf: (data) => printPdf(employeeInformationPdf(data)),
    xlsx: (data) => printWorksheets(employeeInformationSheets(data)),
  },
  "id-cards": { pdf: (data) => printPdf(idCardsPdf(data)) },
  "import-table": { xlsx: (data) => printWorksheets([data, ...(data.others ?? [])].map(importTableSheet)) },
  "mark-sheet": {
    pdf: (data) => printPdf(markSheetPdf(data)),
    xlsx: (data) => printWorksheets([markSheetWorksheet(data)]),
  },
  "mark-sheet-to-fill-in": {
    xlsx: (data) => printWorksheets([data, ...(data.others ?? [])].map(markSheetToFillInWorksheet)),
  },
  "password-letters": { pdf: (data) => printPdf(passwordLettersPdf(data)) },
  "picture-list": { pdf: (data) => printPdf(pictureListPdf(data)) },
  "registration-form": {
    pdf: (data) => printPdf(registrationFormPdf(data)),
    docx: (data) => printDocx(registrationFormDocx(data)),
  },
  "report-card": {
    pdf: (data, onPage) => printPdf(reportCardPdf(data), typesetDocument, onPage),
    docx: (data) => printDocx(reportCardDocx(data)),
  },
  "report-card-preview": { svg: async (data) => reportCardPreview(data) },
  ...LIST_TEMPLATES,
};

/** Renders a document in this thread, into a buffer of its own, which can be transferred without copying. */
export async function render<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  onPage?: OnPage,
): Promise<PrintedFile> {
  const printers: Record<string, Printer<DocumentData[Kind]>> = PRINTERS[job.kind];
  const print = printers[job.format];
  if (print === undefined) throw new Error(`The document ${job.kind} is not available as ${job.format}.`);
  const { bytes, ...about } = await print(job.data, onPage);
  return { bytes: Uint8Array.from(bytes), ...about };
}

/** Builds the report cards as a Word file, which can be edited before printing. */
function reportCardDocx({ school, title, printed, cards }: ReportCards): DocxFile {
  const pictures = new DocxPictures();
  const sections = cards.map(cardFitter(school)).map(({ card, density }) => ({
    foot: card.foot,
    children: docxCard(card, { school, pictures, density }),
  }));
  return { title, author: school.name, printed, sections };
}

/** Lays out the cover of a batch. Its page numbers count as part of the whole file. */
function batchCoverPdf(cover: BatchCover): TDocumentDefinitions {
  const { textWidth: width, textHeight: height } = pageFrame("portrait");
  const head: MeasuredBlock[] = batchCoverHead(cover, width);
  const list = batchPartList(cover, { width, first: height - sumBlockHeights(head), next: height });
  const sheets = list.length + countPages(cover.parts);
  return buildDocument({
    orientation: "portrait",
    title: cover.title,
    printed: cover.printed,
    author: cover.school.name,
    foot: cover.foot,
    pageWords: (current) => `Sheet ${current} of ${sheets}`,
    content: [...joinBlockContents(head), ...list],
  });
}

const NARROWEST = 12;
const WIDEST = 40;
/** The number of rows that are used to estimate column widths. Later rows are probably similar. */
const LOOKED_AT = 200;

/** All cells are text and nothing is above the column names, so that an import reads exactly what was written. */
function importTableSheet({ name, columns, rows }: ImportTable): Worksheet {
  return {
    name,
    head: [columns.map((title) => textCell(title, HEAD_CELL_STYLE))],
    rows: rows.map((cells) => cells.map((text) => (text === "" ? emptyCell() : textCell(text)))),
    widths: columns.map((title, index) =>
      widthOf([title, ...rows.slice(0, LOOKED_AT).map((cells) => cells[index] ?? "")]),
    ),
    frozenColumns: 1,
    orientation: "landscape",
    foot: name,
  };
}

function widthOf(texts: readonly string[]): number {
  return Math.min(WIDEST, Math.max(NARROWEST, ...texts.map(({ length }) => length + 2)));
}

/** Builds the list of staff, and a worksheet with the record of each employee. */
function employeeInformationSheets(data: EmployeeInformation): Worksheet[] {
  const list = staffList(data);
  const tables = list.tables.map((table) => ({ ...table, heading: "Staff list" }));
  return buildListXlsx({ ...list, tables: [...tables, recordTable(data)] });
}

function recordTable({ employees }: EmployeeInformation): ListTable {
  const facts = employees.map(({ identifiers, personal }) => [...identifiers, ...personal.flat()]);
  const labels = [...new Set(facts.flatMap((own) => own.map(({ label }) => label)))];
  const columns: ListColumn[] = [
    { key: "name", title: "Name", kind: "text", width: 168 },
    ...labels.map((label): ListColumn => ({ key: label, title: label, kind: "text", width: 84 })),
    { key: "qualifications", title: "Qualifications", kind: "text", width: "*" },
  ];
  const rows = employees.map(({ name, qualifications }, index) => ({
    ...Object.fromEntries((facts[index] ?? []).map(({ label, value }) => [label, value])),
    name,
    qualifications: qualifications
      .map(({ title, detail }) => [title, detail].filter(Boolean).join(": "))
      .join("\n"),
  }));
  return { heading: "Records", columns, groups: [{ title: "", rows }] };
}
