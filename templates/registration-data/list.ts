import { buildRegistrationStatusTable, type ClassStatus } from "../registration-status/list.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow } from "../list/data.ts";

/**
 * All registration data of students: a list of missing data by class, then a worksheet for each tab of the record. In a
 * row, the student's name has the key `student`, because a column may have the key `name`.
 */
export type RegistrationData = ListHeading & {
  classes: readonly ClassStatus[];
  tabs: readonly { title: string; columns: readonly RegistrationDataColumn[]; rows: readonly ListRow[] }[];
};

export type RegistrationDataColumn = { key: string; title: string; kind: "text" | "date" | "yes-no" };

const WIDTHS: Readonly<Record<RegistrationDataColumn["kind"], number>> = { text: 84, date: 56, "yes-no": 44 };
const NAME: ListColumn = { key: "student", title: "Student", kind: "text", width: 130 };

export function buildRegistrationData({ classes, tabs, ...heading }: RegistrationData): ListDocument {
  const data = tabs.map(({ title, columns, rows }) => ({
    heading: title,
    columns: [NAME, ...columns.map((column) => ({ ...column, width: WIDTHS[column.kind] }))],
    groups: [{ title: "", rows }],
  }));
  return { ...heading, tables: [{ ...buildRegistrationStatusTable(classes), heading: "Classes" }, ...data] };
}
