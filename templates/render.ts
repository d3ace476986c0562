import { annualReturnSheets } from "./annual-return/xlsx.ts";
import { attendanceRegisterPdf } from "./attendance-register/pdf.ts";
import { attendanceRegisterSheet } from "./attendance-register/xlsx.ts";
import { batchCoverPdf } from "./batch-cover/pdf.ts";
import { classList } from "./class-list/list.ts";
import { classMarkSheet, classMarkSheetOnPaper } from "./class-mark-sheet/list.ts";
import { contactInformation } from "./contact-information/list.ts";
import { deviceInternet } from "./device-internet/list.ts";
import { employeeInformationPdf } from "./employee-information/pdf.ts";
import { employeeInformationSheets } from "./employee-information/xlsx.ts";
import { importTableSheet } from "./import-table/xlsx.ts";
import { listPrinters } from "./list/print.ts";
import { markSheetPdf } from "./mark-sheet/pdf.ts";
import { markSheetSheet } from "./mark-sheet/xlsx.ts";
import { printDocx } from "./parts/word/print-docx.ts";
import { printPdf, type OnPage, type PrintedFile } from "./parts/print-pdf.ts";
import { printSheets } from "./parts/sheet/print-sheet.ts";
import { typeset } from "./parts/typesetting/typeset.ts";
import { passwordSlipsPdf } from "./password-slips/pdf.ts";
import { registrationData } from "./registration-data/list.ts";
import { registrationFormDocx } from "./registration-form/docx.ts";
import { registrationFormPdf } from "./registration-form/pdf.ts";
import { registrationStatus } from "./registration-status/list.ts";
import { reportCardDocx } from "./report-card/docx.ts";
import { reportCardPdf } from "./report-card/pdf.ts";
import { schoolFeeding } from "./school-feeding/list.ts";
import { statistics } from "./statistics/list.ts";
import { subjectChoiceClass } from "./subject-choice-class/list.ts";
import { subjectChoiceStudent } from "./subject-choice-student/list.ts";
import { turnJournal, turnJournalOnPaper } from "./turn-journal/list.ts";
import type { DocumentData, DocumentJob, DocumentKind, FormatOf } from "./index.ts";

type Printer<Data> = (data: Data, onPage?: OnPage) => Promise<PrintedFile>;
type Printers = { [Kind in DocumentKind]: Record<FormatOf<Kind>, Printer<DocumentData[Kind]>> };

const PRINTERS: Printers = {
  "annual-return": { xlsx: (data) => printSheets(annualReturnSheets(data)) },
  "attendance-register": {
    pdf: (data) => printPdf(attendanceRegisterPdf(data)),
    xlsx: (data) => printSheets([attendanceRegisterSheet(data)]),
  },
  "batch-cover": { pdf: (data) => printPdf(batchCoverPdf(data)) },
  "class-list": listPrinters(classList),
  "class-mark-sheet": listPrinters(classMarkSheet, classMarkSheetOnPaper),
  "contact-information": listPrinters(contactInformation),
  "device-internet": listPrinters(deviceInternet),
  "employee-information": {
    pdf: (data) => printPdf(employeeInformationPdf(data)),
    xlsx: (data) => printSheets(employeeInformationSheets(data)),
  },
  "import-table": { xlsx: (data) => printSheets([importTableSheet(data)]) },
  "mark-sheet": {
    pdf: (data) => printPdf(markSheetPdf(data)),
    xlsx: (data) => printSheets([markSheetSheet(data)]),
  },
  "password-slips": { pdf: (data) => printPdf(passwordSlipsPdf(data)) },
  "registration-data": listPrinters(registrationData),
  "registration-status": listPrinters(registrationStatus),
  "registration-form": {
    pdf: (data) => printPdf(registrationFormPdf(data)),
    docx: (data) => printDocx(registrationFormDocx(data)),
  },
  "report-card": {
    pdf: (data, onPage) => printPdf(reportCardPdf(data), typeset, onPage),
    docx: (data) => printDocx(reportCardDocx(data)),
  },
  "school-feeding": listPrinters(schoolFeeding),
  statistics: listPrinters(statistics),
  "subject-choice-class": listPrinters(subjectChoiceClass),
  "subject-choice-student": listPrinters(subjectChoiceStudent),
  "turn-journal": listPrinters(turnJournal, turnJournalOnPaper),
};

/** Runs on the thread. The bytes are in a buffer of their own, which the thread can hand over without copying. */
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
