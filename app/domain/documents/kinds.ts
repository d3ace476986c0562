import {
  attendanceRegisterUrl,
  registrationFormUrl,
  reportCardUrl,
  type DocumentChoices,
  type ReportKind,
} from "./kind.ts";
import { withQuery } from "../paths.ts";

/**
 * Every document on the page Print/View Reports, in the order of the page. The menu tile, the page and the access tests
 * read this table; `app/api/reports/` serves the addresses.
 */
export const REPORT_KINDS: readonly ReportKind[] = [
  {
    kind: "report-card-class",
    title: "Report Cards by Class",
    heading: "Report Cards",
    about: "One A4 page for each student",
    group: "For a class",
    access: "reports.print",
    whose: "class or student",
    classes: "read",
    asks: ["period"],
    formats: ["pdf", "docx"],
    each: "card",
    inBatches: "report-card",
    address: ({ academicTermId, held, studentId }) =>
      reportCardUrl({
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
    about: "All subjects of a class, with total, average and rank",
    group: "For a class",
    access: "reports.print",
    whose: "class",
    classes: "read",
    asks: ["period", "sheet"],
    formats: ["pdf", "xlsx"],
    inBatches: "mark-sheet",
    address: ({ academicTermId, held, sheet }) =>
      withQuery("/api/mark-sheet", {
        academic_term_id: academicTermId,
        form_class_id: held.formClassId,
        employee_id: held.employeeId,
        test_id: SHEET_TEST,
      }) + `&assesment_id=${sheet.id}`,
  },
  {
    kind: "merit-list",
    title: "Merit Lists",
    heading: "Merit List",
    about: "The best students by average, in each subject and by progress",
    group: "For a class",
    access: "reports.print",
    whose: "class",
    classes: "read",
    asks: ["period"],
    formats: ["pdf", "xlsx"],
    spansClasses: true,
    address: (chosen) => ofClasses("/api/merit-list", chosen),
  },
  studentRecord("transcript", "Transcripts", "A student’s results from every year"),
  studentRecord("cumulative-record", "Cumulative Records", "A student’s results and comments, year by year"),
  {
    kind: "class-list",
    title: "Class Lists",
    heading: "Class List",
    about: "The students of a class, with columns to fill in by hand",
    group: "For a class",
    access: "class-lists",
    whose: "class",
    classes: "listed",
    asks: ["period"],
    formats: ["pdf", "docx", "xlsx"],
    inBatches: "class-list",
    address: ({ academicTermId, held }) =>
      `/api/class-list/${encodeURIComponent(held.formClassId)}/${held.employeeId ?? 0}/${academicTermId}`,
  },
  pictured("picture-list", "Class Lists with Pictures", "The students of a class with their pictures"),
  pictured("id-cards", "ID Cards", "Ten cards on a page, to cut out"),
  {
    kind: "collection-list",
    title: "Collection Lists",
    heading: "Collection List",
    about: "Parents sign for the report cards",
    group: "For a class",
    access: "reports.print",
    whose: "class",
    classes: "read",
    asks: ["period"],
    formats: ["pdf", "xlsx"],
    spansClasses: true,
    address: (chosen) => ofClasses("/api/collection-list", chosen),
  },
  {
    kind: "marksheet-subject-choice-class",
    title: "Subject Choices by Class",
    heading: "Subject Choices",
    about: "The students in each subject, with their results",
    group: "For a class",
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
    about: "One student’s subjects, compared with classmates",
    group: "For a class",
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
    about: "Emergency contacts and parents, with phone numbers",
    group: "For a class",
    access: "class-records",
    whose: "class",
    classes: "own",
    asks: [],
    formats: ["pdf", "xlsx"],
    inBatches: "contact-information",
    address: ({ held }) => ofClass("/api/student-contact", held),
  },
  {
    kind: "registration-forms",
    title: "Registration Forms",
    about: "Everything on record, for the family to check",
    group: "For a class",
    access: "class-records",
    whose: "class or student",
    classes: "own",
    asks: [],
    formats: ["pdf", "docx"],
    each: "form",
    inBatches: "registration-form",
    address: ({ held, studentId }) =>
      registrationFormUrl({
        form_class: held.formClassId,
        employee_id: held.employeeId,
        id: studentId,
      }),
  },
  {
    kind: "attendance-register",
    title: "Attendance Register",
    about: "One month, day by day",
    group: "For a class",
    access: "class-lists",
    whose: "class",
    classes: "listed",
    asks: ["period", "month"],
    formats: ["pdf", "xlsx"],
    inBatches: "attendance-register",
    address: ({ held, month }) => attendanceRegisterUrl(held.classId, month),
  },
  {
    kind: "school-feeding",
    title: "School Feeding",
    about: "Meals per day, and the students who receive them",
    group: "For the school",
    access: "school-lists",
    whose: "school",
    asks: [],
    formats: ["pdf", "xlsx"],
    address: () => "/api/school-feeding",
  },
  {
    kind: "device-internet",
    title: "Devices and Internet",
    about: "Devices and internet access at home",
    group: "For the school",
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
    about: "Students registered in each class, and what is missing",
    group: "For the school",
    access: "school-returns",
    whose: "school",
    asks: [],
    formats: ["pdf", "xlsx"],
    closesAll: true,
    address: () => "/api/registration-status-report",
  },
  {
    kind: "employee-information",
    title: "Employee Information",
    about: "The staff list, and a page for each employee",
    group: "For the school",
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
    about: "For the Ministry of Education",
    group: "Returns",
    access: "school-returns",
    whose: "school",
    asks: [],
    formats: ["xlsx"],
    address: () => "/api/asr",
  },
  {
    kind: "registration-data",
    title: "Registration Data",
    about: "All student records, one row for each student",
    group: "Returns",
    access: "admin",
    whose: "school",
    asks: [],
    formats: ["xlsx"],
    address: () => "/api/registration-data-spreadsheet",
  },
];

/** The value of the parameter `test` with which the API returns the class sheet. */
const SHEET_TEST = 3;

function pictured(kind: "picture-list" | "id-cards", title: string, about: string): ReportKind {
  return {
    kind,
    title,
    about,
    group: "For a class",
    access: "class-lists",
    whose: "class",
    classes: "listed",
    asks: ["period"],
    formats: ["pdf"],
    inBatches: kind,
    address: (chosen) => ofClasses(`/api/${kind}`, chosen),
  };
}

function ofClasses(path: string, { academicTermId, held, formLevel }: DocumentChoices): string {
  return withQuery(path, {
    academic_term_id: academicTermId,
    form_class_id: held.formClassId || null,
    employee_id: held.employeeId,
    form_level: formLevel || null,
  });
}

function studentRecord(kind: string, title: string, about: string): ReportKind {
  return {
    kind,
    title,
    heading: title.replace(/s$/, ""),
    about,
    group: "For a class",
    access: "reports.print",
    whose: "student",
    classes: "read",
    asks: ["period"],
    formats: ["pdf", "docx"],
    address: ({ academicTermId, studentId }) =>
      withQuery(`/api/${kind}/${encodeURIComponent(studentId ?? "")}`, { academic_term_id: academicTermId }),
  };
}

function statistics(kind: string, title: string, path: string): ReportKind {
  return {
    kind,
    title,
    about: "Boys and girls in each class",
    group: "For the school",
    access: "school-lists",
    whose: "school",
    asks: ["day"],
    formats: ["pdf", "xlsx"],
    address: ({ day }) => withQuery(path, { reference_date: day }),
  };
}

function ofClass(path: string, { formClassId, employeeId }: DocumentChoices["held"]): string {
  return withQuery(`${path}/${encodeURIComponent(formClassId)}`, { employee_id: employeeId });
}
