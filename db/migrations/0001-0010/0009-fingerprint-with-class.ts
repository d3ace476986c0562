import type { Migration } from "../migration.ts";
import { MARKS, RECORD, REPORT_FINGERPRINT } from "./0008-signing.ts";

/** The class of the report, and the settings that decide which marks count and under which titles they appear. */
export const CLASS = `
  select jsonb_build_array(c.form_class_id, c.label, c.course_work_only, c.assessment_type, y.assessment_type)
    from registrations r
    join classes c using (class_id)
    join academic_terms y on y.academic_term_id = r.academic_term_id
   where r.student_key = d.student_key and r.academic_term_id = d.academic_term_id`;

/**
 * A signature covers what the school says about a child in a term: record, marks and now the class too. It does not
 * cover facts of the register or timetable that are corrected without judging the child: the child's names and
 * picture, the titles of subjects, who teaches, how many students are in the class, when the next term begins.
 * Otherwise a teacher who marries would remove the principal's signature from every report of the school.
 */
export const fingerprintWithClass: Migration = {
  name: "0009-fingerprint-with-class",
  up: replacedBy(`
    -- A plpgsql function is planned once per connection; an sql function would be planned once per page.
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(${RECORD}, (${MARKS}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`),
  down: replacedBy(REPORT_FINGERPRINT),
};

/**
 * Carries valid signatures over to a new fingerprint; a report that had changed since it was signed still counts as
 * changed. Nobody has changed the records, so they keep their versions and the audit trail records nothing. The
 * temporary table is dropped at once, because restoring a backup runs all migrations in one transaction.
 */
export function replacedBy(fingerprint: string): string {
  return `
    create temporary table as_signed on commit drop as
      select d.term_record_id
        from term_records d
       where d.signed_fingerprint = report_fingerprint(d);
    ${fingerprint}

    alter table term_records disable trigger user;
    update term_records d
       set signed_fingerprint = report_fingerprint(d)
      from as_signed s
     where s.term_record_id = d.term_record_id;
    alter table term_records enable trigger user;
    drop table pg_temp.as_signed;
  `;
}
