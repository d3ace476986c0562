import { rows } from "../../index.ts";
import type { Reading } from "../../index.ts";
import type { SheetHeading, SheetKey } from "./mark-sheet.ts";
import type { RowChange } from "../row-change.ts";

/** A criterion's grade is told as a field of its mark, named after the criterion. */
const CRITERION_FIELD = "'criterion_' || split_part(e.row_id, ':', 2)";

/**
 * What happened to marks after the version each is given with, oldest first. A mark that was deleted is found by what
 * it was of, because its row and its version are gone.
 */
export function markEventsAfter(
  { heading, key, bases }: { heading: SheetHeading; key: SheetKey; bases: ReadonlyMap<number, number> },
  t: Reading,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return rows<RowChange>(
    `with wanted as (
       select i.student_key, i.base, m.mark_id
         from jsonb_to_recordset($5::jsonb) as i (student_key integer, base bigint)
         left join marks m
                on m.student_key = i.student_key and m.academic_term_id = $1 and m.subject_id = $2 and m.test_id = $3
               and coalesce(m.fortnightly_test_id, 0) = coalesce($4::integer, 0)
     ), events as (
       select w.student_key, e.event_id, e.old_values, e.new_values
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.row_id = w.mark_id::text and e.version > w.base
       union all
       select w.student_key, e.event_id, jsonb_build_object(${CRITERION_FIELD}, e.old_values -> 'grade'),
              jsonb_build_object(${CRITERION_FIELD}, e.new_values -> 'grade')
         from wanted w
         join criterion_grades g on g.mark_id = w.mark_id
         join audit_events e on e.table_name = 'criterion_grades'
          and e.row_id = g.mark_id || ':' || g.criterion_id and e.version > w.base
       union all
       select w.student_key, e.event_id, e.old_values, null
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.version >= w.base
          and (e.old_values ->> 'student_key')::integer = w.student_key
          and (e.old_values ->> 'academic_term_id')::integer = $1 and (e.old_values ->> 'subject_id')::integer = $2
          and (e.old_values ->> 'test_id')::integer = $3
          and coalesce((e.old_values ->> 'fortnightly_test_id')::integer, 0) = coalesce($4::integer, 0)
        where w.base > 0
     )
     select v.student_key as row, e.version, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.save_id,
            p.first_name, p.last_name, a.user_name, e.actor, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       left join accounts a on a.account_id = e.account_id
       left join employees p on p.employee_id = a.employee_id
      order by v.student_key, e.version, e.event_id`,
    [key.academicTermId, heading.subject_id, key.testId, key.fortnightlyTestId, JSON.stringify(wanted)],
    t,
  );
}
