import type { GradingScale } from "#domain/grading.ts";
import { MARK_COLUMNS } from "#fields/mark.ts";
import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";
import { queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, Lesson, SchoolClass, Subject } from "../../models/classes.ts";
import type { Mark } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import { isOnMarkSheetsSql } from "../on-roster.ts";
import { attendsLessonSql, isLessonTaughtInTermSql, JOIN_LESSONS } from "../parts.ts";
import { gradingSql } from "../reports/report-card-settings.ts";
import type { AcademicTerm } from "../../models/school.ts";
import type { TermRecord } from "../../models/term-records.ts";
import type { TermRecordFields } from "../reports/term-records.ts";
import { formsOfLevelSql } from "../reports/term-reports.ts";

type OfTerm = { academicTermId: number };

export type StudentOfTerm = Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "birth_certificate_pin" | "student_status_id"
> &
  Pick<SchoolClass, "class_id" | "label"> & { student_key: number };

export function listStudentsOfTerm(params: OfTerm, t: ReadTransaction): Promise<StudentOfTerm[]> {
  return queryRows<StudentOfTerm>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.birth_certificate_pin,
            s.student_status_id, c.class_id, c.label
       from registrations r
       join students s on s.id = r.student_key
       join classes c using (class_id)
      where r.academic_term_id = $academicTermId
      order by s.id`,
    params,
    t,
  );
}

export type MarkSheetOfTerm = Pick<Subject, "subject_id" | "title"> &
  Pick<SchoolClass, "class_id"> &
  Pick<FormClass, "form_level"> & {
    by_criteria: boolean;
    criteria: number;
    grading: GradingScale;
    /** The maximum marks of the end-of-term test and of the term's other assessment. */
    end_of_term: number;
    other: number;
  };

/** Lists the subjects that are taught in each class in a term, with how they are marked. */
export function listMarkSheetsOfTerm(params: OfTerm, t: ReadTransaction): Promise<MarkSheetOfTerm[]> {
  const most = (testId: number) =>
    `coalesce((select a.max_mark from assessments a
                where a.class_id = c.class_id and a.academic_term_id = y.academic_term_id
                  and a.subject_id = l.subject_id and a.test_id = ${testId}), 100)::float8`;
  return queryRows<MarkSheetOfTerm>(
    `select distinct on (c.class_id, l.subject_id) c.class_id, l.subject_id, s.title, f.form_level,
            c.assessment_type is not null as by_criteria,
            (select count(*) from assessment_criteria k
              where k.subject_id = l.subject_id and k.form_level = f.form_level)::integer as criteria,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading,
            ${most(1)} as end_of_term, ${most(2)} as other
       from ${JOIN_LESSONS}
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
      where ${isLessonTaughtInTermSql("l")}
      order by c.class_id, l.subject_id`,
    params,
    t,
  );
}

export type StudentOnMarkSheet = { student_key: number } & Pick<Lesson, "subject_id" | "employee_id">;

/** Lists who is on the mark sheets of a term: each student with each subject, and the teacher of the lesson. */
export function listStudentsOnMarkSheets(params: OfTerm, t: ReadTransaction): Promise<StudentOnMarkSheet[]> {
  return queryRows<StudentOnMarkSheet>(
    `select r.student_key, l.subject_id, l.employee_id
       from registrations r
       join lessons l on l.class_id = r.class_id
      where r.academic_term_id = $academicTermId and ${isLessonTaughtInTermSql("l")}
        and ${attendsLessonSql("l.")} and ${isOnMarkSheetsSql("l.subject_id")}
      order by r.student_key, l.subject_id, l.lesson_id desc`,
    params,
    t,
  );
}

export type MarkOfTerm = Pick<
  Mark,
  "mark_id" | "student_key" | "subject_id" | "test_id" | "version" | (typeof MARK_COLUMNS)[number]
> & { max_mark: number };

/** Lists the marks of a term, except the marks of fortnightly tests. */
export function listMarksOfTerm(params: OfTerm, t: ReadTransaction): Promise<MarkOfTerm[]> {
  return queryRows<MarkOfTerm>(
    `select m.mark_id, m.student_key, m.subject_id, m.test_id, m.version, m.max_mark::float8 as max_mark,
            ${MARK_COLUMNS.map((name) => (name === "mark" ? "m.mark::float8 as mark" : `m.${name}`)).join(", ")}
       from marks m
      where m.academic_term_id = $academicTermId and m.test_id <> 3
      order by m.mark_id`,
    params,
    t,
  );
}

export type LessonByChoice = Pick<Lesson, "class_id" | "subject_id" | "employee_id">;

/** Lists the lessons of a year that only some students of the class attend. */
export function listLessonsByChoice(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<LessonByChoice[]> {
  return queryRows<LessonByChoice>(
    `select l.class_id, l.subject_id, l.employee_id
       from lessons l
       join classes c using (class_id)
      where c.academic_year_id = $academicYearId and l.by_choice and l.ended_on is null
      order by l.lesson_id`,
    params,
    t,
  );
}

export type SubjectChoice = { student_key: number } & Pick<Lesson, "subject_id" | "employee_id">;

export function listSubjectChoices(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<SubjectChoice[]> {
  return queryRows<SubjectChoice>(
    `select x.student_key, x.subject_id, x.employee_id
       from student_subject_assignments x
      where x.academic_year_id = $academicYearId
      order by x.student_key, x.subject_id`,
    params,
    t,
  );
}

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
    record: (Pick<TermRecord, "term_record_id" | "version"> & TermRecordFields) | null;
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
