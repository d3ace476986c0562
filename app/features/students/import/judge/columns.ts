import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { TAB_FIELDS } from "#fields/people/student.ts";
import type { RecordField, RecordFields } from "#fields/record.ts";

/** Whose field a column is: General is one row, Personal another. */
export type ImportColumn = { name: string; title: string; tab: "general" | "personal" };

/** Teachers follow from the class, which a file calls by its name. */
const LEFT_OUT: readonly string[] = ["class_id", "student_id"];

const columnsOf = (fields: RecordFields, tab: ImportColumn["tab"]): ImportColumn[] =>
  [...fields.values()].map(({ name, title }: RecordField) => ({ name, title, tab }));

/** The columns of the file, of the template and of the export, in their order. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = [
  { name: "student_id", title: "Student ID", tab: "general" },
  ...columnsOf(GENERAL_FIELDS, "general").filter(({ name }) => !LEFT_OUT.includes(name)),
  ...columnsOf(TAB_FIELDS.personal, "personal"),
];

/** What the file of refused rows says beside them; it is left as it is when they come back. */
export const REASON = "Reason";

const MOST_FAULTS = 8;
const LONGEST_TITLE = 60;

/** Without them nobody knows who is meant. */
const NEEDED = ["first_name", "last_name", "birth_certificate_pin"];

export type Columns = ReadonlyMap<number, ImportColumn>;

/** Which column of the file is which; or all that is wrong with its head, in words. */
export function columnsIn(head: readonly string[]): { columns: Columns } | { faults: string[] } {
  const columns = new Map<number, ImportColumn>();
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [place, text] of head.entries()) {
    if (text.trim() === "" || plain(text) === plain(REASON)) continue;
    const column = IMPORT_COLUMNS.find(({ title }) => plain(title) === plain(text));
    if (!column)
      faults.push(
        `‘${text.trim().slice(0, LONGEST_TITLE)}’ is no column of the template: rename it, or take it out.`,
      );
    else if (seen.has(column.name)) faults.push(`The column ‘${column.title}’ is there twice.`);
    else columns.set(place, column);
    if (column) seen.add(column.name);
  }
  const missing = IMPORT_COLUMNS.filter(({ name }) => NEEDED.includes(name) && !seen.has(name));
  faults.unshift(...missing.map(({ title }) => `The column ‘${title}’ is missing.`));
  return faults.length > 0 ? { faults: firstOf(faults) } : { columns };
}

/** A file of something else has a fault in each of its columns. */
function firstOf(faults: readonly string[]): string[] {
  const more = faults.length - MOST_FAULTS;
  return more > 0 ? [...faults.slice(0, MOST_FAULTS), `So it is with ${more} more.`] : [...faults];
}

/** `Phone(mobile)` is `Phone (Mobile)`. */
function plain(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
}
