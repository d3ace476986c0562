import { rows, type Reading } from "../../index.ts";
import type { RegisterKey } from "#domain/paths.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";

type AskedEvents = RegisterKey & { bases: ReadonlyMap<number, number> };

/** Returns the changes to entries after each version, oldest first, starting with the event at that version. */
export function registerEventsAfter({ bases, ...key }: AskedEvents, t: Reading): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return rows<RowChange>(
    `with wanted as (
       select i.student_key, i.base
         from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
     ), events as (
       select w.student_key, (n.entry ->> 'version')::bigint as version, null::jsonb as old_values,
              n.entry as new_values, e.event_id, e.at, e.save_id, e.actor, e.account_id
         from wanted w
         join audit_events e on e.table_name = 'attendance_entries'
                            and e.row_id = concat_ws(':', 'class', $classId::integer, $day::date, $session::integer)
        cross join lateral (select e.new_values -> w.student_key::text as entry) n
        where (n.entry ->> 'version')::bigint > w.base
        union all
       select w.student_key, e.version, e.old_values, e.new_values, e.event_id, e.at, e.save_id, e.actor, e.account_id
         from wanted w
         join audit_events e on e.table_name = 'attendance_entries'
                            and e.row_id = concat_ws(':', w.student_key, $day::date, $session::integer)
                            and e.version > w.base
     )
     select e.student_key as row, ${CHANGE}, e.old_values, e.new_values
       from events e
       ${CHANGED_BY}
      order by e.student_key, e.version, e.event_id`,
    { ...key, wanted: JSON.stringify(wanted) },
    t,
  );
}
