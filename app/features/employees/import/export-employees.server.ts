import { noTransaction, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { employeesToImport, type ImportedEmployee } from "#db/queries/imports/employees.ts";
import { exportedWords, type ExportedTable } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import type { EmployeesPlace } from "../list/place.rules.ts";
import { listedEmployees } from "../list/read-employees.server.ts";
import { EMPLOYEE_COLUMNS } from "./columns.ts";
import { employeeFields } from "./employees-import.server.ts";

const EXPORTED = "Employees";

type Asked = { place: EmployeesPlace; format: "xlsx" | "csv"; address: string };

/** The list as it is shown, all its pages, in the columns of an import. */
export async function exportEmployees(
  person: Person,
  { place, format, address }: Asked,
): Promise<ExportedTable> {
  const [ids, people] = [await listedEmployees(person, place), await employeesToImport(noTransaction)];
  const [fields, byId] = [
    await employeeFields(noTransaction),
    new Map(people.map((each) => [each.employee_id, each])),
  ];
  const rows = ids.flatMap((id) => {
    const employee = byId.get(id);
    return employee ? [cellsOf(employee, fields)] : [];
  });
  const detail = exportedWords(`${EXPORTED}.${format}`, rows);
  const event = { kind: "exported" as const, accountId: person.accountId, address, detail };
  await transaction(person, (t) => recordSecurityEvent(event, t));
  return { name: EXPORTED, columns: EMPLOYEE_COLUMNS.map(({ title }) => title), rows };
}

function cellsOf({ employee_id, user_name, record }: ImportedEmployee, fields: RecordFields): string[] {
  const values = fromColumns(fields, record);
  return EMPLOYEE_COLUMNS.map(({ name }) => {
    if (name === "employee_id") return String(employee_id);
    if (name === "user_name") return user_name ?? "";
    const [kind, value] = [fields.get(name)?.kind, values[name] ?? null];
    // A day as it is stored: `20 Nov 2026` would be read again too, but sorts by its letters.
    if (kind?.control === "date") return String(value ?? "");
    return kind && value !== null ? kind.words(value) : "";
  });
}
