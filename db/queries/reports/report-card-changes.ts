import { rows, type Reading } from "../../index.ts";
import type { Registration } from "../../models/classes.ts";
import { postingOf } from "../parts.ts";
import { ROSTER, type CardsKey } from "./report-card.ts";

/** Fields of the record that are on no card. */
const NOT_PRINTED =
  "array['returned_by', 'returned_at', 'return_reason', 'signed_fingerprint', 'sessions_taken_at']";

/**
 * Students whose card would not be the one that was released: something of their marks or record was entered, changed
 * or deleted after their class was posted (design section 8). The trail counts every event, so that order needs no clock.
 */
export function studentsChangedSincePosted(
  key: CardsKey,
  t: Reading,
): Promise<Pick<Registration, "student_key">[]> {
  return rows<Pick<Registration, "student_key">>(
    `with posted as (
       select c.class_id, max(e.event_id) as event_id
         from unnest($classIds::integer[]) c (class_id)
        cross join lateral (${postingOf({ classId: "c.class_id", academicTermId: "$academicTermId" })}) p
         join audit_events e on e.table_name = 'postings' and e.row_id = p.posting_id::text
                            and e.new_values ->> 'posted' = 'true'
        where p.posted
        group by c.class_id
     ), roster as (${ROSTER}),
     released as (
       select r.student_key, p.event_id
         from roster r
         join posted p using (class_id)
     ), stored as (
       select r.student_key, r.event_id, 'term_records' as table_name, d.term_record_id::text as row_id
         from released r
         join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId
       union all
       select r.student_key, r.event_id, 'marks', m.mark_id::text
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
       union all
       select r.student_key, r.event_id, 'criterion_grades', g.mark_id || ':' || g.criterion_id
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
         join criterion_grades g using (mark_id)
     )
     select s.student_key
       from stored s
       join audit_events e on e.table_name = s.table_name and e.row_id = s.row_id and e.event_id > s.event_id
      where e.operation <> 'update' or e.new_values - ${NOT_PRINTED} <> '{}'
     union
     select r.student_key
       from released r
       join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.event_id > r.event_id
        and (e.old_values ->> 'student_key')::integer = r.student_key
        and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
      order by student_key`,
    key,
    t,
  );
}
