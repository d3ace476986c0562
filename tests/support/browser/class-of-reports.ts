import { runInDatabase } from "../postgres/answer-of.ts";
import { EVERYTHING_WRITTEN, NOTHING_WRITTEN } from "../builders/term-reports.ts";

/**
 * Prepares a class at the start of report writing: all marks of the current term exist, and no report is signed or
 * returned. The first `unwritten` reports of the class are empty, and the others are written.
 */
export function prepareUnsignedReports(
  databaseUrl: string,
  classLabel: string,
  unwritten = Infinity,
): Promise<void> {
  return runInDatabase(databaseUrl, async (client) => {
    await client.query(MISSING_MARKS, [classLabel]);
    await client.query(BLANK_MARKS, [classLabel]);
    await client.query(BLANK_RECORDS, [classLabel]);
    if (unwritten !== Infinity) await client.query(WRITTEN_RECORDS, [classLabel, unwritten]);
  });
}

const REGISTERED = `
  select r.student_key, r.academic_term_id, r.class_id
    from registrations r
    join classes c using (class_id)
    join schools o on o.current_term_id = r.academic_term_id
   where c.label = $1`;

const GRADED_SUBJECTS = "(7, 8, 9)";

const MISSING_MARKS = `
  insert into marks (student_key, academic_term_id, subject_id, test_id, mark, grade, max_mark, attendance, employee_id)
  select distinct on (r.student_key, l.subject_id) r.student_key, r.academic_term_id, l.subject_id, 1,
         case when l.subject_id in ${GRADED_SUBJECTS} then null else 60 end,
         case when l.subject_id in ${GRADED_SUBJECTS} then 'B' end, 100, 1, l.employee_id
    from (${REGISTERED}) r
    join lessons l on l.class_id = r.class_id and not l.by_choice
   where not exists (select 1
                       from marks m
                      where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                        and m.subject_id = l.subject_id and m.test_id = 1)
   order by r.student_key, l.subject_id, l.employee_id`;

const BLANK_MARKS = `
  update marks m
     set mark = case when m.subject_id in ${GRADED_SUBJECTS} then null else round(m.max_mark * 0.6) end,
         grade = case when m.subject_id in ${GRADED_SUBJECTS} then 'B' end
    from (${REGISTERED}) r
   where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id and m.test_id = 1
     and m.attendance = 1 and m.mark is null and m.grade is null`;

const BLANK_RECORDS = `
  update term_records d
     set ${NOTHING_WRITTEN}, principal_comment = '', promotion_progress = null, signed_by = null, signed_at = null,
         signed_fingerprint = null, signature = null, returned_by = null, returned_at = null, return_reason = null
    from (${REGISTERED}) r
   where d.student_key = r.student_key and d.academic_term_id = r.academic_term_id`;

const WRITTEN_RECORDS = `
  update term_records d
     set ${EVERYTHING_WRITTEN}
    from (select r.student_key, r.academic_term_id
            from (${REGISTERED}) r join students s on s.id = r.student_key
           order by s.last_name, s.first_name offset $2) r
   where d.student_key = r.student_key and d.academic_term_id = r.academic_term_id`;
