import type { TDocumentDefinitions } from "pdfmake/interfaces.js";
import { annualReturnSheets } from "./annual-return/xlsx.ts";
import { attendanceRegisterPdf } from "./attendance-register/pdf.ts";
import { attendanceRegisterSheet } from "./attendance-register/xlsx.ts";
import { employeeInformationPdf, staffList, type EmployeeInformation } from "./employee-information/pdf.ts";
import { markSheetPdf } from "./mark-sheet/pdf.ts";
import { markSheetSheet } from "./mark-sheet/xlsx.ts";
import { markSheetToFillIn } from "./mark-sheet-to-fill-in/xlsx.ts";
import { printDocx, type WordFile } from "./parts/word/print-docx.ts";
import { printPdf, type OnPage, type PrintedFile } from "./parts/print-pdf.ts";
import { printSheets, type Sheet } from "./parts/sheet/print-sheet.ts";
import { typeset } from "./parts/typesetting/typeset.ts";
import { passwordLettersPdf } from "./password-letters/pdf.ts";
import { registrationFormDocx } from "./registration-form/docx.ts";
import { registrationFormPdf } from "./registration-form/pdf.ts";
import { reportCardPdf, cardSettings } from "./report-card/card.ts";
import type { DocumentData, DocumentJob, DocumentKind, FormatOf } from "./index.ts";
import { wordCard } from "./report-card/word/card.ts";
import { Pictures } from "./parts/word/pictures.ts";
import type { ReportCards } from "./report-card/data.ts";
import { contentOf, heightOf, type Block, frameOf, page } from "./parts/page.ts";
import { partList, pagesOf, coverHead, type BatchCover } from "./batch-cover/pdf.ts";
import { listXlsx } from "./list/xlsx.ts";
import { LISTS } from "./lists.ts";
import type { ListColumn, ListTable } from "./list/data.ts";
import { emptyCell, textCell } from "./parts/sheet/cells.ts";
import { HEAD } from "./parts/sheet/sheet-top.ts";
import type { ImportTable } from "./import-table/data.ts";

type Printer<Data> = (data: Data, onPage?: OnPage) => Promise<PrintedFile>;
type Printers = { [Kind in DocumentKind]: Record<FormatOf<Kind>, Printer<DocumentData[Kind]>> };

const PRINTERS: Printers = {
  "annual-return": { xlsx: (data) => printSheets(annualReturnSheets(data)) },
  "attendance-register": {
    pdf: (data) => printPdf(attendanceRegisterPdf(data)),
    xlsx: (data) => printSheets([attendanceRegisterSheet(data)]),
  },
  "batch-cover": { pdf: (data) => printPdf(batchCoverPdf(data)) },
  "employee-information": {
    pdf: (data) => printPdf(employeeInformationPdf(data)),
    xlsx: (data) => printSheets(employeeInformationSheets(data)),
  },
  "import-table": { xlsx: (data) => printSheets([importTableSheet(data)]) },
  "mark-sheet": {
    pdf: (data) => printPdf(markSheetPdf(data)),
    xlsx: (data) => printSheets([markSheetSheet(data)]),
  },
  "mark-sheet-to-fill-in": { xlsx: (data) => printSheets([markSheetToFillIn(data)]) },
  "password-letters": { pdf: (data) => printPdf(passwordLettersPdf(data)) },
  "registration-form": {
    pdf: (data) => printPdf(registrationFormPdf(data)),
    docx: (data) => printDocx(registrationFormDocx(data)),
  },
  "report-card": {
    pdf: (data, onPage) => printPdf(reportCardPdf(data), typeset, onPage),
    docx: (data) => printDocx(reportCardDocx(data)),
  },
  ...LISTS,
};

/** Runs on the thread. The bytes are in a buffer of their own, which the thread can transfer without copying. */
export async function render<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  onPage?: OnPage,
): Promise<PrintedFile> {
  const printers: Record<string, Printer<DocumentData[Kind]>> = PRINTERS[job.kind];
  const print = printers[job.format];
  if (print === undefined) throw new Error(`A ${job.kind} has no ${job.format}.`);
  const { bytes, ...about } = await print(job.data, onPage);
  return { bytes: Uint8Array.from(bytes), ...about };
}

/** Builds the same cards for Word, to be edited before printing. */
function reportCardDocx({ school, title, printed, cards }: ReportCards): WordFile {
  const pictures = new Pictures();
  const sections = cardSettings(cards, school).map(({ card, density }) => ({
    foot: card.foot,
    children: wordCard(card, { school, pictures, density }),
  }));
  return { title, author: school.name, printed, sections };
}

/** The pages are numbered as the sheets of the whole batch, from this page on. */
function batchCoverPdf(cover: BatchCover): TDocumentDefinitions {
  const { textWidth: width, textHeight: height } = frameOf("portrait");
  const head: Block[] = coverHead(cover, width);
  const list = partList(cover, { width, first: height - heightOf(head), next: height });
  const sheets = list.length + pagesOf(cover.parts);
  return page({
    orientation: "portrait",
    title: cover.title,
    printed: cover.printed,
    author: cover.school.name,
    foot: cover.foot,
    pageWords: (current) => `Sheet ${current} of ${sheets}`,
    content: [...contentOf(head), ...list],
  });
}

const NARROWEST = 12;
const WIDEST = 40;
/** The number of rows from which column widths are measured; later rows are assumed to be similar. */
const LOOKED_AT = 200;

/** Nothing comes above the column names, and every cell is text, so that reading the file gives what was written. */
function importTableSheet({ name, columns, rows }: ImportTable): Sheet {
  return {
    name,
    head: [columns.map((title) => textCell(title, HEAD))],
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

/** Builds the staff list, and each employee's record on a worksheet of its own. */
function employeeInformationSheets(data: EmployeeInformation): Sheet[] {
  const list = staffList(data);
  const tables = list.tables.map((table) => ({ ...table, heading: "Staff list" }));
  return listXlsx({ ...list, tables: [...tables, recordTable(data)] });
}

function recordTable({ employees }: EmployeeInformation): ListTable {
  const facts = employees.map(({ identifiers, personal }) => [...identifiers, ...personal]);
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
