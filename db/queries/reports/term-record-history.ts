import { queryRows, type ReadTransaction } from "../../index.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

/** Lists the changes to a term's records after the given version of each record, oldest first. */
export function listTermRecordChangesAfter(
  { academicTermId, bases }: { academicTermId: number; bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return queryRows<RowChange>(
    `select i.student_key as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
       join term_records d on d.student_key = i.student_key and d.academic_term_id = $academicTermId
       join audit_events e on e.table_name = 'term_records' and e.row_id = d.term_record_id::text and e.version > i.base
       ${JOIN_CHANGE_AUTHOR}
      order by i.student_key, e.version, e.event_id`,
    { academicTermId, wanted: JSON.stringify(wanted) },
    t,
  );
}
