import type { ImportColumn } from "#domain/people/imports.ts";
import { EMPLOYMENT_FIELDS, PERSONAL_FIELDS } from "#fields/people/employee.ts";

/** By which somebody is found; neither is changed by a file. */
export const UNIQUE_COLUMNS: readonly ImportColumn[] = [
  { name: "employee_id", title: "Employee ID" },
  { name: "user_name", title: "User Name" },
];

/** The columns of the file, of the template and of the export, in their order. */
export const EMPLOYEE_COLUMNS: readonly ImportColumn[] = [
  ...UNIQUE_COLUMNS,
  ...[...PERSONAL_FIELDS.values(), ...EMPLOYMENT_FIELDS.values()].map(({ name, title }) => ({ name, title })),
];

/** Without them nobody knows who is meant. */
export const NEEDED_COLUMNS = ["first_name", "last_name"];
