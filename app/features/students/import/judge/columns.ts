import type { ImportColumn } from "#domain/people/imports.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";

/** A column of an import file, and the tab that has its field. General and Personal are each stored in one row. */
type StudentColumn = ImportColumn & { tab: "general" | "personal" };

/**
 * Fields that are not in the list below: files have no column for the class's database id, and the student's ID is the
 * first column, which is added separately.
 */
const LEFT_OUT: readonly string[] = ["class_id", "student_id"];

const columnsOf = (fields: RecordFields, tab: StudentColumn["tab"]): StudentColumn[] =>
  [...fields.values()].map(({ name, title }) => ({ name, title, tab }));

/** The columns of import files, the template and the export, in order. */
export const STUDENT_COLUMNS: readonly StudentColumn[] = [
  { name: "student_id", title: "Student ID", tab: "general" },
  ...columnsOf(GENERAL_FIELDS, "general").filter(({ name }) => !LEFT_OUT.includes(name)),
  ...columnsOf(STUDENT_TAB_FIELDS.personal, "personal"),
];

/** The columns without which a row cannot be matched with a student. */
export const REQUIRED_STUDENT_COLUMNS = ["first_name", "last_name", "birth_certificate_pin"];

export const STUDENT_DATE_COLUMNS: readonly string[] = [...GENERAL_FIELDS.values()]
  .filter(({ kind }) => kind.control === "date")
  .map(({ name }) => name);
