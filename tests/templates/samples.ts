import { samples as annualReturns } from "#templates/annual-return/sample.ts";
import { samples as attendanceNames } from "#templates/attendance-names/sample.ts";
import { samples as resultNames } from "#templates/result-names/sample.ts";
import { samples as attendanceRegisters } from "#templates/attendance-register/sample.ts";
import { samples as batchCovers } from "#templates/batch-cover/sample.ts";
import { samples as classLists } from "#templates/class-list/sample.ts";
import { samples as classMarkSheets } from "#templates/class-mark-sheet/sample.ts";
import { samples as collectionLists } from "#templates/collection-list/sample.ts";
import { samples as contactInformation } from "#templates/contact-information/sample.ts";
import { samples as cumulativeRecords } from "#templates/cumulative-record/sample.ts";
import { samples as deviceInternet } from "#templates/device-internet/sample.ts";
import { samples as employeeInformation } from "#templates/employee-information/sample.ts";
import { samples as idCards } from "#templates/id-cards/sample.ts";
import { samples as importTable } from "#templates/import-table/sample.ts";
import { samples as markSheets } from "#templates/mark-sheet/sample.ts";
import { samples as markSheetsToFillIn } from "#templates/mark-sheet-to-fill-in/sample.ts";
import { samples as meritLists } from "#templates/merit-list/sample.ts";
import { samples as passwordSlips } from "#templates/password-letters/sample.ts";
import { samples as pictureLists } from "#templates/picture-list/sample.ts";
import { samples as proposedClasses } from "#templates/proposed-classes/sample.ts";
import { samples as registrationData } from "#templates/registration-data/sample.ts";
import { samples as registrationForms } from "#templates/registration-form/sample.ts";
import { samples as registrationStatuses } from "#templates/registration-status/sample.ts";
import { samples as reportCards } from "#templates/report-card/sample.ts";
import { samples as schoolFeeding } from "#templates/school-feeding/sample.ts";
import { samples as subjectChoicesOfClass } from "#templates/subject-choice-class/sample.ts";
import { samples as subjectChoicesOfStudent } from "#templates/subject-choice-student/sample.ts";
import { samples as statistics } from "#templates/statistics/sample.ts";
import { samples as transcripts } from "#templates/transcript/sample.ts";
import { samples as turnJournals } from "#templates/rollover-journal/sample.ts";
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
