import { samples as annualReturns } from "./samples/annual-return.ts";
import { samples as attendanceNames } from "./samples/lists/attendance-names.ts";
import { samples as resultNames } from "./samples/lists/result-names.ts";
import { samples as attendanceRegisters } from "./samples/attendance-register.ts";
import { samples as batchCovers } from "./samples/batch-cover.ts";
import { samples as classLists } from "./samples/lists/class-list.ts";
import { samples as classMarkSheets } from "./samples/lists/class-mark-sheet.ts";
import { samples as collectionLists } from "./samples/lists/collection-list.ts";
import { samples as contactInformation } from "./samples/lists/contact-information.ts";
import { samples as cumulativeRecords } from "./samples/lists/cumulative-record.ts";
import { samples as deviceInternet } from "./samples/lists/device-internet.ts";
import { samples as employeeInformation } from "./samples/employee-information.ts";
import { samples as idCards } from "./samples/id-cards.ts";
import { samples as importTable } from "./samples/import-table.ts";
import { samples as markSheets } from "./samples/mark-sheet.ts";
import { samples as markSheetsToFillIn } from "./samples/mark-sheet-to-fill-in.ts";
import { samples as meritLists } from "./samples/lists/merit-list.ts";
import { samples as passwordSlips } from "./samples/password-letters.ts";
import { samples as pictureLists } from "./samples/picture-list.ts";
import { samples as proposedClasses } from "./samples/lists/proposed-classes.ts";
import { samples as registrationData } from "./samples/lists/registration-data.ts";
import { samples as registrationForms } from "./samples/registration-form.ts";
import { samples as registrationStatuses } from "./samples/lists/registration-status.ts";
import { samples as reportCards } from "./samples/report-card.ts";
import { samples as schoolFeeding } from "./samples/lists/school-feeding.ts";
import { samples as subjectChoicesOfClass } from "./samples/lists/subject-choice-class.ts";
import { samples as subjectChoicesOfStudent } from "./samples/lists/subject-choice-student.ts";
import { samples as statistics } from "./samples/lists/statistics.ts";
import { samples as transcripts } from "./samples/lists/transcript.ts";
import { samples as turnJournals } from "./samples/lists/rollover-journal.ts";
import type { DocumentData, DocumentFormat, DocumentJob, DocumentKind } from "#templates/index.ts";
import { render } from "#templates/render.ts";
import { pagesOf, type PrintedPage } from "./pdf-reader.ts";

export const SAMPLES: { [Kind in DocumentKind]: Record<string, DocumentData[Kind]> } = {
  "annual-return": annualReturns,
  "attendance-names": attendanceNames,
  "result-names": resultNames,
  "attendance-register": attendanceRegisters,
  "batch-cover": batchCovers,
  "class-list": classLists,
  "class-mark-sheet": classMarkSheets,
  "collection-list": collectionLists,
  "contact-information": contactInformation,
  "cumulative-record": cumulativeRecords,
  "device-internet": deviceInternet,
  "employee-information": employeeInformation,
  "id-cards": idCards,
  "import-table": importTable,
  "mark-sheet": markSheets,
  "mark-sheet-to-fill-in": markSheetsToFillIn,
  "merit-list": meritLists,
  "password-letters": passwordSlips,
  "picture-list": pictureLists,
  "proposed-classes": proposedClasses,
  "registration-data": registrationData,
  "registration-form": registrationForms,
  "registration-status": registrationStatuses,
  "report-card": reportCards,
  "report-card-preview": Object.fromEntries(Object.entries(reportCards).slice(0, 1)),
  "school-feeding": schoolFeeding,
  statistics,
  "subject-choice-class": subjectChoicesOfClass,
  "subject-choice-student": subjectChoicesOfStudent,
  transcript: transcripts,
  "rollover-journal": turnJournals,
};

type Rendered = Awaited<ReturnType<typeof render>>;

const rendered = new Map<string, Promise<Rendered>>();
const read = new Map<string, Promise<PrintedPage[]>>();

/** Renders a sample once for all tests of a worker, because rendering takes longer than checking. */
export function renderedSample(kind: DocumentKind, name: string, format: DocumentFormat): Promise<Rendered> {
  return once(rendered, [kind, name, format].join(), () => render(jobOf(kind, name, format)));
}

/** Renders a sample's PDF and reads its pages back, once. */
export function pagesOfSample(kind: DocumentKind, name: string): Promise<PrintedPage[]> {
  return once(read, [kind, name].join(), async () =>
    pagesOf((await renderedSample(kind, name, "pdf")).bytes),
  );
}

export function jobOf(kind: DocumentKind, name: string, format: DocumentFormat): DocumentJob {
  const data = SAMPLES[kind][name];
  if (data === undefined) throw new Error(`There is no sample ${name} of ${kind}.`);
  return { kind, format, data } as DocumentJob;
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
