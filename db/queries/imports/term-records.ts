import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";
import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Student } from "../../models/people.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { AcademicTerm } from "../../models/school.ts";
import type { TermRecord } from "../../models/term-records.ts";
import type { RecordFields } from "../reports/term-records.ts";
import { formsOfLevelSql } from "../reports/term-reports.ts";

/** A student of a term with the term report, which may not exist yet, and the form classes that it may name. */
export type ReportToImport = Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "birth_certificate_pin"
> &
  Pick<SchoolClass, "label"> &
  Pick<AcademicTerm, "total_sessions"> & {
    student_key: number;
    forms_above: string[];
    forms_beside: string[];
    is_signed: boolean;
    record: (Pick<TermRecord, "term_record_id" | "version"> & RecordFields) | null;
  };

/** Lists the students who are in a class in a term, with their term reports. */
export function listReportsToImport(
  params: { academicTermId: number },
  t: ReadTransaction,
): Promise<ReportToImport[]> {
  const stored = ["term_record_id", "version", ...TERM_RECORD_COLUMNS].map((name) => `'${name}', d.${name}`);
  return queryRows<ReportToImport>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.birth_certificate_pin, c.label,
            y.total_sessions, f.forms_above, f.forms_beside, d.signed_by is not null as is_signed,
            case when d.term_record_id is not null then jsonb_build_object(${stored.join(", ")}) end as record
       from registrations r
       join students s on s.id = r.student_key
       join classes c using (class_id)
       join academic_terms y on y.academic_term_id = r.academic_term_id
       join (select f.form_class_id, ${formsOfLevelSql("f.form_level + 1")} as forms_above,
                    ${formsOfLevelSql("f.form_level")} as forms_beside
               from form_classes f) f on f.form_class_id = c.form_class_id
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
      where r.academic_term_id = $academicTermId
      order by s.id`,
    params,
    t,
  );
}
