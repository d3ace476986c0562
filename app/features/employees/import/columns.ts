import type { ImportColumn } from "#domain/people/imports.ts";
import { EMPLOYMENT_FIELDS, EMPLOYEE_PERSONAL_FIELDS } from "#fields/people/employee.ts";

/** The columns that identify an employee. An import never changes their values. */
export const UNIQUE_EMPLOYEE_COLUMNS: readonly ImportColumn[] = [
  { name: "employee_id", title: "Employee ID" },
  { name: "user_name", title: "User Name" },
];

/** The columns of an import file, its template and the export, in order. */
export const EMPLOYEE_COLUMNS: readonly ImportColumn[] = [
  ...UNIQUE_EMPLOYEE_COLUMNS,
  ...[...EMPLOYEE_PERSONAL_FIELDS.values(), ...EMPLOYMENT_FIELDS.values()].map(({ name, title }) => ({
    name,
    title,
  })),
];

/** The columns that a file must have, because without them a row does not identify anybody. */
export const REQUIRED_EMPLOYEE_COLUMNS = ["first_name", "last_name"];

export const EMPLOYEE_DATE_COLUMNS: readonly string[] = [
  ...EMPLOYEE_PERSONAL_FIELDS.values(),
  ...EMPLOYMENT_FIELDS.values(),
]
  .filter(({ kind }) => kind.control === "date")
  .map(({ name }) => name);
