import type { Migration } from "../migration.ts";
import { MARKS, RECORD, REPORT_FINGERPRINT } from "./0008-signing.ts";

/** The class it is the report of, and what decides which of its marks count and under which titles they stand. */
export const CLASS = `
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
  up: replacedBy(`
    -- A function in plpgsql is planned once on a connection; in sql it would be once for every page.
    create or replace function report_fingerprint(d term_records) returns text language plpgsql stable as $$
    begin
      return encode(sha256(convert_to(jsonb_build_array(${RECORD}, (${MARKS}), (${CLASS}))::text, 'UTF8')), 'hex');
    end $$;`),
  down: replacedBy(REPORT_FINGERPRINT),
};

/**
 * What was good as it was signed is good under the new fingerprint, and what had changed since has changed. Nobody has
 * changed the record itself: it keeps its version, and its trail says nothing.
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
    drop table as_signed;
  `;
}
