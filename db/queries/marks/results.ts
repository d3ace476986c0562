import { queryRows, type ReadTransaction } from "../../index.ts";
import { Subject, type FormClass, type Registration, type SchoolClass } from "../../models/classes.ts";
import { DEFAULT_GRADING, type GradingScale } from "#domain/grading.ts";
import type { TestId } from "#domain/terms.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import {
  attendsLessonSql,
  isClassInScopeSql,
  isLessonTaughtInTermSql,
  registerOrderSql,
  type QueryScope,
} from "../parts.ts";
import { gradingSql } from "../reports/report-card-settings.ts";

export type GradedClassRow = Pick<SchoolClass, "class_id" | "label" | "form_class_id" | "course_work_only"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    academic_term_id: number;
    by_criteria: boolean;
    /** The subjects with criteria at this level. If the class is graded by criteria, these subjects have no marks. */
    criteria_subjects: number[];
    /** All classes of a level in a term share this object. */
    grading: GradingScale;
    /** A value that changes when the class is counted again after a change of marks, students, lessons or rules. */
    counted: string;
  };

/**
 * Lists the classes in scope that have students, in each of several terms. The counts of these terms must be up to date
 * (`refreshCounts`). After any change of a class its count is written again, which changes the row's `xmin`.
 */
export async function listResultClasses(
  params: QueryScope & { terms: readonly number[] },
  t: ReadTransaction,
): Promise<GradedClassRow[]> {
  const [gradings, classes] = await Promise.all([
    listGradings(params.terms, t),
    queryRows<Omit<GradedClassRow, "grading">>(
      `select y.academic_term_id, c.class_id, c.label, c.form_class_id, c.course_work_only, f.form_level, f.group_title,
              c.assessment_type is not null as by_criteria,
              case when c.assessment_type is null then '{}'
                   else array(select distinct k.subject_id from assessment_criteria k where k.form_level = f.form_level
                               order by k.subject_id) end as criteria_subjects, n.xmin::text as counted
         from academic_terms y
         join classes c using (academic_year_id)
         join form_classes f using (form_class_id)
         join report_counts n on n.academic_term_id = y.academic_term_id and n.class_id = c.class_id and n.total > 0
        where y.academic_term_id = any ($terms) and ${isClassInScopeSql("c", "y.academic_term_id")}
        order by y.academic_term_id, f.position, c.label collate names, c.class_id`,
      params,
      t,
    ),
  ]);
  return classes.map((row) => ({
    ...row,
    grading: gradings.get(`${row.academic_term_id} ${row.form_level}`) ?? DEFAULT_GRADING,
  }));
}

/** Returns the gradings of all levels in several terms, by `term level`. */
async function listGradings(
  terms: readonly number[],
  t: ReadTransaction,
): Promise<ReadonlyMap<string, GradingScale>> {
  const rows = await queryRows<{ place: string; grading: GradingScale }>(
    `select concat_ws(' ', y.academic_term_id, f.form_level) as place,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading
       from academic_terms y
      cross join (select distinct form_level from form_classes) f
      where y.academic_term_id = any ($terms)
      order by place`,
    { terms },
    t,
  );
  return new Map(rows.map(({ place, grading }) => [place, grading]));
}

export type StudentMarksRow = Pick<Registration, "student_key"> & {
  class_id: number;
  /**
   * A mark for each subject that the student takes or has a mark in; null without one. The mark of the course work is
   * included if the end-of-term results are made of both.
   */
  marks: [
    subjectId: number,
    mark: number | null,
    maxMark: number,
    courseMark: number | null,
    courseMaxMark: number,
  ][];
};

type OfTest = {
  academicTermId: number;
  classIds: readonly number[];
  testId: TestId;
  /** True to read the marks of the course work together with the end-of-term marks. */
  withCourseWork: boolean;
  /** Limits the marks to a subject; null for all. */
  subjectId: number | null;
};

/**
 * Lists the students of classes with their marks in a test, in register order. At the end of term, the course work
 * counts in a class that has nothing else (`listTestsThatCount` in app/domain).
 */
export function loadTermResults(params: OfTest, t: ReadTransaction): Promise<StudentMarksRow[]> {
  return queryRows<StudentMarksRow>(
    `with roster as materialized (
       select r.student_key, r.class_id, r.academic_year_id,
              case when c.course_work_only and $testId = 1 then 2 else $testId end as test_id
         from registrations r
         join classes c using (class_id)
        where r.class_id = any ($classIds) and r.academic_term_id = $academicTermId and ${IS_IN_CLASS_OF_TERM}
     ), taught as materialized (
       select distinct r.student_key, l.subject_id
         from lessons l
         join roster r using (class_id)
        where l.class_id = any ($classIds) and ($subjectId::integer is null or l.subject_id = $subjectId)
          and ${isLessonTaughtInTermSql("l")} and ${attendsLessonSql("l.")}
     ), marked as materialized (
       select r.student_key, m.subject_id, max(m.mark) filter (where m.test_id = r.test_id) as mark,
              max(m.max_mark) filter (where m.test_id = r.test_id) as max_mark,
              max(m.mark) filter (where m.test_id = 2) as course_mark,
              max(m.max_mark) filter (where m.test_id = 2) as course_max_mark
         from roster r
        cross join lateral (select m.subject_id, m.test_id, m.mark, m.max_mark
                              from marks m
                             where m.student_key = r.student_key and m.academic_term_id = $academicTermId
                               and (m.test_id = r.test_id or $withCourseWork and m.test_id = 2) and m.mark is not null
                               and ($subjectId::integer is null or m.subject_id = $subjectId)
                            offset 0) m
        group by r.student_key, m.subject_id
     ), taken as materialized (
       select student_key,
              jsonb_agg(jsonb_build_array(subject_id, m.mark::float8, coalesce(m.max_mark, 100)::float8,
                                          m.course_mark::float8, coalesce(m.course_max_mark, 100)::float8)
                        order by subject_id) as marks
         from taught
         full join marked m using (student_key, subject_id)
        group by student_key
     )
     select r.student_key, r.class_id, coalesce(x.marks, '[]') as marks
       from roster r
       join students s on s.id = r.student_key
       left join taken x on x.student_key = r.student_key
      order by r.class_id, ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type SubjectTitle = Pick<Subject, "subject_id" | "title">;

/** Lists the titles of all subjects. Retired subjects are included, because past terms have marks in them. */
export function listSubjectTitles(t: ReadTransaction): Promise<SubjectTitle[]> {
  return Subject.select(["subject_id", "title"], { order: ["title", "subject_id"] }, t);
}
