import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Mark } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { House } from "../../models/look-ups.ts";
import type { NullableColumns, NumericColumns } from "../../models/rows.ts";
import type { CalendarTerm } from "../../models/school.ts";
import type { TermRecord } from "../../models/term-records.ts";
import type { GradingScale } from "#domain/grading.ts";
import { gradingSql } from "./report-card-settings.ts";

export type RecordedStudent = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "other_name"
  | "last_name"
  | "date_of_birth"
  | "entry_date"
  | "student_status_id"
  | "status_since"
> &
  NullableColumns<Pick<House, "house">>;

export function findRecordedStudent(studentKey: number, t: ReadTransaction): Promise<RecordedStudent | null> {
  return queryRow<RecordedStudent>(
    `select s.id, s.student_id, s.first_name, s.other_name, s.last_name, s.date_of_birth::text as date_of_birth,
            s.entry_date::text as entry_date, s.student_status_id, s.status_since::text as status_since, h.house
       from students s
       left join houses h using (house_id)
      where s.id = $studentKey
      order by s.id`,
    { studentKey },
    t,
  );
}

export type RecordedTerm = Pick<CalendarTerm, "academic_term_id" | "academic_year_id" | "term"> &
  Pick<SchoolClass, "class_id" | "label" | "form_class_id"> &
  Pick<FormClass, "form_level" | "group_title"> &
  NullableColumns<
    Pick<
      TermRecord,
      "total_sessions" | "sessions_absent" | "sessions_late" | "teacher_comment" | "principal_comment"
    >
  > & { term_start: string; term_end: string; promoted_to: string | null; repeating: string | null };

/** Lists the terms that have begun and in which the student was in a class, oldest first, with the report of each. */
export function listRecordedTerms(studentKey: number, t: ReadTransaction): Promise<RecordedTerm[]> {
  return queryRows<RecordedTerm>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.term_start::text as term_start,
            y.term_end::text as term_end, c.class_id, c.label, c.form_class_id, f.form_level, f.group_title,
            d.total_sessions, d.sessions_absent, d.sessions_late, d.teacher_comment, d.principal_comment,
            (select n.group_title from form_classes n where n.form_class_id = d.promoted_to) as promoted_to,
            (select n.group_title from form_classes n where n.form_class_id = d.repeating) as repeating
       from registrations r
       join academic_terms y using (academic_term_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      cross join schools o
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
      where r.student_key = $studentKey and y.academic_year_id is not null and y.academic_term_id <= o.current_term_id
      order by y.academic_term_id`,
    { studentKey },
    t,
  );
}

export type ArchivedMarkOfStudent = Pick<
  Mark,
  | "subject_id"
  | "test_id"
  | "attendance"
  | "grade"
  | "application"
  | "preparedness"
  | "remark"
  | "academic_term_id"
> &
  NumericColumns<Pick<Mark, "mark" | "max_mark">> & {
    subject: string;
    form_level: number;
    /** The title of the level, such as `Form 1`. */
    level: string;
    form_class_id: string | null;
    /** The scale that applies to marks older than the calendar. */
    grading: GradingScale;
  };

/** Lists the marks of terms older than the school's calendar, which the marks archive has, oldest first. */
export function listArchivedMarksOfStudent(
  studentKey: number,
  t: ReadTransaction,
): Promise<ArchivedMarkOfStudent[]> {
  return queryRows<ArchivedMarkOfStudent>(
    `select m.academic_term_id, m.subject_id, s.title as subject, m.test_id, m.attendance, m.grade, m.application,
            m.preparedness, m.remark, m.mark::float8 as mark, m.max_mark::float8 as max_mark,
            m.academic_term_id / 100 as form_level, g.form_class_id,
            (select min(f.group_title) from form_classes f where f.form_level = m.academic_term_id / 100) as level,
            ${gradingSql("m.academic_term_id / 100", "m.academic_term_id")} as grading
       from marks m
       join academic_terms y using (academic_term_id)
       join subjects s using (subject_id)
       left join archive_registrations g
         on g.student_key = m.student_key and g.academic_term_id = m.academic_term_id
      where m.student_key = $studentKey and y.academic_year_id is null and m.fortnightly_test_id is null
        and (m.mark is not null or m.grade is not null or m.attendance <> 1)
      order by m.academic_term_id, s.title collate names, m.subject_id, m.test_id`,
    { studentKey },
    t,
  );
}
