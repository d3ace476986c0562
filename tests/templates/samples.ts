import { samples as annualReturns } from "#templates/annual-return/sample.ts";
import { samples as attendanceRegisters } from "#templates/attendance-register/sample.ts";
import { samples as batchCovers } from "#templates/batch-cover/sample.ts";
import { samples as classLists } from "#templates/class-list/sample.ts";
import { samples as classMarkSheets } from "#templates/class-mark-sheet/sample.ts";
import { samples as contactInformation } from "#templates/contact-information/sample.ts";
import { samples as deviceInternet } from "#templates/device-internet/sample.ts";
import { samples as employeeInformation } from "#templates/employee-information/sample.ts";
import { samples as importTable } from "#templates/import-table/sample.ts";
import { samples as markSheets } from "#templates/mark-sheet/sample.ts";
import { samples as passwordSlips } from "#templates/password-slips/sample.ts";
import { samples as registrationData } from "#templates/registration-data/sample.ts";
import { samples as registrationForms } from "#templates/registration-form/sample.ts";
import { samples as registrationStatuses } from "#templates/registration-status/sample.ts";
import { samples as reportCards } from "#templates/report-card/sample.ts";
import { samples as schoolFeeding } from "#templates/school-feeding/sample.ts";
import { samples as subjectChoicesOfClass } from "#templates/subject-choice-class/sample.ts";
import { samples as subjectChoicesOfStudent } from "#templates/subject-choice-student/sample.ts";
import { samples as statistics } from "#templates/statistics/sample.ts";
import { samples as turnJournals } from "#templates/turn-journal/sample.ts";
import type { DocumentData, DocumentKind } from "#templates/index.ts";

/** Every sample of every kind; a new kind without samples does not compile. */
export const SAMPLES: { [Kind in DocumentKind]: Record<string, DocumentData[Kind]> } = {
  "annual-return": annualReturns,
  "attendance-register": attendanceRegisters,
  "batch-cover": batchCovers,
  "class-list": classLists,
  "class-mark-sheet": classMarkSheets,
  "contact-information": contactInformation,
  "device-internet": deviceInternet,
  "employee-information": employeeInformation,
  "import-table": importTable,
  "mark-sheet": markSheets,
  "password-slips": passwordSlips,
  "registration-data": registrationData,
  "registration-form": registrationForms,
  "registration-status": registrationStatuses,
  "report-card": reportCards,
  "school-feeding": schoolFeeding,
  statistics,
  "subject-choice-class": subjectChoicesOfClass,
  "subject-choice-student": subjectChoicesOfStudent,
  "turn-journal": turnJournals,
};
