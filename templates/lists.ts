import { buildAttendanceList } from "./attendance-names/list.ts";
import { buildClassList } from "./class-list/list.ts";
import { buildClassMarkSheet, buildClassMarkSheetOnPaper } from "./class-mark-sheet/list.ts";
import { buildCollectionList } from "./collection-list/list.ts";
import { buildContactInformation } from "./contact-information/list.ts";
import { buildCumulativeRecord } from "./cumulative-record/list.ts";
import { buildDeviceInternetList } from "./device-internet/list.ts";
import { buildMeritList, buildMeritListOnPaper } from "./merit-list/list.ts";
import { buildProposedClasses } from "./proposed-classes/list.ts";
import { buildRegistrationData } from "./registration-data/list.ts";
import { buildRegistrationStatus } from "./registration-status/list.ts";
import { buildMarkList } from "./result-names/list.ts";
import { buildSchoolFeedingList } from "./school-feeding/list.ts";
import { buildStatistics } from "./statistics/list.ts";
import { buildSubjectChoiceClass } from "./subject-choice-class/list.ts";
import { buildSubjectChoiceStudent } from "./subject-choice-student/list.ts";
import { buildRolloverJournal, buildRolloverJournalOnPaper } from "./rollover-journal/list.ts";
import { buildTranscript } from "./transcript/list.ts";
import type { ListDocument } from "./list/data.ts";
import { buildListDocx } from "./list/docx.ts";
import { buildListPdf } from "./list/pdf/list.ts";
import { buildListXlsx } from "./list/xlsx.ts";
import { printPdf, type PrintedFile } from "./parts/print-pdf.ts";
import { printWorksheets } from "./parts/sheet/print-sheet.ts";
import { printDocx } from "./parts/word/print-docx.ts";

/** All documents that are lists. A new list needs a folder and a line here. */
export const LIST_TEMPLATES = {
  "attendance-names": createListPrinters(buildAttendanceList),
  "class-list": createListPrinters(buildClassList),
  "class-mark-sheet": createListPrinters(buildClassMarkSheet, buildClassMarkSheetOnPaper),
  "collection-list": createListPrinters(buildCollectionList),
  "contact-information": createListPrinters(buildContactInformation),
  "cumulative-record": createListPrinters(buildCumulativeRecord),
  "device-internet": createListPrinters(buildDeviceInternetList),
  "merit-list": createListPrinters(buildMeritList, buildMeritListOnPaper),
  "proposed-classes": createListPrinters(buildProposedClasses),
  "registration-data": createListPrinters(buildRegistrationData),
  "registration-status": createListPrinters(buildRegistrationStatus),
  "result-names": createListPrinters(buildMarkList),
  "school-feeding": createListPrinters(buildSchoolFeedingList),
  statistics: createListPrinters(buildStatistics),
  "subject-choice-class": createListPrinters(buildSubjectChoiceClass),
  "subject-choice-student": createListPrinters(buildSubjectChoiceStudent),
  transcript: createListPrinters(buildTranscript),
  "rollover-journal": createListPrinters(buildRolloverJournal, buildRolloverJournalOnPaper),
};

export type ListDataByKind = {
  [Kind in keyof typeof LIST_TEMPLATES]: Parameters<(typeof LIST_TEMPLATES)[Kind]["pdf"]>[0];
};

type Print<Data> = (data: Data) => Promise<PrintedFile>;

/**
 * Builds the functions that print a list in every format.
 * @param onPaper builds the list for paper, if its pages and its worksheets are divided differently
 */
export function createListPrinters<Data>(
  listOf: (data: Data) => ListDocument,
  onPaper = listOf,
): {
  pdf: Print<Data>;
  docx: Print<Data>;
  xlsx: Print<Data>;
} {
  return {
    pdf: (data) => printPdf(buildListPdf(onPaper(data))),
    docx: (data) => printDocx(buildListDocx(listOf(data))),
    xlsx: (data) => printWorksheets(buildListXlsx(listOf(data))),
  };
}
