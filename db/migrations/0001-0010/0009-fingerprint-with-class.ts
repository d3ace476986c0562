import type { Migration } from "../migration.ts";
import { MARKS, RECORD, REPORT_FINGERPRINT } from "./0008-signing.ts";

/** The class of a report, and the settings that decide which marks count and how their columns are titled. */
export const CLASS = `
  select jsonb_build_array(c.form_class_id, c.label, c.course_work_only, c.assessment_type, y.assessment_type)
    from registrations r
    join classes c using (class_id)
    join academic_terms y on y.academic_term_id = r.academic_term_id
   where r.student_key = d.student_key and r.academic_term_id = d.academic_term_id`;

/**
 * The signature also covers the class, in addition to the record and the marks. It does not cover the child's name
 * and picture, the titles of subjects, the teachers, the number of students or the dates of the next term. Correcting
 * these does not change what the school says about the child: otherwise a teacher who marries would remove the
 * principal's signature from every report.
 */
export const fingerprintWithClass: Migration = {
  name: "0009-fingerprint-with-class",
  up: replaceReportFingerprint(`
    -- A plpgsql function is planned once per connection; an sql function would be planned once per page.
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(${RECORD}, (${MARKS}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`),
  down: replaceReportFingerprint(REPORT_FINGERPRINT),
};

/**
 * Replaces the fingerprint function. Valid signatures stay valid, and reports that had changed still count as changed.
 * The records keep their versions and the audit trail records nothing, because no person changed anything. The
 * temporary table is dropped at once, because a restore runs all migrations in one transaction.
 */
export function replaceReportFingerprint(fingerprint: string): string {
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
