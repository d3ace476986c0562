import { rows, type Reading } from "../../index.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";
import { archived, IS_ARCHIVED } from "./archive-rows.ts";

/** A mark's entry as a field of its row, converted to a percentage by the maximum of that moment. */
const cellOf = (values: string) => `case when e.${values} ? 'mark' or e.${values} is null
              then jsonb_build_object('mark_' || m.subject_id || '_' || m.test_id,
                                      round((e.${values} ->> 'mark')::numeric * 100 / coalesce(
                                        (e.${values} ->> 'max_mark')::numeric, o.max_mark, m.max_mark), 2))
              else '{}' end`;

/** Returns the changes to terms of a student's archive after the version given for each, oldest first. */
export function archiveEventsAfter(
  { studentKey, bases }: { studentKey: number; bases: ReadonlyMap<number, number> },
  t: Reading,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([term_id, base]) => ({ term_id, base }));
  return rows<RowChange>(
    `with wanted as (
       select i.term_id, i.base from jsonb_to_recordset($wanted::jsonb) as i (term_id integer, base bigint)
     ), events as (
       select w.term_id, e.event_id, ${cellOf("old_values")} as old_values, ${cellOf("new_values")} as new_values
         from wanted w
         join marks m on m.student_key = $studentKey and m.academic_term_id = w.term_id and ${IS_ARCHIVED}
         join audit_events e on e.table_name = 'marks' and e.row_id = m.mark_id::text and e.version > w.base
         left join lateral (
               select (p.new_values ->> 'max_mark')::numeric as max_mark
                 from audit_events p
                where p.table_name = 'marks' and p.row_id = e.row_id and p.event_id < e.event_id
                  and p.new_values ? 'max_mark'
                order by p.event_id desc
                limit 1) o on true
        where e.operation = 'insert' or e.new_values ?| array['mark', 'max_mark']
       union all
       select w.term_id, e.event_id, jsonb_build_object('mark_' || (e.old_values ->> 'subject_id') || '_' || (e.old_values ->> 'test_id'),
                round((e.old_values ->> 'mark')::numeric * 100 / (e.old_values ->> 'max_mark')::numeric, 2)), null
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.version >= w.base
          and (e.old_values ->> 'student_key')::integer = $studentKey
          and (e.old_values ->> 'academic_term_id')::integer = w.term_id
          and (e.old_values ->> 'subject_id')::integer = any ($subjects::integer[])
          and (e.old_values ->> 'test_id')::smallint = any ($tests::smallint[])
        where w.base > 0
       union all
       select w.term_id, e.event_id, jsonb_build_object('class', e.old_values -> 'form_class_id'),
              jsonb_build_object('class', e.new_values -> 'form_class_id')
         from wanted w
         join audit_events e on e.table_name = 'archive_registrations' and e.row_id = $studentKey || ':' || w.term_id
          and e.version > w.base
     )
     select v.term_id as row, ${CHANGE}, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       ${CHANGED_BY}
      order by v.term_id, e.version, e.event_id`,
    archived({ studentKey, wanted: JSON.stringify(wanted) }),
    t,
  );
}
