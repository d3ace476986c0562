import { rows, type Reading } from "../../index.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";

type Asked = {
  table: "employees" | "employee_employment" | "student_personal" | "student_medical" | "student_family";
  /** As the record of changes names it. */
  rowId: string;
  /** As its screen does. */
  row: number;
  base: number;
};

/** What happened to a row of a person's record after a version, oldest first. */
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
