import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Registration, SchoolClass, Subject } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { AuditEvent } from "../../models/record-of-changes.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { postingSql } from "../parts.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import { REPORT_CARD_STUDENTS_SQL, type ReportCardsKey } from "./report-card.ts";

/** Fields of the term record that are not printed on the report card. */
const NOT_PRINTED =
  "array['returned_by', 'returned_at', 'return_reason', 'signed_fingerprint', 'sessions_taken_at']";

/**
 * SQL: the changes to a student's marks or term record after the class was posted. The numbers of audit events give the
 * order, so no clock is needed. If a class is posted again, only the last posting counts.
 */
const CHANGES = `with posted as (
       select c.class_id, max(e.event_id) as event_id
         from unnest($classIds::integer[]) c (class_id)
        cross join lateral (${postingSql({ classId: "c.class_id", academicTermId: "$academicTermId" })}) p
         join audit_events e on e.table_name = 'postings' and e.row_id = p.posting_id::text
                            and e.new_values ->> 'date_posted' is not null
        where p.posted
        group by c.class_id
     ), roster as (${REPORT_CARD_STUDENTS_SQL}),
     released as (
       select r.student_key, r.class_id, p.event_id
         from roster r
         join posted p using (class_id)
     ), stored as (
       select r.student_key, r.class_id, r.event_id, 'term_records' as table_name, d.term_record_id::text as row_id,
              null::integer as subject_id
         from released r
         join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId
       union all
       select r.student_key, r.class_id, r.event_id, 'marks', m.mark_id::text, m.subject_id
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
       union all
       select r.student_key, r.class_id, r.event_id, 'criterion_grades', g.mark_id || ':' || g.criterion_id, m.subject_id
         from released r
         join marks m on m.student_key = r.student_key and m.academic_term_id = $academicTermId
         join criterion_grades g using (mark_id)
     ), changes as (
       select s.student_key, s.class_id, s.subject_id, e.event_id
         from stored s
         join audit_events e on e.table_name = s.table_name and e.row_id = s.row_id and e.event_id > s.event_id
        where e.operation <> 'update' or e.new_values - ${NOT_PRINTED} <> '{}'
       union all
       select r.student_key, r.class_id, (e.old_values ->> 'subject_id')::integer, e.event_id
         from released r
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.event_id > r.event_id
          and (e.old_values ->> 'student_key')::integer = r.student_key
          and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
     )`;

/** Lists students whose report card would differ from the posted report card. */
export function listStudentsChangedSincePosted(
  key: ReportCardsKey,
  t: ReadTransaction,
): Promise<Pick<Registration, "student_key">[]> {
  return queryRows<Pick<Registration, "student_key">>(
    `${CHANGES}
     select distinct student_key from changes order by student_key`,
    key,
    t,
  );
}

/** A change since posting. `row` is the student's key; if a mark changed, the subject follows. */
export type ChangeSincePosted = RowChange &
  Pick<SchoolClass, "class_id"> &
  Pick<AuditEvent, "table_name"> &
  NullableColumns<Pick<Subject, "title">> & { student: Pick<Student, "first_name" | "last_name"> };

/** Lists students who changed since their class was posted, with the latest change and its author. */
export function listChangesSincePosted(
  key: ReportCardsKey,
  t: ReadTransaction,
): Promise<ChangeSincePosted[]> {
  return queryRows<ChangeSincePosted>(
    `${CHANGES}, last as (
       select distinct on (student_key) student_key, class_id, subject_id, event_id
         from changes
        order by student_key, event_id desc
     )
     select l.student_key as row, l.class_id, ${CHANGE_COLUMNS}, e.table_name, e.old_values, e.new_values, u.title,
            jsonb_build_object('first_name', s.first_name, 'last_name', s.last_name) as student
       from last l
       join students s on s.id = l.student_key
       join audit_events e using (event_id)
       left join subjects u on u.subject_id = l.subject_id
       ${JOIN_CHANGE_AUTHOR}
      order by s.last_name collate names, s.first_name collate names, s.id`,
    key,
    t,
  );
}
