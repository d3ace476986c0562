import { queryRows, type ReadTransaction, queryRow, runQuery } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import type { ClassInTerm, AssessmentTestKey } from "./configuration.ts";
import { AcademicTerm, type CalendarTerm } from "../../models/school.ts";
import type { NumericColumns } from "../../models/rows.ts";
import { HAS_ANY_ENTRY } from "../parts.ts";
import type { Subject } from "../../models/classes.ts";
import { AssessmentCriterion } from "../../models/marks.ts";

/** Locks the tests of a class until the transaction ends, so that several people's changes follow one another. */
export async function lockClassTests({ classId }: ClassInTerm, t: TermTransaction): Promise<void> {
  await queryRows("select class_id from classes where class_id = $classId for no key update", { classId }, t);
}

export type AssessmentWrite = AssessmentTestKey & {
  subject_id: number;
  test_date: string | null;
  /** Null if the subject does not have this test, or if the test is to be removed. */
  max_mark: number | null;
};

/**
 * Stores the settings of tests. Every written row gets a new version, even if the values are the same, because the
 * highest version among a subject's tests is the version of the subject.
 */
export async function saveAssessments(
  params: ClassInTerm & { writes: readonly AssessmentWrite[] },
  t: TermTransaction,
): Promise<void> {
  const bind = { ...params, writes: JSON.stringify(params.writes) };
  const written = `jsonb_to_recordset($writes::jsonb)
                     as i (subject_id integer, test_id smallint, fortnightly_test_id integer, test_date date, max_mark numeric)`;
  const isGone = `i.max_mark is null and a.class_id = $classId and a.academic_term_id = $academicTermId
        and a.subject_id = i.subject_id and a.fortnightly_test_id = i.fortnightly_test_id`;
  // Rows are updated before they are deleted, because the update gives them a new version. A page that read the old
  // version then finds the deletion in the audit trail.
  await queryRows(
    `update assessments a set test_date = a.test_date from ${written} where ${isGone}`,
    bind,
    t,
  );
  await queryRows(`delete from assessments a using ${written} where ${isGone}`, bind, t);
  await queryRows(
    `insert into assessments (class_id, academic_term_id, subject_id, test_id, fortnightly_test_id, test_date, max_mark)
     select $classId, $academicTermId, i.subject_id, i.test_id, i.fortnightly_test_id, i.test_date, i.max_mark
       from ${written}
      where i.max_mark is not null
         on conflict (class_id, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
         do update set test_date = excluded.test_date, max_mark = excluded.max_mark`,
    bind,
    t,
  );
}

export type AssessmentChange = RowChange & AssessmentTestKey;

/** Lists the changes to the tests of subjects after the given version of each subject, oldest first. */
export function listTestChanges(
  params: ClassInTerm & { bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<AssessmentChange[]> {
  const wanted = [...params.bases].map(([subject_id, base]) => ({ subject_id, base }));
  return queryRows<AssessmentChange>(
    `with wanted as (
       select i.* from jsonb_to_recordset($wanted::jsonb) as i (subject_id integer, base bigint)
     ), events as (
       select a.subject_id, a.test_id, a.fortnightly_test_id, e.event_id
         from wanted w
         join assessments a on a.class_id = $classId and a.academic_term_id = $academicTermId and a.subject_id = w.subject_id
         join audit_events e on e.table_name = 'assessments' and e.row_id = a.assessment_id::text and e.version > w.base
       union all
       select w.subject_id, (e.old_values ->> 'test_id')::integer, (e.old_values ->> 'fortnightly_test_id')::integer, e.event_id
         from wanted w
         join audit_events e on e.table_name = 'assessments' and e.operation = 'delete' and e.version > w.base
          and (e.old_values ->> 'class_id')::integer = $classId
          and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
          and (e.old_values ->> 'subject_id')::integer = w.subject_id
     )
     select v.subject_id as row, v.test_id, v.fortnightly_test_id, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from events v
       join audit_events e using (event_id)
       ${JOIN_CHANGE_AUTHOR}
      order by v.subject_id, e.event_id`,
    { classId: params.classId, academicTermId: params.academicTermId, wanted: JSON.stringify(wanted) },
    t,
  );
}

type TermAssessmentType = Pick<CalendarTerm, "academic_term_id" | "assessment_type"> &
  NumericColumns<Pick<CalendarTerm, "version">> & { is_current: boolean };

/** Locks a term and returns its kind of assessment. Returns null for a term that is not in the calendar. */
export function lockTermAssessmentType(
  academicTermId: number,
  t: TermTransaction,
): Promise<TermAssessmentType | null> {
  return queryRow<TermAssessmentType>(
    `select y.academic_term_id, y.assessment_type, y.version, y.academic_term_id = o.current_term_id as is_current
       from academic_terms y
      cross join schools o
      where y.academic_term_id = $academicTermId and y.academic_year_id is not null
      order by y.academic_term_id
        for update of y`,
    { academicTermId },
    t,
  );
}

export async function updateTermAssessmentType(
  { academic_term_id, assessment_type }: Pick<CalendarTerm, "academic_term_id" | "assessment_type">,
  t: TermTransaction,
): Promise<void> {
  await AcademicTerm.update({ assessment_type }, { academic_term_id }, t);
}

export type TermEntryCounts = {
  /** Entries in the other assessment, except in classes with course work only, which always have it. */
  other: number;
  fortnightly: number;
  tests: number;
};

export async function countTermEntries(academicTermId: number, t: ReadTransaction): Promise<TermEntryCounts> {
  const [held] = await queryRows<TermEntryCounts>(
    `select (select count(*)::integer
               from registrations r
               join classes c using (class_id)
               join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
              where r.academic_term_id = $academicTermId and m.test_id = 2 and not c.course_work_only
                and c.assessment_type is null and ${HAS_ANY_ENTRY}) as other,
            (select count(*)::integer
               from marks m
              where m.academic_term_id = $academicTermId and m.test_id = 3 and ${HAS_ANY_ENTRY}) as fortnightly,
            (select count(*)::integer from fortnightly_tests where academic_term_id = $academicTermId) as tests`,
    { academicTermId },
    t,
  );
  return held ?? { other: 0, fortnightly: 0, tests: 0 };
}

type CriteriaKey = { subjectId: number; formLevel: number };

export type CriterionWithUse = Pick<AssessmentCriterion, "criterion_id" | "detail"> &
  NumericColumns<Pick<AssessmentCriterion, "version">> & {
    /** The number of grades for this criterion, in all years. */
    grades: number;
  };

export function listCriteriaWithUse(params: CriteriaKey, t: ReadTransaction): Promise<CriterionWithUse[]> {
  return queryRows<CriterionWithUse>(
    `select k.criterion_id, k.detail, k.version,
            (select count(*)::integer from criterion_grades g
              where g.criterion_id = k.criterion_id and g.grade is not null) as grades
       from assessment_criteria k
      where k.subject_id = $subjectId and k.form_level = $formLevel
      order by k.position, k.criterion_id`,
    params,
    t,
  );
}

export type CriteriaOfSubject = Pick<Subject, "subject_id"> & { details: string[] };

export function listCriteriaOfLevel(formLevel: number, t: ReadTransaction): Promise<CriteriaOfSubject[]> {
  return queryRows<CriteriaOfSubject>(
    `select k.subject_id, jsonb_agg(k.detail order by k.position, k.criterion_id) as details
       from assessment_criteria k
      where k.form_level = $formLevel
      group by k.subject_id
      order by k.subject_id`,
    { formLevel },
    t,
  );
}

export async function createCriteria(
  params: CriteriaKey & { details: readonly string[] },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into assessment_criteria (subject_id, form_level, detail, position)
     select $subjectId, $formLevel, n.detail, n.place + coalesce(
              (select max(position) from assessment_criteria where subject_id = $subjectId and form_level = $formLevel), 0)
       from unnest($details::text[]) with ordinality as n (detail, place)`,
    params,
    t,
  );
}

export async function updateCriterion(
  criterion_id: number,
  detail: string,
  t: TermTransaction,
): Promise<void> {
  await AssessmentCriterion.update({ detail }, { criterion_id }, t);
}

/** Deletes criteria without grades. Also deletes cleared grades, which are empty rows. */
export async function deleteCriteria(criteria: readonly number[], t: TermTransaction): Promise<void> {
  await runQuery(
    "delete from criterion_grades where criterion_id = any ($criteria) and grade is null",
    { criteria },
    t,
  );
  await runQuery("delete from assessment_criteria where criterion_id = any ($criteria)", { criteria }, t);
}
