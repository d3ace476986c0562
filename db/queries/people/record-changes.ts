import type { SelfSavingRecord } from "#fields/people/student.ts";
import { formatListEntryField, type EmployeeRecordList } from "#fields/people/employee.ts";
import { queryRows, type ReadTransaction } from "../../index.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import { EMPLOYEE_LISTS } from "./employee-lists.ts";

type Asked = {
  table: "employees" | "employee_employment" | `student_${SelfSavingRecord}`;
  /** The row's id in the audit trail. */
  rowId: string;
  /** The number by which the page identifies the row. */
  row: number;
  base: number;
};

/** Lists the changes to a row of a person's record after a version, oldest first. */
export function listRecordChanges(params: Asked, t: ReadTransaction): Promise<RowChange[]> {
  return queryRows<RowChange>(
    `select $row::integer as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from audit_events e
       ${JOIN_CHANGE_AUTHOR}
      where e.table_name = $table and e.row_id = $rowId and e.version > $base
      order by e.version, e.event_id`,
    params,
    t,
  );
}

type ChangesAsked = { employeeId: number; base: number };

type EntryChange = RowChange & {
  key: string;
  before: boolean | string | null;
  after: boolean | string | null;
};

/** Lists changes to an employee's list since a version, oldest first, each under the field name of its entry. */
export async function listEntryChanges(
  { list, ...params }: ChangesAsked & { list: EmployeeRecordList },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const { table, key, value } = EMPLOYEE_LISTS[list];
  const found = await queryRows<Omit<EntryChange, "old_values" | "new_values">>(
    `select x.employee_id as row, x.${key}::text as key, ${CHANGE_COLUMNS},
            e.old_values -> '${value}' as before, e.new_values -> '${value}' as after
       from ${table} x
       join audit_events e on e.table_name = '${table}' and e.row_id = x.employee_id || ':' || x.${key} and e.version > $base
       ${JOIN_CHANGE_AUTHOR}
      where x.employee_id = $employeeId
      order by e.version, e.event_id`,
    params,
    t,
  );
  return found.map(({ key: id, before, after, ...change }) => {
    const field = formatListEntryField(list, id);
    return { ...change, old_values: { [field]: before }, new_values: { [field]: after } };
  });
}
