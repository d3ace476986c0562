import { attendanceRegisterDocument, registrationFormDocument, reportCardDocument } from "./addresses.ts";
import { withQuery } from "../paths.ts";
import type { Chosen } from "./chosen.ts";
import type { ReportKind } from "./kind.ts";

/**
 * Every printed document of Print/View Reports, in the order of the screen. The menu's tile, the screen and the tests
 * of access read this table; `app/api/reports/` serves the addresses.
 */
export const REPORT_KINDS: readonly ReportKind[] = [
  {
    kind: "report-card-class",
    title: "Report Cards by Class",
    heading: "Report Cards",
    about: "one A4 page a student",
    group: "Of a class",
    access: "reports.print",
    whose: "class or student",
    classes: "read",
    asks: ["period"],
    formats: ["pdf", "docx"],
    each: "card",
    inBatches: true,
    address: ({ academicTermId, held, studentId }) =>
      reportCardDocument({
        academic_term_id: academicTermId,
        form_class_id: held.formClassId,
        employee_id: held.employeeId,
        student_id: studentId,
      }),
  },
  {
    kind: "marksheet-class",
    title: "Class Mark Sheets",
    heading: "Class Mark Sheet",
    about: "all subjects of a class, total, average, rank",
    group: "Of a class",
    access: "reports.print",
    whose: "class",
    classes: "read",
    asks: ["period", "sheet"],
    formats: ["pdf", "xlsx"],
    inBatches: true,
    address: ({ academicTermId, held, sheet }) =>
      withQuery("/api/mark-sheet", {
        academic_term_id: academicTermId,
        form_class_id: held.formClassId,
        employee_id: held.employeeId,
        test_id: SHEET_TEST,
      }) + `&assesment_id=${sheet.id}`,
  },
  {
    kind: "class-list",
    title: "Class Lists",
    heading: "Class List",
    about: "with columns to fill in by hand",
    group: "Of a class",
    access: "class-lists",
    whose: "class",
    classes: "listed",
    asks: ["period"],
    formats: ["pdf", "docx", "xlsx"],
    address: ({ academicTermId, held }) =>
      `/api/class-list/${encodeURIComponent(held.formClassId)}/${held.employeeId ?? 0}/${academicTermId}`,
  },
  {
    kind: "marksheet-subject-choice-class",
    title: "Subject Choices by Class",
    heading: "Subject Choices",
    about: "who takes each subject, and how it went",
    group: "Of a class",
    access: "reports.print",
    whose: "class",
    classes: "read",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: ({ held }) => ofClass("/api/mark-sheet-subject-choice", held),
  },
  {
    kind: "marksheet-subject-choice-student",
    title: "Subject Choices by Student",
    heading: "Subject Choices",
    about: "the subjects of one student, beside the group",
    group: "Of a class",
    access: "reports.print",
    whose: "student",
    classes: "read",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: ({ held, studentId }) =>
      `/api/mark-sheet-subject-choice/${[held.formClassId, studentId ?? ""].map(encodeURIComponent).join("/")}`,
  },
  {
    kind: "contact-information",
    title: "Contact Information",
    about: "whom to call, and where",
    group: "Of a class",
    access: "class-records",
    whose: "class",
    classes: "own",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: ({ held }) => ofClass("/api/student-contact", held),
  },
  {
    kind: "registration-forms",
    title: "Registration Forms",
    about: "all that is recorded, to be checked",
    group: "Of a class",
    access: "class-records",
    whose: "class or student",
    classes: "own",
    asks: [],
    formats: ["pdf", "docx"],
    each: "form",
    address: ({ held, studentId }) =>
      registrationFormDocument({
        form_class: held.formClassId,
        employee_id: held.employeeId,
        id: studentId,
      }),
  },
  {
    kind: "attendance-register",
    title: "Attendance Register",
    about: "a month, day by day",
    group: "Of a class",
    access: "class-lists",
    whose: "class",
    classes: "listed",
    asks: ["period", "month"],
    formats: ["pdf", "xlsx"],
    address: ({ held, month }) => attendanceRegisterDocument(held.classId, month),
  },
  {
    kind: "school-feeding",
    title: "School Feeding",
    about: "the meals a day, and who has them",
    group: "Of the school",
    access: "school-lists",
    whose: "school",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: () => "/api/school-feeding",
  },
  {
    kind: "device-internet",
    title: "Devices and Internet",
    about: "what there is to learn with at home",
    group: "Of the school",
    access: "school-lists",
    whose: "level",
    classes: "listed",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: ({ formLevel }) => `/api/device-internet/${formLevel}`,
  },
  statistics("ethnic-group-statistics", "Ethnic Groups", "/api/ethnic-group-statistics"),
  statistics("religion-statistics", "Religions", "/api/religious-group-statistics"),
  statistics("age-statistics", "Ages", "/api/student-age-statistics"),
  {
    kind: "registration-status",
    title: "Registration Status",
    about: "how far each class is, what is missing",
    group: "Of the school",
    access: "admin",
    whose: "school",
    asks: [],
    formats: ["pdf", "xlsx"],
    closesAll: true,
    address: () => "/api/registration-status-report",
  },
  {
    kind: "employee-information",
    title: "Employee Information",
    about: "the staff list and each record",
    group: "Of the school",
    access: "admin",
    whose: "school",
    asks: [],
    formats: ["pdf", "xlsx"],
    closesAll: true,
    address: () => "/api/employee-data",
  },
  {
    kind: "annual-return",
    title: "Annual Statistical Return",
    about: "for the Ministry",
    group: "Returns",
    access: "admin",
    whose: "school",
    asks: [],
    formats: ["xlsx"],
    address: () => "/api/asr",
  },
  {
    kind: "registration-data",
    title: "Registration Data",
    about: "all records of students, a row each",
    group: "Returns",
    access: "admin",
    whose: "school",
    asks: [],
    formats: ["xlsx"],
    address: () => "/api/registration-data-spreadsheet",
  },
];

/** The constant for every class sheet in the API. */
const SHEET_TEST = 3;

function statistics(kind: string, title: string, path: string): ReportKind {
  return {
    kind,
    title,
    about: "boys and girls of each class",
    group: "Of the school",
    access: "school-lists",
    whose: "school",
    asks: ["day"],
    formats: ["pdf", "xlsx"],
    address: ({ day }) => withQuery(path, { reference_date: day }),
  };
}

function ofClass(path: string, { formClassId, employeeId }: Chosen["held"]): string {
  return withQuery(`${path}/${encodeURIComponent(formClassId)}`, { employee_id: employeeId });
}
