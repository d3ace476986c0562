import { rows, type Reading } from "../../index.ts";
import { isOfSheet } from "../parts.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";
import type { SheetOf } from "./mark-sheet.ts";

/** A criterion's grade is a field of its mark, named after the criterion. */
const CRITERION_FIELD = "'criterion_' || split_part(e.row_id, ':', 2)";

/**
 * Returns the changes to marks after the version given for each, oldest first. A deleted mark is found by its
 * student, subject and test, because its row and version no longer exist.
 */
export function markEventsAfter(
  { heading, key, bases }: SheetOf & { bases: ReadonlyMap<number, number> },
  t: Reading,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return rows<RowChange>(
    `with wanted as (
       select i.student_key, i.base, m.mark_id
         from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
         left join marks m on m.student_key = i.student_key and ${isOfSheet("m")}
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
          and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
          and (e.old_values ->> 'subject_id')::integer = $subject_id
          and (e.old_values ->> 'test_id')::integer = $testId
          and coalesce((e.old_values ->> 'fortnightly_test_id')::integer, 0) = coalesce($fortnightlyTestId::integer, 0)
        where w.base > 0
     )
     select v.student_key as row, ${CHANGE}, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       ${CHANGED_BY}
      order by v.student_key, e.version, e.event_id`,
    { ...heading, ...key, wanted: JSON.stringify(wanted) },
    t,
  );
}
