import type { Migration } from "../migration.ts";

/** In the order of the table; what a report prints of its record. */
const RECORD = [
  "total_sessions",
  "sessions_absent",
  "sessions_late",
  "participation",
  "project",
  "communication",
  "cooperation",
  "respect",
  "responsibility",
  "attitude",
  "judgement",
  "complete_assignment",
  "class_participation",
  "self_confidence",
  "punctual",
  "teacher_comment",
  "principal_comment",
  "promotion_progress",
  "promoted_to",
  "repeating",
];

const MARKS = `
  select jsonb_agg(jsonb_build_array(m.subject_id, m.test_id, m.fortnightly_test_id, m.mark, m.max_mark,
                                     m.attendance, m.grade, m.application, m.preparedness, k.grades)
                   order by m.subject_id, m.test_id, m.fortnightly_test_id)
    from marks m
    left join lateral (select jsonb_agg(jsonb_build_array(g.criterion_id, g.grade) order by g.criterion_id) as grades
                         from criterion_grades g
                        where g.mark_id = m.mark_id and g.grade is not null) k on true
   where m.student_key = d.student_key and m.academic_term_id = d.academic_term_id
     and (m.mark is not null or m.grade is not null or m.attendance <> 1 or m.application is not null
          or m.preparedness is not null or k.grades is not null)`;

/** The class it is the report of, and what decides which of its marks count and under which titles they stand. */
const CLASS = `
  select jsonb_build_array(c.form_class_id, c.label, c.course_work_only, c.assessment_type, y.assessment_type)
    from registrations r
    join classes c using (class_id)
    join academic_terms y on y.academic_term_id = r.academic_term_id
   where r.student_key = d.student_key and r.academic_term_id = d.academic_term_id`;

/**
 * A signature stands for what the school says of a child in a term: record, marks and now the class too. Not for facts
 * that are the register's or the timetable's and are put right without anybody's judgement of the child: the child's own
 * names and picture, the titles of subjects, who teaches, how many are in the class, when the next term begins. A teacher
 * who marries would otherwise take the principal's signature off every report of the school.
 */
export const fingerprintWithClass: Migration = {
  name: "0009-fingerprint-with-class",
  up: replacedBy([...fieldsOf("d"), `(${MARKS})`, `(${CLASS})`]),
  down: replacedBy([...fieldsOf("d"), `(${MARKS})`]),
};

/** What was good as it was signed is good under the new fingerprint, and what had changed since has changed. */
function replacedBy(parts: readonly string[]): string {
  return `
    create temporary table as_signed on commit drop as
      select d.term_record_id
        from term_records d
       where d.signed_fingerprint = report_fingerprint(d);

    -- A function in plpgsql is planned once on a connection; in sql it would be once for every page.
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(${parts.join(", ")})::text, 'UTF8')), 'hex');
    end $$;

    select set_config('app.actor', 'migration', true);
    update term_records d
       set signed_fingerprint = report_fingerprint(d)
      from as_signed s
     where s.term_record_id = d.term_record_id;
  `;
}

function fieldsOf(record: string): string[] {
  return RECORD.map((field) => `${record}.${field}`);
}
