import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import { FortnightlyTest, type Assessment } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_ANY_ENTRY, TEST_POSITION_SQL } from "../parts.ts";
import type { ClassInTerm } from "./configuration.ts";
import type { Subject } from "../../models/classes.ts";
import type { ClassesInTerm } from "../class-students.ts";

export type ScheduledTest = Pick<FortnightlyTest, "fortnightly_test_id" | "title" | "test_date"> &
  NumericColumns<Pick<FortnightlyTest, "version">> & {
    /** The number of entries in this test, in all subjects. */
    entered: number;
  };

export function listScheduledTests(params: ClassInTerm, t: ReadTransaction): Promise<ScheduledTest[]> {
  return queryRows<ScheduledTest>(
    `select n.fortnightly_test_id, n.title, n.test_date::text as test_date, n.version,
            (select count(*)::integer from marks m
              where m.fortnightly_test_id = n.fortnightly_test_id and ${HAS_ANY_ENTRY}) as entered
       from fortnightly_tests n
      where n.class_id = $classId and n.academic_term_id = $academicTermId
      order by n.test_date nulls last, n.title collate names, n.fortnightly_test_id`,
    params,
    t,
  );
}

type NewTest = ClassInTerm & {
  title: string;
  test_date: string | null;
  /** `subjects` lists the subjects with this test; `max_mark` is their maximum mark. */
  subjects: readonly number[];
  max_mark: number | null;
};

export async function createFortnightlyTest(
  { classId, academicTermId, title, test_date, ...held }: NewTest,
  t: TermTransaction,
): Promise<void> {
  const of = { class_id: classId, academic_term_id: academicTermId };
  const { fortnightly_test_id: testId } = await FortnightlyTest.insert({ ...of, title, test_date }, t);
  if (held.max_mark === null) return;
  await runQuery(
    `insert into assessments (class_id, academic_term_id, subject_id, test_id, fortnightly_test_id, max_mark)
     select $classId, $academicTermId, s.subject_id, 3, $testId, $max_mark
       from unnest($subjects::integer[]) as s (subject_id)`,
    { classId, academicTermId, testId, ...held },
    t,
  );
}

export async function updateFortnightlyTest(
  { fortnightly_test_id, ...named }: Pick<ScheduledTest, "fortnightly_test_id" | "title" | "test_date">,
  t: TermTransaction,
): Promise<void> {
  await FortnightlyTest.update(named, { fortnightly_test_id }, t);
}

/** Deletes fortnightly tests without entries. Also deletes cleared marks, which are empty rows. */
export async function deleteFortnightlyTests(
  params: { academicTermId: number; testIds: readonly number[] | null },
  t: TermTransaction,
): Promise<void> {
  const meant = `n.academic_term_id = $academicTermId
        and ($testIds::integer[] is null or n.fortnightly_test_id = any ($testIds))`;
  await runQuery(
    `delete from marks m using fortnightly_tests n
      where m.fortnightly_test_id = n.fortnightly_test_id and ${meant} and not ${HAS_ANY_ENTRY}`,
    params,
    t,
  );
  await runQuery(
    `delete from assessments a using fortnightly_tests n where a.fortnightly_test_id = n.fortnightly_test_id and ${meant}`,
    params,
    t,
  );
  await runQuery(`delete from fortnightly_tests n where ${meant}`, params, t);
}

export type FortnightlyTestRow = Pick<
  FortnightlyTest,
  "fortnightly_test_id" | "class_id" | "title" | "test_date"
> & {
  subjects: (Pick<Subject, "subject_id" | "title"> &
    Pick<Assessment, "test_date"> &
    NumericColumns<Pick<Assessment, "max_mark">>)[];
};

/** Lists the fortnightly tests of classes in a term by date, each with the subjects that have the test. */
export function listFortnightlyTestRows(
  params: { classIds: readonly number[]; academicTermId: number },
  t: ReadTransaction,
): Promise<FortnightlyTestRow[]> {
  return queryRows<FortnightlyTestRow>(
    `select n.fortnightly_test_id, n.class_id, n.title, n.test_date::text as test_date,
            coalesce(jsonb_agg(jsonb_build_object('subject_id', s.subject_id, 'title', s.title,
                                                  'test_date', coalesce(a.test_date, n.test_date),
                                                  'max_mark', a.max_mark)
                               order by s.title collate names, s.subject_id)
                     filter (where s.subject_id is not null), '[]') as subjects
       from fortnightly_tests n
       left join assessments a using (fortnightly_test_id)
       left join subjects s on s.subject_id = a.subject_id
      where n.class_id = any ($classIds::integer[]) and n.academic_term_id = $academicTermId
      group by n.fortnightly_test_id
      order by n.test_date nulls last, n.title collate names, n.fortnightly_test_id`,
    params,
    t,
  );
}

export type ClassTest = Pick<Assessment, "class_id" | "subject_id"> &
  Pick<FortnightlyTest, "fortnightly_test_id"> &
  NumericColumns<Pick<Assessment, "max_mark">> & {
    /** The position by date. The subject's first test of the term has position 1. */
    place: number;
    test_date: string | null;
  };

export function listClassTests(params: ClassesInTerm, t: ReadTransaction): Promise<ClassTest[]> {
  return queryRows<ClassTest>(
    `select a.class_id, a.subject_id, a.fortnightly_test_id, a.max_mark::float8 as max_mark,
            coalesce(a.test_date, n.test_date)::text as test_date, ${TEST_POSITION_SQL} as place
       from assessments a
       join fortnightly_tests n using (fortnightly_test_id)
      where a.class_id = any ($classIds) and a.academic_term_id = $academicTermId
      order by a.class_id, a.subject_id, place`,
    params,
    t,
  );
}
