import { rows, type Reading } from "../../index.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";

type Asked = {
  table: "employees" | "employee_employment" | "student_personal" | "student_medical" | "student_family";
  /** The row's id in the audit trail. */
  rowId: string;
  /** The row's number on its screen. */
  row: number;
  base: number;
};

/** Returns the changes to a row of a person's record after a version, oldest first. */
export function recordChanges(asked: Asked, t: Reading): Promise<RowChange[]> {
  return rows<RowChange>(
    `select $row::integer as row, ${CHANGE}, e.old_values, e.new_values
       from audit_events e
       ${CHANGED_BY}
      where e.table_name = $table and e.row_id = $rowId and e.version > $base
      order by e.version, e.event_id`,
    asked,
    t,
  );
}
