import type { AssessmentType } from "#domain/terms.ts";
import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import { type ClassTeacher, type FormClass, type Subject, SchoolClass } from "../../models/classes.ts";
import type { Assessment, FortnightlyTest } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import {
  DAY_OF_CURRENT_TERM_SQL,
  isAssignedOnSql,
  HAS_ANY_ENTRY,
  isLessonTaughtInTermSql,
} from "../parts.ts";
import type { TermTransaction } from "../../term-transaction.ts";

export type ClassInTerm = { classId: number; academicTermId: number };

export type ClassConfiguration = Pick<
  SchoolClass,
  "class_id" | "form_class_id" | "label" | "course_work_only"
> &
  Pick<FormClass, "form_level"> & {
    by_criteria: boolean;
    academic_year_id: number;
    assessment_type: AssessmentType;
    is_current: boolean;
    term_start: string;
    term_end: string;
    fortnightly: Pick<FortnightlyTest, "fortnightly_test_id" | "title" | "test_date">[];
  };

export function findClassConfiguration(
  params: ClassInTerm,
  t: ReadTransaction,
): Promise<ClassConfiguration | null> {
  return queryRow<ClassConfiguration>(
    `select c.class_id, c.form_class_id, c.label, c.course_work_only, c.assessment_type is not null as by_criteria, f.form_level,
            y.academic_year_id, y.assessment_type, y.academic_term_id = o.current_term_id as is_current,
            y.term_start::text as term_start, y.term_end::text as term_end,
            coalesce((select jsonb_agg(jsonb_build_object('fortnightly_test_id', n.fortnightly_test_id, 'title', n.title,
                                                          'test_date', n.test_date)
                                       order by n.test_date nulls last, n.title collate names, n.fortnightly_test_id)
                        from fortnightly_tests n
                       where n.class_id = c.class_id and n.academic_term_id = y.academic_term_id), '[]') as fortnightly
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y using (academic_year_id)
      cross join schools o
      where c.class_id = $classId and y.academic_term_id = $academicTermId and y.academic_term_id <= o.current_term_id`,
    params,
    t,
  );
}

export type ConfiguredClass = Pick<SchoolClass, "class_id" | "form_class_id" | "label" | "course_work_only"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    by_criteria: boolean;
    lead_id: ClassTeacher["employee_id"] | null;
    subjects: number;
    /** The number of tests that have marks but no date. */
    undated: number;
  };

type ClassesAsked = { academicTermId: number; gradedSubjects: string };

/** SQL: the subjects `s (class_id, subject_id)` that are taught in the classes of the bound term. */
export const TAUGHT_SUBJECTS_SQL = `select distinct l.class_id, l.subject_id
         from academic_terms y
         join classes c using (academic_year_id)
         join lessons l using (class_id)
        where y.academic_term_id = $academicTermId and ${isLessonTaughtInTermSql("l")}`;

/** SQL conditions: the test `k` takes place in class `c` in term `y`, and the subject `s` gets marks, not grades. */
const TAKES_PLACE_SQL = `case k.test_id when 1 then not c.course_work_only
                                 else c.course_work_only or y.assessment_type <> 'Forthnightly Test' end`;
const HAS_MARKS_SQL = `c.assessment_type is null
                               and not exists (select 1 from jsonb_to_recordset($gradedSubjects::jsonb)
                                                          as g (subject_id integer, form_level smallint)
                                                where g.subject_id = s.subject_id and g.form_level = f.form_level)`;

/** The number up to which Settings counts missing dates, so that it need not read all tests of a very large school. */
export const MOST_DATES_COUNTED = 1000;

/** SQL: counts the tests of the bound term that have marks but no date, up to `MOST_DATES_COUNTED`. */
export const UNDATED_TESTS_SQL = `
       select count(*)::integer
         from (select from academic_terms y
                 join classes c using (academic_year_id)
                 join form_classes f using (form_class_id)
                cross join lateral (select distinct l.subject_id
                                      from lessons l
                                     where l.class_id = c.class_id and ${isLessonTaughtInTermSql("l")}) s
                 join (values (1), (2)) as k (test_id) on ${TAKES_PLACE_SQL}
                where y.academic_term_id = $academicTermId and ${HAS_MARKS_SQL}
                  and not exists (select from assessments a
                                   where a.class_id = c.class_id and a.academic_term_id = $academicTermId
                                     and a.subject_id = s.subject_id and a.test_id = k.test_id and a.test_date is not null)
                limit ${MOST_DATES_COUNTED}) u`;

export function listConfiguredClasses(params: ClassesAsked, t: ReadTransaction): Promise<ConfiguredClass[]> {
  return queryRows<ConfiguredClass>(
    `with taught as (${TAUGHT_SUBJECTS_SQL})
     select c.class_id, c.form_class_id, c.label, f.form_level, f.group_title, c.course_work_only, c.assessment_type is not null as by_criteria,
            h.employee_id as lead_id, count(distinct s.subject_id)::integer as subjects,
            count(*) filter (where k.test_id is not null and a.test_date is null and ${HAS_MARKS_SQL})::integer as undated
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
       left join class_teachers h on h.class_id = c.class_id and h.is_lead and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}
       left join taught s on s.class_id = c.class_id
       left join (values (1), (2)) as k (test_id)
              on s.subject_id is not null and ${TAKES_PLACE_SQL}
       left join assessments a on a.class_id = c.class_id and a.academic_term_id = y.academic_term_id
                              and a.subject_id = s.subject_id and a.test_id = k.test_id
      where y.academic_term_id = $academicTermId
      group by c.class_id, f.form_level, f.group_title, f.position, h.employee_id
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type AssessmentTestKey = Pick<Assessment, "test_id" | "fortnightly_test_id">;

export type ConfiguredSubject = Pick<Subject, "subject_id" | "title"> & {
  /** 0 if nothing is stored yet. */
  version: number;
  tests: (AssessmentTestKey & Pick<Assessment, "test_date"> & NumericColumns<Pick<Assessment, "max_mark">>)[];
  /** The entries by maximum mark. `count` counts marks; `entered` also counts absences. */
  given: (AssessmentTestKey & { out_of: number; count: number; entered: number })[];
  /** The number of marks that were entered in all tests of the term. */
  marks: number;
};

export function listTaughtSubjects(
  params: ClassInTerm & { subjects: readonly number[] | null },
  t: ReadTransaction,
): Promise<ConfiguredSubject[]> {
  return queryRows<ConfiguredSubject>(
    `with held as (
       select l.subject_id from lessons l where l.class_id = $classId and ${isLessonTaughtInTermSql("l")}
       union
       select a.subject_id from assessments a where a.class_id = $classId and a.academic_term_id = $academicTermId
     ), entered as materialized (
       select m.subject_id, m.test_id, m.fortnightly_test_id, m.max_mark::float8 as out_of, count(*)::integer as entered,
              count(m.mark)::integer as count
         from registrations r
         join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
        where r.class_id = $classId and r.academic_term_id = $academicTermId and ${HAS_ANY_ENTRY}
        group by 1, 2, 3, 4
     )
     select s.subject_id, s.title, coalesce(x.version, 0)::bigint as version, coalesce(x.tests, '[]') as tests,
            coalesce(g.given, '[]') as given, coalesce(g.marks, 0)::integer as marks
       from held
       join subjects s using (subject_id)
       left join (select a.subject_id, max(a.version) as version,
                         jsonb_agg(jsonb_build_object('test_id', a.test_id, 'fortnightly_test_id', a.fortnightly_test_id,
                                                      'test_date', a.test_date, 'max_mark', a.max_mark)) as tests
                    from assessments a
                   where a.class_id = $classId and a.academic_term_id = $academicTermId
                   group by a.subject_id) x using (subject_id)
       left join (select e.subject_id, sum(e.entered) as marks,
                         jsonb_agg(jsonb_build_object('test_id', e.test_id, 'fortnightly_test_id', e.fortnightly_test_id,
                                                      'out_of', e.out_of, 'count', e.count, 'entered', e.entered)
                                   order by e.out_of) as given
                    from entered e
                   group by e.subject_id) g using (subject_id)
      where $subjects::integer[] is null or s.subject_id = any ($subjects)
      order by s.title collate names, s.subject_id`,
    params,
    t,
  );
}

export type SubjectOfTerm = Pick<SchoolClass, "class_id"> &
  Pick<Subject, "subject_id" | "title" | "abbr"> & {
    tests: (AssessmentTestKey &
      Pick<Assessment, "test_date"> &
      NumericColumns<Pick<Assessment, "max_mark">>)[];
  };

/** Lists the subjects taught in classes of a term, each with the settings of its tests. */
export function listSubjectsOfTerm(
  params: { academicTermId: number; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<SubjectOfTerm[]> {
  return queryRows<SubjectOfTerm>(
    `with taught as (
       select distinct l.class_id, l.subject_id
         from lessons l
        where l.class_id = any ($classIds::integer[]) and ${isLessonTaughtInTermSql("l")}
     )
     select l.class_id, s.subject_id, s.title, s.abbr,
            coalesce(jsonb_agg(jsonb_build_object('test_id', a.test_id, 'fortnightly_test_id', a.fortnightly_test_id,
                                                  'test_date', a.test_date, 'max_mark', a.max_mark)
                               order by a.assessment_id)
                     filter (where a.assessment_id is not null), '[]') as tests
       from taught l
       join subjects s using (subject_id)
       left join assessments a on a.class_id = l.class_id and a.academic_term_id = $academicTermId
                              and a.subject_id = l.subject_id
      group by l.class_id, s.subject_id
      order by l.class_id, s.title collate names, s.subject_id`,
    params,
    t,
  );
}

type ClassAssessmentKind = Pick<SchoolClass, "course_work_only" | "assessment_type">;

type ClassEntryCounts = {
  exam: number;
  /** Exam marks in subjects that have criteria at this level. Grades by criteria would replace these marks. */
  replaced: number;
  /**
   * `other` counts marks in the other assessment; `course` counts only such marks in terms with fortnightly tests.
   */
  other: number;
  course: number;
  fortnightly: number;
  /** Marks that consist of grades by criteria. */
  criteria: number;
};

/** Counts the entries of each class in all terms of its year. The result omits classes without entries. */
export async function countClassEntries(
  params: { classIds: readonly number[]; gradedSubjects: string },
  t: ReadTransaction,
): Promise<ReadonlyMap<number, ClassEntryCounts>> {
  const held = await queryRows<ClassEntryCounts & Pick<SchoolClass, "class_id">>(
    `with entered as (
       select c.class_id, m.test_id, m.mark, m.attendance, y.assessment_type,
              exists (select 1 from criterion_grades g where g.mark_id = m.mark_id and g.grade is not null) as by_criteria,
              exists (select 1 from assessment_criteria k
                       where k.subject_id = m.subject_id and k.form_level = f.form_level) as has_criteria,
              exists (select 1 from jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                       where g.subject_id = m.subject_id and g.form_level = f.form_level) as is_graded
         from classes c
         join form_classes f using (form_class_id)
         join academic_terms y using (academic_year_id)
         join registrations r on r.class_id = c.class_id and r.academic_term_id = y.academic_term_id
         join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
        where c.class_id = any ($classIds::integer[]) and ${HAS_ANY_ENTRY}
     )
     select class_id,
            count(*) filter (where test_id = 1 and not by_criteria and not is_graded
                               and (mark is not null or attendance <> 1))::integer as exam,
            count(*) filter (where test_id = 1 and not by_criteria and has_criteria and mark is not null)::integer as replaced,
            count(*) filter (where test_id = 2)::integer as other,
            count(*) filter (where test_id = 2 and assessment_type = 'Forthnightly Test')::integer as course,
            count(*) filter (where test_id = 3)::integer as fortnightly,
            count(*) filter (where by_criteria)::integer as criteria
       from entered
      group by class_id
      order by class_id`,
    params,
    t,
  );
  return new Map(held.map((counts) => [counts.class_id, counts]));
}

export async function updateClassKind(
  classId: number,
  kind: ClassAssessmentKind,
  t: TermTransaction,
): Promise<void> {
  await SchoolClass.update(kind, { class_id: classId }, t);
}

export type TestCopySource = Pick<SchoolClass, "class_id" | "label"> & { academic_term_id: number };

/**
 * Lists classes whose tests can be copied: the other classes of the term, and the classes of the same form class in
 * earlier terms.
 */
export function listTestCopySources(
  params: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<TestCopySource[]> {
  return queryRows<TestCopySource>(
    `select c.class_id, c.label, y.academic_term_id
       from classes h
      cross join academic_terms y
       join classes c on c.academic_year_id = y.academic_year_id
       join form_classes f on f.form_class_id = c.form_class_id
      where h.class_id = $classId and c.assessment_type is null
        and (y.academic_term_id = $academicTermId and c.class_id <> h.class_id
             or y.academic_term_id < $academicTermId and c.form_class_id = h.form_class_id)
        and exists (select 1 from assessments a
                     where a.class_id = c.class_id and a.academic_term_id = y.academic_term_id)
      order by y.academic_term_id desc, f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
