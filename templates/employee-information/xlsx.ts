import { listXlsx } from "../list/xlsx.ts";
import { staffList } from "./staff-list.ts";
import type { ListColumn, ListTable } from "../list/data.ts";
import type { Sheet } from "../parts/sheet/print-sheet.ts";
import type { EmployeeInformation } from "./data.ts";

/** The staff list, and what is recorded of each employee on a worksheet of its own. */
export function employeeInformationSheets(data: EmployeeInformation): Sheet[] {
  const list = staffList(data);
  const tables = list.tables.map((table) => ({ ...table, heading: "Staff list" }));
  return listXlsx({ ...list, tables: [...tables, recordTable(data)] });
}

function recordTable({ employees }: EmployeeInformation): ListTable {
  const facts = employees.map(({ identifiers, personal }) => [...identifiers, ...personal]);
  const labels = [...new Set(facts.flatMap((own) => own.map(({ label }) => label)))];
  const columns: ListColumn[] = [
    { key: "name", title: "Name", kind: "text", width: 168 },
    ...labels.map((label): ListColumn => ({ key: label, title: label, kind: "text", width: 84 })),
    { key: "qualifications", title: "Qualifications", kind: "text", width: "*" },
  ];
  const rows = employees.map(({ name, qualifications }, place) => ({
    ...Object.fromEntries((facts[place] ?? []).map(({ label, value }) => [label, value])),
    name,
    qualifications: qualifications
      .map(({ title, detail }) => [title, detail].filter(Boolean).join(": "))
      .join("\n"),
  }));
  return { heading: "Records", columns, groups: [{ title: "", rows }] };
}
