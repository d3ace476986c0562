import { rows } from "../../index.ts";
import type { Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import { teachersOn } from "../class-teachers.ts";
import type { GradedSubjects } from "./late-sheets.ts";
import { choseSubject } from "../marks/mark-sheet.ts";
import { postingOf } from "./postings.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

export type LateClassRow = Pick<SchoolClass, "class_id"> & {
  class_label: SchoolClass["label"];
  teachers: Pick<Employee, "employee_id" | "first_name" | "last_name">[];
  students: number;
  complete: number;
  signed: number;
  /** Waiting for the form teacher to mend them. */
  returned: number;
  /** Complete, and not signed as they are now. */
  to_sign: number;
  /** As `2026-06-26`; null while the reports are held back. */
  posted_on: string | null;
};

/**
 * The reports of every class in a term: how many are complete and signed, and when they were posted. What makes a report
 * complete is `missingParts` of the term reports, asked here of the whole school at once, and that it is not sent back.
 */
export function lateClasses(
  { academicTermId, gradedSubjects }: { academicTermId: number; gradedSubjects: GradedSubjects },
  t: Reading,
): Promise<LateClassRow[]> {
  return rows<LateClassRow>(
    `with held as materialized (
       select c.class_id, c.label, c.course_work_only, c.assessment_type is not null as by_criteria, f.form_level,
              f.position, y.academic_term_id, least(y.term_end, (now() at time zone o.time_zone)::date) as day, o.time_zone
         from academic_terms y
        cross join schools o
         join classes c on c.academic_year_id = y.academic_year_id
         join form_classes f using (form_class_id)
        where y.academic_term_id = $1 and y.academic_term_id <= o.current_term_id
     ), roster as materialized (
       select r.student_key, r.class_id, r.academic_year_id
         from held c
         join registrations r on r.class_id = c.class_id and r.academic_term_id = $1
     ), reported as (
       select r.student_key, l.subject_id
         from roster r
         join lessons l on l.class_id = r.class_id
        where ${choseSubject({ byChoice: "l.by_choice", subjectId: "l.subject_id", employeeId: "l.employee_id" })}
       union
       select m.student_key, m.subject_id
         from marks m
        where m.academic_term_id = $1
     ), unmarked as materialized (
       select distinct r.student_key
         from reported p
         join roster r using (student_key)
         join held c using (class_id)
         left join marks x on x.student_key = p.student_key and x.academic_term_id = $1 and x.subject_id = p.subject_id
                          and x.test_id = 1
         left join marks u on u.student_key = p.student_key and u.academic_term_id = $1 and u.subject_id = p.subject_id
                          and u.test_id = 2
         left join jsonb_to_recordset($2::jsonb) as g (subject_id integer, form_level smallint)
                on g.subject_id = p.subject_id and g.form_level = c.form_level
        where (case when c.course_work_only then u.mark is null and coalesce(u.attendance, 1) = 1
                    else x.mark is null and coalesce(x.attendance, 1) = 1 end)
          and not ${isGraded("c")}
          and not ${hasCriterionGrade("c")}
     )
     select c.class_id, c.label as class_label,
            ${teachersOn({ classId: "c.class_id", day: "c.day", each: TEACHER })} as teachers,
            n.students, n.complete, n.signed, n.returned, n.to_sign, (p.date_posted at time zone c.time_zone)::date::text as posted_on
       from held c
       join (select r.class_id, count(*)::integer as students,
                    count(*) filter (where ${COMPLETE})::integer as complete, count(d.signed_by)::integer as signed,
                    count(d.returned_by)::integer as returned,
                    count(*) filter (where ${COMPLETE} and (d.signed_by is null
                                                            or d.signed_fingerprint <> report_fingerprint(d)))::integer as to_sign
               from roster r
               left join term_records d on d.student_key = r.student_key and d.academic_term_id = $1
              group by r.class_id) n using (class_id)
       left join lateral (${postingOf({ classId: "c.class_id", academicTermId: "c.academic_term_id" })}) p on true
      order by c.position, c.label collate names, c.class_id`,
    [academicTermId, JSON.stringify(gradedSubjects)],
    t,
  );
}

const TEACHER = `jsonb_build_object('employee_id', e.employee_id, 'first_name', e.first_name,
                                    'last_name', e.last_name)`;

const RATINGS = BEHAVIOUR_FIELDS.map((field) => `d.${field}`).join(", ");

/** Of a student of the roster `r` with the record `d`. */
const COMPLETE = `d.teacher_comment <> '' and num_nulls(${RATINGS}) = 0 and d.returned_by is null
                  and r.student_key not in (select student_key from unmarked)`;

/** Graded by criteria only where the subject has criteria at this level (domain `sheetKind`). */
function criteriaOf(held: string): string {
  return `(select k.criterion_id from assessment_criteria k
            where ${held}.by_criteria and k.subject_id = p.subject_id and k.form_level = ${held}.form_level)`;
}

function isGraded(held: string): string {
  return `(g.subject_id is not null and not exists ${criteriaOf(held)}
           and coalesce(case when ${held}.course_work_only then u.grade end, x.grade) is not null)`;
}

function hasCriterionGrade(held: string): string {
  return `exists (select 1 from criterion_grades i
                   where i.mark_id = x.mark_id and i.grade is not null and i.criterion_id in ${criteriaOf(held)})`;
}
