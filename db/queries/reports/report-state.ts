import { attendsLessonSql, criterionIdsSql, hasEveryGradeSql, isLessonTaughtInTermSql } from "../parts.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { courseWorkWeightSql } from "./report-card-settings.ts";

/** SQL condition: a signed report would now print something other than what was signed. */
export function isReportChangedSql(record: string, fingerprint = `report_fingerprint(${record})`): string {
  return `${record}.signed_fingerprint <> ${fingerprint}`;
}

/** SQL condition: ratings, the comment or a mark are missing. `u` is the row of STUDENTS_WITH_MISSING_MARKS, if any. */
export const IS_REPORT_MISSING = `(coalesce(d.teacher_comment, '') = '' or u.student_key is not null
                     or num_nulls(${BEHAVIOUR_FIELDS.map((field) => `d.${field}`).join(", ")}) > 0)`;

const STATE = `case when d.signed_by is not null then case when ${isReportChangedSql("d")} then 'changed' else 'signed' end
                    when d.returned_by is not null then 'returned'
                    when ${IS_REPORT_MISSING} then 'incomplete'
                    else 'complete' end`;

/**
 * SQL: the state of every report of `roster` in the bound term, by the rule of `domain/report-state.ts`; a test
 * compares the two. `unmarked` has the students with a missing mark.
 */
export const REPORT_STATES = `
       select r.class_id, ${STATE} as state, ${IS_REPORT_MISSING} as is_missing
         from roster r
         left join term_records d on d.student_key = r.student_key and d.academic_term_id = $academicTermId
         left join unmarked u on u.student_key = r.student_key`;

const IS_COMPLETE = "not is_missing and state <> 'returned'";

/** SQL: the counts of `countReports` in app/domain over the rows of REPORT_STATES, in the order of report_counts. */
export const REPORT_COUNT_COLUMNS = `count(state), count(*) filter (where ${IS_COMPLETE}),
            count(*) filter (where state in ('signed', 'changed')), count(*) filter (where state = 'changed'),
            count(*) filter (where state = 'returned'), count(*) filter (where ${IS_COMPLETE} and state <> 'signed')`;

const CRITERIA = criterionIdsSql({
  byCriteria: "c.by_criteria",
  subjectId: "p.subject_id",
  formLevel: "c.form_level",
});

/**
 * SQL: how much the course work counts. The value is 0 where grades are chosen, and in a class that is graded by
 * criteria.
 */
const WEIGHT = `case when c.course_work_only then 100
                     when c.weights is null or c.by_criteria or g.subject_id is not null then 0
                     else ${courseWorkWeightSql("c.weights", "p.subject_id")} end`;

/** SQL condition: a part of a weighted result is entered. */
const hasPart = (part: "course" | "exam") =>
  `coalesce(${part}.mark is not null or ${part}.attendance <> 1, false)`;

/**
 * SQL condition: a subject without criteria has a mark in the test that counts, or in both, or a grade if grades are
 * chosen.
 */
const IS_MARKED = `(case when w.weight between 1 and 99 then ${hasPart("course")} and ${hasPart("exam")}
                         when w.weight = 100 then course.mark is not null
                         else exam.mark is not null end
                    or (g.subject_id is not null
                        and coalesce(case when c.course_work_only then course.grade end, exam.grade) is not null))`;

/**
 * SQL: the mark of a student in a subject. OFFSET 0 makes PostgreSQL look each mark up in the index. Joined with
 * `entries`, whose size it underestimates in a large school, it would compare each mark with every other one.
 */
const markOfTestSql = (testId: number) => `
           select m.mark_id, m.attendance, m.mark, m.grade
             from marks m
            where m.student_key = p.student_key and m.academic_term_id = $academicTermId and m.subject_id = p.subject_id
              and m.test_id = ${testId}
           offset 0`;

/**
 * SQL: the students of `roster` who have a subject without a result (`calculateSubjectResult` in app/domain). `held`
 * contains the classes, `entries` contains their marks, and `$gradedSubjects` the subjects with chosen grades, by
 * form level.
 */
export const STUDENTS_WITH_MISSING_MARKS = `
       select distinct r.student_key
         from (select r.student_key, l.subject_id
                 from roster r
                 join lessons l on l.class_id = r.class_id
                where ${isLessonTaughtInTermSql("l")} and ${attendsLessonSql("l.")}
                union
               select m.student_key, m.subject_id from entries m) p
         join roster r using (student_key)
         join held c using (class_id)
         left join lateral (${markOfTestSql(1)}) exam on true
         left join lateral (${markOfTestSql(2)}) course on true
         left join jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                on g.subject_id = p.subject_id and g.form_level = c.form_level
        cross join lateral (select ${CRITERIA} as criteria) k
        cross join lateral (select case when cardinality(k.criteria) > 0 and not c.course_work_only then 0 else ${WEIGHT} end as weight) w
        where (w.weight between 1 and 99
               or coalesce(case when w.weight = 100 then course.attendance else exam.attendance end, 1) = 1)
          and not case when cardinality(k.criteria) > 0 then ${hasEveryGradeSql("exam", "k.criteria")}
                       else ${IS_MARKED} end`;
