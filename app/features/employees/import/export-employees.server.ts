import { noTransaction } from "#db/index.ts";
import { listEmployeesToImport, type ImportedEmployee } from "#db/queries/imports/employees.ts";
import type { Person } from "#domain/person.ts";
import { formatExportedCell } from "#fields/kind.ts";
import { fromColumns, type RecordFields } from "#fields/record.ts";
import { parseEmployeesParams } from "../list/params.rules.ts";
import { listEmployeeIds } from "../list/read-employees.server.ts";
import { EMPLOYEE_COLUMNS } from "./columns.ts";
import { employeeFields } from "./employees-import.server.ts";

/** Exports every page of the list that the query selects, in the columns of an import file. */
export async function exportEmployees(person: Person, query: URLSearchParams) {
  const ids = await listEmployeeIds(person, parseEmployeesParams(query));
  const employees = await listEmployeesToImport(noTransaction);
  const fields = await employeeFields(noTransaction);
  const byId = new Map(employees.map((employee) => [employee.employee_id, employee]));
  const rows = ids.flatMap((id) => {
    const employee = byId.get(id);
    return employee ? [cellsOf(employee, fields)] : [];
  });
  return { columns: EMPLOYEE_COLUMNS, rows };
}

function cellsOf({ employee_id, user_name, record }: ImportedEmployee, fields: RecordFields): string[] {
  const values = fromColumns(fields, record);
  return EMPLOYEE_COLUMNS.map(({ name }) => {
    if (name === "employee_id") return String(employee_id);
    if (name === "user_name") return user_name ?? "";
    return formatExportedCell(fields.get(name)?.kind, values[name] ?? null);
  });
}
