import { Op } from "sequelize";
import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Assessment } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import { selectClassStudents } from "../class-students.ts";
import { entryWindowSql, openCorrectionsSql, WAS_TEACHER_OF_CLASS } from "../entry/entry-windows.ts";
import { reportCardSettingsSql, gradingSql } from "./report-card-settings.ts";
import type { GradingScale } from "#domain/grading.ts";
import type { OpenCorrection } from "#domain/entry/corrections.ts";
import type { PersonalEntryWindow } from "#domain/entry/windows.ts";
import {
  TODAY_CLAMPED_TO_TERM_SQL,
  isClassInScopeSql,
  isTeacherOfClassSql,
  PICTURE_COLUMN,
  postingSql,
  classTeachersSql,
  type QueryScope,
} from "../parts.ts";
import { TermRecord } from "../../models/term-records.ts";
import type { TermTransaction } from "../../term-transaction.ts";

/** Identifies the reports of a class in one term of the class's year. */
export type ReportsKey = { classId: number; academicTermId: number };

export type ReportHeading = Pick<SchoolClass, "class_id" | "form_class_id" | "course_work_only"> &
  Pick<FormClass, "form_level"> &
  Pick<
    CalendarTerm,
    "academic_year_id" | "academic_term_id" | "term" | "assessment_type" | "total_sessions"
  > &
  Pick<School, "flavour" | "time_zone"> & {
    class_label: SchoolClass["label"];
    /** The form classes to which a student may go: of the next level, and of this level (`forms_beside`). */
    forms_above: string[];
    forms_beside: string[];
    by_criteria: boolean;
    grading: GradingScale;
    /** True if the report card of the level shows the conduct. */
    has_conduct: boolean;
    is_current: boolean;
    /** The dates of writing reports for the employee in the scope. */
    entry: PersonalEntryWindow | null;
    /** The corrections that are open in this past term, for the class or for some of its students. */
    corrections: OpenCorrection[] | null;
    /** True if the employee in the scope was form teacher or co-teacher in this past term. */
    was_teacher: boolean;
    /** The teachers today, on a past term's last day or on a future term's first day. The form teacher comes first. */
    teachers: ClassTeacherRow[];
    /** True if the employee in the scope is form teacher or co-teacher of the class. */
    is_teacher: boolean;
    /** The day of posting, such as `2026-06-26`; null if the reports are not posted. */
    posted_on: string | null;
  };

/** Finds what all reports of a class in a term have in common. Returns null if there are none or none in scope. */
export function findClassReportsHeading(
  params: QueryScope & ReportsKey,
  t: ReadTransaction,
): Promise<ReportHeading | null> {
  return queryRow<ReportHeading>(
    `select c.class_id, c.label as class_label, c.form_class_id, f.form_level,
            ${formsOfLevelSql("f.form_level + 1")} as forms_above, ${formsOfLevelSql("f.form_level")} as forms_beside,
            c.assessment_type is not null as by_criteria, c.course_work_only, c.academic_year_id, y.academic_term_id,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading,
            ${reportCardSettingsSql("f.form_level", "y.academic_term_id")} -> 'parts' @> '"conduct"' as has_conduct,
            y.term, y.assessment_type, y.total_sessions, y.academic_term_id = o.current_term_id as is_current, o.flavour,
            o.time_zone, ${classTeachersSql({ classId: "c.class_id", day: TODAY_CLAMPED_TO_TERM_SQL })} as teachers,
            ${isTeacherOfClassSql("c", "$academicTermId")} as is_teacher, ${entryWindowSql("reports", "y.academic_term_id")} as entry,
            ${openCorrectionsSql(WAS_TEACHER_OF_CLASS)} as corrections, ${WAS_TEACHER_OF_CLASS} as was_teacher,
            (p.date_posted at time zone o.time_zone)::date::text as posted_on
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
      cross join schools o
       left join lateral (${postingSql({ classId: "c.class_id", academicTermId: "y.academic_term_id" })}) p on true
      where c.class_id = $classId and y.academic_term_id <= o.current_term_id and ${isClassInScopeSql("c", "$academicTermId")}
      order by c.class_id`,
    params,
    t,
  );
}

/** SQL: the form classes of a level, in the order of the school. */
export function formsOfLevelSql(level: string): string {
  return `array(select g.form_class_id from form_classes g where g.form_level = ${level} order by g.position)`;
}

export type ReportStudentRow = { student_key: Student["id"] } & Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "gender" | "picture"
>;

/** Lists the students of a class in a term, in register order. */
export function listReportStudents(key: ReportsKey, t: ReadTransaction): Promise<ReportStudentRow[]> {
  const columns = `s.id as student_key, s.student_id, s.first_name, s.last_name, s.gender, ${PICTURE_COLUMN}`;
  return selectClassStudents({ columns }, { ...key, classIds: [key.classId] }, t);
}

export type SubjectMaximum = Pick<Assessment, "subject_id" | "test_id"> &
  NumericColumns<Pick<Assessment, "max_mark">>;

/** Lists the maximum marks of the class's exams and other assessments in a term, for tests that have a maximum. */
export function listSubjectMaxima(key: ReportsKey, t: ReadTransaction): Promise<SubjectMaximum[]> {
  return queryRows<SubjectMaximum>(
    `select subject_id, test_id, max_mark::float8 as max_mark
       from assessments
      where class_id = $classId and academic_term_id = $academicTermId and test_id in (1, 2)
      order by subject_id, test_id`,
    key,
    t,
  );
}

export function findClassOfStudent(
  params: { studentKey: number; academicTermId: number },
  t: ReadTransaction,
): Promise<Pick<SchoolClass, "class_id"> | null> {
  return queryRow<Pick<SchoolClass, "class_id">>(
    `select class_id
       from registrations
      where student_key = $studentKey and academic_term_id = $academicTermId and class_id is not null
      order by class_id`,
    params,
    t,
  );
}

type Report = { academicTermId: number; studentKey: number };

/** A report as it was when somebody reviewed it. The fingerprint identifies that state. */
export type ReviewedReport = { studentKey: number; fingerprint: string };

/**
 * Signs the reports that have not changed since they were reviewed, with the signer's current signature. A signed
 * report no longer counts as sent back. Returns the students with signed reports. Call `lockReports` first.
 */
export function signReports(
  { seen, ...params }: { academicTermId: number; accountId: number; seen: readonly ReviewedReport[] },
  t: TermTransaction,
): Promise<Pick<TermRecord, "student_key">[]> {
  return queryRows<Pick<TermRecord, "student_key">>(
    `update term_records d
        set signed_by = $accountId, signed_at = now(), signed_fingerprint = i.fingerprint,
            signature = (select e.signature
                           from accounts a
                           join employees e using (employee_id)
                          where a.account_id = $accountId),
            returned_by = null, returned_at = null, return_reason = null, taken_back_reason = null
       from jsonb_to_recordset($seen::jsonb) as i ("studentKey" integer, fingerprint text)
      where d.student_key = i."studentKey" and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = i.fingerprint
     returning d.student_key`,
    { ...params, seen: JSON.stringify(seen) },
    t,
  );
}

/**
 * Sends a report back to its form teacher and removes its signature. Returns false if the report has changed since it
 * was reviewed. Call `lockReports` first.
 */
export async function returnReport(
  params: Report & { accountId: number; fingerprint: string; reason: string },
  t: TermTransaction,
): Promise<boolean> {
  const returned = await queryRow<Pick<TermRecord, "student_key">>(
    `update term_records d
        set returned_by = $accountId, returned_at = now(), return_reason = $reason,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where d.student_key = $studentKey and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = $fingerprint
     returning d.student_key`,
    params,
    t,
  );
  return returned !== null;
}

/** Removes a signature. Returns false if it is not the signature of this account. Call `lockReports` first. */
export async function unsignReport(
  params: Report & { accountId: number; reason: string },
  t: TermTransaction,
): Promise<boolean> {
  const unsigned = await queryRow<Pick<TermRecord, "student_key">>(
    `update term_records
        set taken_back_reason = $reason,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where student_key = $studentKey and academic_term_id = $academicTermId and signed_by = $accountId
     returning student_key`,
    params,
    t,
  );
  return unsigned !== null;
}

/** Marks a report as no longer sent back, after the form teacher has resubmitted it. Call `lockReports` first. */
export async function endReportReturn(
  { academicTermId, studentKey }: Report,
  t: TermTransaction,
): Promise<void> {
  await TermRecord.update(
    { returned_by: null, returned_at: null, return_reason: null },
    { student_key: studentKey, academic_term_id: academicTermId, returned_by: { [Op.ne]: null } },
    t,
  );
}
