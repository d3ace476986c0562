import { fillInBoxColumns, type ListColumn, type ListData, type ListDocument } from "../list/data.ts";

export type ClassList = ListData<ClassListStudent>;

type ClassListStudent = {
  name: string;
  studentId: string;
  gender: "M" | "F" | null;
  born: string | null;
  house: string | null;
};

const COLUMNS: readonly ListColumn<ClassListStudent>[] = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 50 },
  { key: "gender", title: "Gender", kind: "text", align: "center", width: 34 },
  { key: "born", title: "Date of birth", kind: "date", width: 52 },
  { key: "house", title: "House", kind: "text", width: 56 },
  ...fillInBoxColumns(["", "", "", ""]),
];

export function buildClassList({ groups, ...heading }: ClassList): ListDocument {
  return { ...heading, tables: [{ columns: COLUMNS, groups, numbered: "by group" }] };
}
