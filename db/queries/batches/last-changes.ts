import { rows, type Reading } from "../../index.ts";
import type { Subject } from "../../models/classes.ts";
import type { OrNull } from "../../models/rows.ts";
import { CHANGE, CHANGED_BY, type RowChange } from "../row-change.ts";

/** A student, and the moment since which changes are wanted. */
export type AskedChange = { student_key: number; since: string };

/** `row` is the student's key, followed by the subject for a mark. */
export type LastChange = RowChange & OrNull<Pick<Subject, "title">>;

/**
 * Finds the latest audited change for each of these students in a term: personal data, term record, marks or class.
 * Students with no change have no row.
 */
export function lastChanges(
  { academicTermId, asked }: { academicTermId: number; asked: readonly AskedChange[] },
  t: Reading,
): Promise<LastChange[]> {
  return rows<LastChange>(
    `with asked as (
       select * from jsonb_to_recordset($asked::jsonb) as i (student_key integer, since timestamptz)
     ), stored as (
       select i.*, 'students' as table_name, i.student_key::text as row_id, null::integer as subject_id
         from asked i
       union all
       select i.*, 'registrations', r.registration_id::text, null
         from asked i
         join registrations r on r.student_key = i.student_key and r.academic_term_id = $academicTermId
       union all
       select i.*, 'term_records', d.term_record_id::text, null
         from asked i
         join term_records d on d.student_key = i.student_key and d.academic_term_id = $academicTermId
       union all
       select i.*, 'marks', m.mark_id::text, m.subject_id
         from asked i
         join marks m on m.student_key = i.student_key and m.academic_term_id = $academicTermId
       union all
       select i.*, 'criterion_grades', g.mark_id || ':' || g.criterion_id, m.subject_id
         from asked i
         join marks m on m.student_key = i.student_key and m.academic_term_id = $academicTermId
         join criterion_grades g using (mark_id)
       union all
       select i.*, 'marks', d.row_id, (d.old_values ->> 'subject_id')::integer
         from asked i
         join audit_events d on d.table_name = 'marks' and d.operation = 'delete'
          and (d.old_values ->> 'student_key')::integer = i.student_key
          and (d.old_values ->> 'academic_term_id')::integer = $academicTermId
     )
     select distinct on (w.student_key) w.student_key as row, ${CHANGE}, e.old_values, e.new_values, s.title
       from stored w
       join audit_events e on e.table_name = w.table_name and e.row_id = w.row_id and e.at > w.since
       left join subjects s on s.subject_id = w.subject_id
       ${CHANGED_BY}
      order by w.student_key, e.event_id desc`,
    { academicTermId, asked: JSON.stringify(asked) },
    t,
  );
}
