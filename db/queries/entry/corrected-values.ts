import { queryRows, type ReadTransaction } from "../../index.ts";
import type { AssessmentCriterion, FortnightlyTest, Mark } from "../../models/marks.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";
import type { Subject } from "../../models/classes.ts";
import type { EntryCorrection } from "../../models/entry.ts";
import type { AuditEvent } from "../../models/record-of-changes.ts";
import { TEST_POSITION_SQL } from "../parts.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

/**
 * A change to a mark or term record of a past term that was open for correction. `row` is the student's key. A change
 * to a mark also has the subject and the test; a change to a grade for a criterion also has the criterion's title.
 */
export type CorrectedValue = RowChange &
  Pick<AuditEvent, "table_name"> &
  Pick<EntryCorrection, "entry_correction_id" | "reason"> &
  Pick<CalendarTerm, "assessment_type"> &
  Pick<School, "time_zone"> &
  NullableColumns<Pick<Mark, "subject_id" | "test_id">> &
  NullableColumns<Pick<Subject, "title">> &
  NullableColumns<Pick<AssessmentCriterion, "detail">> & {
    fortnightly_title: FortnightlyTest["title"] | null;
    /** The position of a fortnightly test by date, from 1; null for other tests. */
    place: number | null;
  };

/** Selects all students of classes in a term, or one of them. */
type StudentsKey = { academicTermId: number; classIds: readonly number[]; studentKey: number | null };

/**
 * SQL: the corrections of the bound term, each with the time when it ended or will end, and with the students of the
 * bound classes whom it covers. A correction for a teacher covers all students, but only what this teacher changed.
 * One extra minute allows for a save that began before midnight.
 */
const COVERED = `opened as materialized (
       select x.*, o.time_zone, y.assessment_type,
              least(x.closed_at, (x.until + 1)::timestamp at time zone o.time_zone + interval '1 minute') as ends_at
         from entry_corrections x
         join academic_terms y using (academic_term_id)
        cross join schools o
        where x.academic_term_id = $academicTermId
     ), covered as materialized (
       select r.student_key as covers, x.entry_correction_id, x.employee_id, x.reason, x.opened_at, x.ends_at,
              x.time_zone, x.assessment_type
         from opened x
         join registrations r on r.academic_term_id = x.academic_term_id and r.class_id = any ($classIds::integer[])
        where ($studentKey::integer is null or r.student_key = $studentKey)
          and (x.class_id = r.class_id or x.student_key = r.student_key or x.employee_id is not null)
     )`;

/** Lists what was changed while the term was open for correction, oldest first. */
export function listCorrectedValues(key: StudentsKey, t: ReadTransaction): Promise<CorrectedValue[]> {
  return queryRows<CorrectedValue>(
    `with ${COVERED}, stored as (
       select c.covers, 'term_records' as table_name, d.term_record_id::text as row_id, null::bigint as mark_id,
              null::integer as criterion_id
         from (select distinct covers from covered) c
         join term_records d on d.student_key = c.covers and d.academic_term_id = $academicTermId
       union all
       select c.covers, 'marks', m.mark_id::text, m.mark_id, null
         from (select distinct covers from covered) c
         join marks m on m.student_key = c.covers and m.academic_term_id = $academicTermId
       union all
       select c.covers, 'criterion_grades', g.mark_id || ':' || g.criterion_id, g.mark_id, g.criterion_id
         from (select distinct covers from covered) c
         join marks m on m.student_key = c.covers and m.academic_term_id = $academicTermId
         join criterion_grades g using (mark_id)
     ), tests as (
       select a.fortnightly_test_id, a.subject_id, ${TEST_POSITION_SQL} as place
         from assessments a
         join fortnightly_tests n using (fortnightly_test_id)
        where a.academic_term_id = $academicTermId and a.class_id = any ($classIds::integer[])
     )
     select s.covers as row, ${CHANGE_COLUMNS}, s.table_name, e.old_values, e.new_values, c.entry_correction_id, c.reason,
            c.time_zone, c.assessment_type, m.subject_id, m.test_id, u.title, k.detail, n.title as fortnightly_title, z.place
       from stored s
       -- OFFSET 0 makes PostgreSQL look up the events of each row, rather than read the whole trail.
      cross join lateral (select e.*
                            from audit_events e
                           where e.table_name = s.table_name and e.row_id = s.row_id and e.operation <> 'delete'
                          offset 0) e
       ${JOIN_CHANGE_AUTHOR}
      cross join lateral (select c.*
                            from covered c
                           where c.covers = s.covers and e.at >= c.opened_at and e.at < c.ends_at
                             and (c.employee_id is null or c.employee_id = a.employee_id)
                           order by c.employee_id is null, c.entry_correction_id desc
                           limit 1) c
       left join marks m on m.mark_id = s.mark_id
       left join subjects u on u.subject_id = m.subject_id
       left join assessment_criteria k on k.criterion_id = s.criterion_id
       left join fortnightly_tests n on n.fortnightly_test_id = m.fortnightly_test_id
       left join tests z on z.fortnightly_test_id = m.fortnightly_test_id and z.subject_id = m.subject_id
      order by e.event_id`,
    key,
    t,
  );
}
