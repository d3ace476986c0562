import { rows } from "../../index.ts";
import type { Reading } from "../../index.ts";
import type { RowChange } from "../row-change.ts";

/** What happened to the records of a term after the version each is given with, oldest first. */
export function recordEventsAfter(
  { academicTermId, bases }: { academicTermId: number; bases: ReadonlyMap<number, number> },
  t: Reading,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return rows<RowChange>(
    `select i.student_key as row, e.version, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.save_id,
            p.first_name, p.last_name, a.user_name, e.actor, e.old_values, e.new_values
       from jsonb_to_recordset($2::jsonb) as i (student_key integer, base bigint)
       join term_records d on d.student_key = i.student_key and d.academic_term_id = $1
       join audit_events e on e.table_name = 'term_records' and e.row_id = d.term_record_id::text and e.version > i.base
       left join accounts a on a.account_id = e.account_id
       left join employees p on p.employee_id = a.employee_id
      order by i.student_key, e.version, e.event_id`,
    [academicTermId, JSON.stringify(wanted)],
    t,
  );
}
