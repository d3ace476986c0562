import type { ListColumn, ListDocument } from "../list/data.ts";
import type { EmployeeInformation, ListedEmployee } from "./data.ts";

const COLUMNS: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: 168 },
  { key: "teacherNumber", title: "Teacher number", kind: "text", width: 58 },
  { key: "class", title: "Class", kind: "text", width: 98 },
  { key: "department", title: "Department or subject", kind: "text", width: 84 },
  { key: "inPostSince", title: "In this post since", kind: "date", width: 52 },
  { key: "inTeachingSince", title: "In the teaching service since", kind: "date", width: 60 },
  { key: "atSchoolSince", title: "At this school since", kind: "date", width: 52 },
  { key: "qualification", title: "Qualification", kind: "text", width: "*", unknown: "not recorded" },
];

/** Builds the first pages: every employee on a few lines, on landscape paper. */
export function staffList({ posts, employees: _, day: _day, ...heading }: EmployeeInformation): ListDocument {
  const groups = posts.map(({ title, employees }) => ({
    title,
    aside: String(employees.length),
    rows: employees.map(({ name, acting, ...row }: ListedEmployee) => ({
      ...row,
      name: acting === "" ? name : { value: name, under: acting },
    })),
  }));
  return { ...heading, tables: [{ columns: COLUMNS, groups, numbered: "through" }] };
}
