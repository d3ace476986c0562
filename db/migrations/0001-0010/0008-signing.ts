import type { Migration } from "../migration.ts";

/** The columns of a term record that a report prints, in the order of the table. */
const FIELDS = [
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

/** The columns of a term record that a signature covers. */
export const RECORD = FIELDS.map((field) => `d.${field}`).join(", ");

/** The marks that a signature covers. */
export const MARKS = `
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

export const REPORT_FINGERPRINT = `
    create or replace function report_fingerprint(d term_records) returns text language sql stable as $$
      select encode(sha256(convert_to(jsonb_build_array(${RECORD}, (${MARKS}))::text, 'UTF8')), 'hex')
    $$;`;

/**
 * A signature is stored with a fingerprint of everything that the report prints, so that later changes show as 'changed
 * since signed'. Returning a report removes its signature; the form teacher can then edit and resubmit it.
 */
export const signing: Migration = {
  name: "0008-signing",
  up: `${REPORT_FINGERPRINT}

    -- Each report keeps the signature of the day on which it was signed.
    alter table employees add column signature text references files;

    alter table term_records
      add column signed_fingerprint text,
      add column returned_by        integer references accounts,
      add column returned_at        timestamptz,
      add column return_reason      text check (return_reason <> '' and length(return_reason) <= 200);

    select set_config('app.actor', 'migration', true);
    update term_records d set signed_fingerprint = report_fingerprint(d) where signed_by is not null;

    alter table term_records
      add check ((signed_by is null) = (signed_fingerprint is null)),
      add check (num_nonnulls(returned_by, returned_at, return_reason) in (0, 3)),
      add check (returned_by is null or signed_by is null);
  `,
  down: `
    alter table term_records
      drop column signed_fingerprint, drop column returned_by, drop column returned_at, drop column return_reason;
    alter table employees drop column signature;
    drop function report_fingerprint(term_records);
  `,
};
