import { noTransaction, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { employeesToImport, type ImportedEmployee } from "#db/queries/imports/employees.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import type { ExportedTable } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import { EMPLOYEE_COLUMNS } from "./columns.ts";
import { employeeFields } from "./employees-import.server.ts";

const EXPORTED = "Employees";

/** Who works here, in the columns of an import. */
export async function exportEmployees(
  { accountId }: Person,
  { format, address }: { format: "xlsx" | "csv"; address: string },
): Promise<ExportedTable> {
  const [people, fields] = [await employeesToImport(noTransaction), await employeeFields(noTransaction)];
  const here = people.filter(({ employee_status_id }) => employee_status_id === ACTIVE);
  const event = { kind: "exported" as const, accountId, address, detail: `${EXPORTED}.${format}` };
  await transaction({ accountId }, (t) => recordSecurityEvent(event, t));
  const columns = EMPLOYEE_COLUMNS.map(({ title }) => title);
  return { name: EXPORTED, columns, rows: here.map((employee) => cellsOf(employee, fields)) };
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
