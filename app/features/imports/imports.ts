import type { FileDecisionName, ImportKind } from "#domain/people/imports.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export const IMPORT_ROWS_PER_PAGE = 50;

const IMPORT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isImportId(text: string | undefined): text is string {
  return text !== undefined && IMPORT_ID.test(text);
}

export function importUrl(kind: ImportKind, importId: string): string {
  return `${IMPORT_KINDS[kind].path}/${importId}`;
}

/**
 * Returns the URL of the step between upload and dry run, in which the columns are matched.
 * @param change the decision whose choices are open
 */
export function columnsUrl(base: string, change: FileDecisionName | null = null): string {
  return withQuery(base, { step: "columns", change });
}

export function templateUrl(kind: ImportKind, format: "xlsx" | "csv"): string {
  return `${IMPORT_KINDS[kind].path}/template/${format}`;
}

/** Returns the URL of a file with the refused rows, in the same format as the uploaded file. */
export function refusedRowsUrl(kind: ImportKind, importId: string): string {
  return `${importUrl(kind, importId)}/refused`;
}

type Words = {
  /** The noun in the singular and plural, such as `student` and `students`. */
  one: string;
  several: string;
  title: string;
  /** The URL of the list of these people, the name of the list, and the URL that exports it. */
  list: string;
  listed: string;
  exported: string;
  path: string;
  /** The heading of the column between the name and the outcome. */
  beside: string;
  /** The label of the button with which a user says that a row is about a new person. */
  another: string;
  rules: readonly string[];
};

const FOR_ALL = [
  "An empty cell changes nothing.",
  "Dates can be written as 2026-11-20, 20/11/2026 or 20 Nov 2026, or be Excel dates.",
  "A row with a problem is not imported, and the check says why.",
];

export const IMPORT_KINDS: Readonly<Record<ImportKind, Words>> = {
  students: {
    one: "student",
    several: "students",
    title: "Import students",
    list: PATHS.students,
    listed: "Students",
    exported: PATHS.exportStudents,
    path: PATHS.importStudents,
    beside: "Class",
    another: "student",
    rules: [
      "A row with the Student ID of somebody who is already here changes their record. Any other row adds a student.",
      "A new student without an ID gets the school’s next ID.",
      ...FOR_ALL,
    ],
  },
  employees: {
    one: "employee",
    several: "employees",
    title: "Import employees",
    list: PATHS.employees,
    listed: "Employees",
    exported: PATHS.exportEmployees,
    path: PATHS.importEmployees,
    beside: "Username",
    another: "employee",
    rules: [
      "A row with the Employee ID or the User Name of somebody who already works here changes their record. Any other row adds an employee.",
      "A new employee without a username gets one made from their name. New employees can only enter marks, edit term reports and print. Print their password letters under Reset Password.",
      "An import cannot change the record of an administrator or the principal. Change it on that person's own page.",
      ...FOR_ALL,
    ],
  },
};
