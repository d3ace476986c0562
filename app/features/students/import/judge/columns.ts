import type { ImportColumn } from "#domain/people/imports.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { TAB_FIELDS } from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";

/** A column and the tab of its field. General and Personal are one row each. */
type StudentColumn = ImportColumn & { tab: "general" | "personal" };

/** Files have no teacher, who follows from the class. The student ID comes first in the list below. */
const LEFT_OUT: readonly string[] = ["class_id", "student_id"];

const columnsOf = (fields: RecordFields, tab: StudentColumn["tab"]): StudentColumn[] =>
  [...fields.values()].map(({ name, title }) => ({ name, title, tab }));

/** The columns of files, template and export, in order. */
export const STUDENT_COLUMNS: readonly StudentColumn[] = [
  { name: "student_id", title: "Student ID", tab: "general" },
  ...columnsOf(GENERAL_FIELDS, "general").filter(({ name }) => !LEFT_OUT.includes(name)),
  ...columnsOf(TAB_FIELDS.personal, "personal"),
];

/** Without these columns it is unclear who a row is about. */
export const NEEDED_COLUMNS = ["first_name", "last_name", "birth_certificate_pin"];

/** The columns of dates. */
export const DATE_COLUMNS: readonly string[] = [...GENERAL_FIELDS.values()]
  .filter(({ kind }) => kind.control === "date")
  .map(({ name }) => name);
