import type { ImportColumn } from "#domain/people/imports.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { TAB_FIELDS } from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";

/** Whose field a column is: General is one row, Personal another. */
type StudentColumn = ImportColumn & { tab: "general" | "personal" };

/** Teachers follow from the class, which a file calls by its name. */
const LEFT_OUT: readonly string[] = ["class_id", "student_id"];

const columnsOf = (fields: RecordFields, tab: StudentColumn["tab"]): StudentColumn[] =>
  [...fields.values()].map(({ name, title }) => ({ name, title, tab }));

/** The columns of the file, of the template and of the export, in their order. */
export const STUDENT_COLUMNS: readonly StudentColumn[] = [
  { name: "student_id", title: "Student ID", tab: "general" },
  ...columnsOf(GENERAL_FIELDS, "general").filter(({ name }) => !LEFT_OUT.includes(name)),
  ...columnsOf(TAB_FIELDS.personal, "personal"),
];

/** Without them nobody knows who is meant. */
export const NEEDED_COLUMNS = ["first_name", "last_name", "birth_certificate_pin"];
