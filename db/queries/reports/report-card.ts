import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, Registration, SchoolClass } from "../../models/classes.ts";
import type { House } from "../../models/look-ups.ts";
import type { Employee, Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermRecord } from "../../models/term-records.ts";
import { IS_STUDENT_OF_CLASSES, type ClassesInTerm } from "../class-students.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import {
  registerOrderSql,
  TODAY_CLAMPED_TO_TERM_SQL,
  employeeNameSql,
  postingSql,
  classTeachersSql,
} from "../parts.ts";
import { reportCardSettingsSql, gradingChangedAtSql, gradingSql } from "./report-card-settings.ts";
import { isReportChangedSql } from "./report-state.ts";
import type { TermRecordFields } from "./term-records.ts";
import type { ReportCardSettings } from "#domain/documents/card-parts.ts";
import type { GradingScale } from "#domain/grading.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

type InClass = Pick<Registration, "student_key"> & Pick<SchoolClass, "class_id">;

export function findReportCardClassOfStudent(
  params: { studentId: string; academicTermId: number },
  t: ReadTransaction,
): Promise<InClass | null> {
  return queryRow<InClass>(
    `select r.student_key, r.class_id
       from students s
       join registrations r on r.student_key = s.id and r.academic_term_id = $academicTermId
      where s.student_id = $studentId and r.class_id is not null
      order by r.student_key`,
    params,
    t,
  );
}

export type ReportCardTeacher = Pick<Employee, "employee_id" | "title" | "first_name" | "last_name">;

export type ReportCardClass = Pick<SchoolClass, "class_id" | "label" | "form_class_id" | "course_work_only"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    /** The title of the next level; null for the last level. */
    next_group_title: FormClass["group_title"] | null;
    by_criteria: boolean;
    grading: GradingScale;
    card: ReportCardSettings;
    /** The day of posting, such as `2026-06-26`; null if the class is not posted. */
    posted_on: string | null;
    class_size: number;
    /** The teachers today, on a past term's last day or on a future term's first day. The form teacher comes first. */
    teachers: ReportCardTeacher[];
  };

/** Lists classes for report cards, in the order of the school. */
export function listReportCardClasses(
  params: { classIds: readonly number[]; academicTermId: number },
  t: ReadTransaction,
): Promise<ReportCardClass[]> {
  return queryRows<ReportCardClass>(
    `select c.class_id, c.label, c.form_class_id, f.form_level, f.group_title,
            (select min(n.group_title) from form_classes n where n.form_level = f.form_level + 1) as next_group_title,
            c.assessment_type is not null as by_criteria, c.course_work_only,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading,
            ${reportCardSettingsSql("f.form_level", "y.academic_term_id")} as card,
            (p.date_posted at time zone o.time_zone)::date::text as posted_on,
            (select count(*)::integer from registrations r
              where r.class_id = c.class_id and r.academic_term_id = y.academic_term_id and ${IS_IN_CLASS_OF_TERM}) as class_size,
            ${classTeachersSql({ classId: "c.class_id", day: TODAY_CLAMPED_TO_TERM_SQL })} as teachers
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_term_id = $academicTermId
      cross join schools o
       left join lateral (${postingSql({ classId: "c.class_id", academicTermId: "y.academic_term_id" })}) p on true
      where c.class_id = any($classIds)
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

/** Selects the report cards of these classes in a term, or of one of their students. */
export type ReportCardsKey = ClassesInTerm & { studentKey: number | null };

export type ReportCardStudent = InClass &
  Pick<Student, "student_id" | "first_name" | "other_name" | "last_name" | "date_of_birth" | "picture"> &
  NullableColumns<Pick<House, "house">> &
  Omit<TermRecordFields, "promoted_to" | "repeating"> &
  Pick<TermRecord, "signature"> & {
    promoted_to: FormClassName | null;
    repeating: FormClassName | null;
    /** An ISO instant, such as `2026-07-01T17:40:00Z`. */
    signed_at: string | null;
    /** Null if nobody has signed, or if the account that signed has no employee. */
    signer: ReportCardTeacher | null;
    changed_since_signed: boolean;
    /** True if the level's grade scale or pass mark changed after the signature. */
    graded_since_signed: boolean;
  };

export type FormClassName = Pick<FormClass, "form_class_id" | "group_title">;

/** Lists the students with a report card, in register order, with their term record if there is one. */
export function listReportCardStudents(
  key: ReportCardsKey,
  t: ReadTransaction,
): Promise<ReportCardStudent[]> {
  return queryRows<ReportCardStudent>(
    `with roster as (${REPORT_CARD_STUDENTS_SQL})
     select s.id as student_key, s.student_id, r.class_id, s.first_name, s.other_name, s.last_name,
            s.date_of_birth::text as date_of_birth, h.house, s.picture, d.total_sessions, d.sessions_absent, d.sessions_late,
            coalesce(d.participation, '') as participation, coalesce(d.project, '') as project,
            d.conduct, coalesce(d.teacher_comment, '') as teacher_comment, coalesce(d.principal_comment, '') as principal_comment,
            ${BEHAVIOUR_FIELDS.map((field) => `d.${field}`).join(", ")}, d.promotion_progress,
            ${formClassName("d.promoted_to")} as promoted_to, ${formClassName("d.repeating")} as repeating,
            to_char(d.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as signed_at, d.signature,
            case when e.employee_id is not null then ${employeeNameSql("e")} end as signer,
            d.signed_by is not null and ${isReportChangedSql("d")} as changed_since_signed,
            coalesce(d.signed_at < ${gradingChangedAtSql("f.form_level", "$academicTermId")}, false) as graded_since_signed
       from roster r
       join students s on s.id = r.student_key
       join classes c on c.class_id = r.class_id
       join form_classes f using (form_class_id)
       left join houses h using (house_id)
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId
       left join accounts a on a.account_id = d.signed_by
       left join employees e using (employee_id)
      order by ${registerOrderSql("s", "s.id")}`,
    key,
    t,
  );
}

function formClassName(formClassId: string): string {
  return `(select jsonb_build_object('form_class_id', f.form_class_id, 'group_title', f.group_title)
             from form_classes f where f.form_class_id = ${formClassId})`;
}

/** SQL: the students that the bound key selects. */
export const REPORT_CARD_STUDENTS_SQL = `
       select r.student_key, r.class_id, r.academic_year_id
         from registrations r
        where ${IS_STUDENT_OF_CLASSES} and ($studentKey::integer is null or r.student_key = $studentKey)`;

/** Lists the classes of a level in the year of a term. */
export async function listClassIdsOfLevel(
  params: { academicTermId: number; formLevel: number },
  t: ReadTransaction,
): Promise<number[]> {
  const found = await queryRows<Pick<SchoolClass, "class_id">>(
    `select c.class_id
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
      where y.academic_term_id = $academicTermId and f.form_level = $formLevel
      order by c.class_id`,
    params,
    t,
  );
  return found.map(({ class_id }) => class_id);
}

/** Lists the classes in which these students were registered in a term. */
export async function listClassIdsOfStudents(
  params: { studentKeys: readonly number[]; academicTermId: number },
  t: ReadTransaction,
): Promise<number[]> {
  const found = await queryRows<Pick<SchoolClass, "class_id">>(
    `select distinct r.class_id
       from registrations r
      where r.student_key = any ($studentKeys::integer[]) and r.academic_term_id = $academicTermId
        and r.class_id is not null
      order by r.class_id`,
    params,
    t,
  );
  return found.map(({ class_id }) => class_id);
}

/** A student with a text that report cards print and that has characters outside the usual alphabets. */
type UnusualText = Pick<Student, "first_name" | "last_name"> & { class_id: number; text: string };

/** The characters of Latin, Greek and Cyrillic with their usual signs. PostgreSQL has no names for alphabets. */
const UNUSUAL = "'[^\u0001-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf]'";

/** Lists the names, comments, remarks and other words of the students of these classes that have unusual characters. */
export function listUnusualTexts(params: ClassesInTerm, t: ReadTransaction): Promise<UnusualText[]> {
  return queryRows<UnusualText>(
    `with texts as (
       select r.class_id, s.first_name, s.last_name, s.id,
              concat_ws(' ', s.first_name, s.other_name, s.last_name, d.participation, d.project, d.conduct,
                        d.teacher_comment, d.principal_comment,
                        (select string_agg(m.remark, ' ' order by m.mark_id)
                           from marks m
                          where m.student_key = s.id and m.academic_term_id = r.academic_term_id
                            and m.remark is not null)) as text
         from registrations r
         join students s on s.id = r.student_key
         left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
        where ${IS_STUDENT_OF_CLASSES}
     )
     select class_id, first_name, last_name, text
       from texts
      where text ~ ${UNUSUAL}
      order by class_id, last_name collate names, first_name collate names, id`,
    params,
    t,
  );
}
