import { choseSubject } from "../parts.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

/**
 * The state of a report as `domain/report-state.ts` judges it, asked of many at once; a test compares the two. The pieces
 * are about a record `d` of term_records, if there is one, and the registration `r` of its student.
 */

/** Something that the report prints is not what was signed; null where nobody has signed. */
export function isChanged(record: string, fingerprint = `report_fingerprint(${record})`): string {
  return `${record}.signed_fingerprint <> ${fingerprint}`;
}

/** Ratings, the teacher's comment, or a mark: `unmarked` is the list of students without one, as UNMARKED finds them. */
const IS_MISSING = `(coalesce(d.teacher_comment, '') = '' or r.student_key in (select student_key from unmarked)
                     or num_nulls(${BEHAVIOUR_FIELDS.map((field) => `d.${field}`).join(", ")}) > 0)`;

const STATE = `case when d.signed_by is not null then case when ${isChanged("d")} then 'changed' else 'signed' end
                    when d.returned_by is not null then 'returned'
                    when ${IS_MISSING} then 'incomplete'
                    else 'complete' end`;

/** Of a whole roster and its `unmarked`, in the term that is bound. */
export const STATES = `
       select r.class_id, ${STATE} as state, ${IS_MISSING} as is_missing
         from roster r
         left join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId`;

const IS_COMPLETE = "not is_missing and state <> 'returned'";

/** `reportCounts` of the domain, over rows of STATES. */
export const COUNTS = `jsonb_build_object(
                      'total', count(*),
                      'complete', count(*) filter (where ${IS_COMPLETE}),
                      'signed', count(*) filter (where state in ('signed', 'changed')),
                      'changed', count(*) filter (where state = 'changed'),
                      'returned', count(*) filter (where state = 'returned'),
                      'toSign', count(*) filter (where ${IS_COMPLETE} and state <> 'signed'))`;

/** Graded by criteria only where the subject has criteria at this level (domain `sheetKind`). */
const CRITERIA = `(select k.criterion_id from assessment_criteria k
                    where c.by_criteria and k.subject_id = p.subject_id and k.form_level = c.form_level)`;

const IS_GRADED = `(g.subject_id is not null and not exists ${CRITERIA}
                    and coalesce(case when c.course_work_only then course.grade end, exam.grade) is not null)`;

const HAS_CRITERION_GRADE = `exists (select 1 from criterion_grades i
                                      where i.mark_id = exam.mark_id and i.grade is not null
                                        and i.criterion_id in ${CRITERIA})`;

/**
 * Students of the roster `roster` who have a subject in which nothing that counts is entered (domain `subjectResult`).
 * `held` are the classes, `$gradedSubjects` the subjects whose grade is chosen, by form level.
 */
export const UNMARKED = `
       select distinct r.student_key
         from (select r.student_key, l.subject_id
                 from roster r
                 join lessons l on l.class_id = r.class_id
                where ${choseSubject("l.")}
                union
               select m.student_key, m.subject_id
                 from marks m
                where m.academic_term_id = $academicTermId) p
         join roster r using (student_key)
         join held c using (class_id)
         left join marks exam
                on exam.student_key = p.student_key and exam.academic_term_id = $academicTermId
               and exam.subject_id = p.subject_id and exam.test_id = 1
         left join marks course
                on course.student_key = p.student_key and course.academic_term_id = $academicTermId
               and course.subject_id = p.subject_id and course.test_id = 2
         left join jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                on g.subject_id = p.subject_id and g.form_level = c.form_level
        where (case when c.course_work_only then course.mark is null and coalesce(course.attendance, 1) = 1
                    else exam.mark is null and coalesce(exam.attendance, 1) = 1 end)
          and not ${IS_GRADED}
          and not ${HAS_CRITERION_GRADE}`;
