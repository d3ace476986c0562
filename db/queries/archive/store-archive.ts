import { queryRows, runQuery } from "../../index.ts";
import type { Assessment, Mark } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { overwriteColumnsSql } from "../parts.ts";
import { lockFirstSaves } from "../marks/mark-sheet.ts";
import { withArchiveKeys, IS_ARCHIVE_MARK, type ArchiveRow } from "./archive-rows.ts";

type StudentTerms = {
  studentKey: number;
  terms: readonly Pick<ArchiveRow, "academic_term_id" | "class_id">[];
};

/**
 * Locks these archive terms of a student until the transaction ends, so that other saves of the archive and of mark
 * sheets wait. The order of locks is the same as for mark sheets: first saves, then marks by id.
 */
export async function lockArchiveTerms(
  { studentKey, terms }: StudentTerms,
  t: TermTransaction,
): Promise<void> {
  const { subjects } = withArchiveKeys({});
  await lockFirstSaves(
    terms.flatMap(({ academic_term_id: academicTermId, class_id }) =>
      // An archive term has no class, so the student's key takes the place of the class in the lock.
      class_id === null
        ? [{ academicTermId, classId: studentKey, subjectId: 0 }]
        : subjects.map((subjectId) => ({ academicTermId, classId: class_id, subjectId })),
    ),
    t,
  );
  await runQuery(
    `select m.mark_id
       from marks m
      where m.student_key = $studentKey and m.academic_term_id = any ($termIds::integer[]) and ${IS_ARCHIVE_MARK}
      order by m.mark_id
        for update`,
    withArchiveKeys({ studentKey, termIds: terms.map(({ academic_term_id }) => academic_term_id) }),
    t,
  );
}

/** The maximum of a test in a calendar term, if it is not 100. */
export type TestMaximum = Pick<Assessment, "academic_term_id" | "subject_id" | "test_id"> &
  NumericColumns<Pick<Assessment, "max_mark">>;

/** Lists the maximum of each mark in these terms: the mark's own, or else that of the test in the student's class. */
export function listArchiveMaxima(
  { studentKey, terms }: StudentTerms,
  t: TermTransaction,
): Promise<TestMaximum[]> {
  return queryRows<TestMaximum>(
    `select academic_term_id, subject_id, test_id, max_mark::float8 as max_mark
       from (select a.academic_term_id, a.subject_id, a.test_id, a.max_mark, 1 as rank
               from assessments a
               join unnest($termIds::integer[], $classIds::integer[]) as x (academic_term_id, class_id)
              using (academic_term_id, class_id)
              where a.fortnightly_test_id is null
             union all
             select m.academic_term_id, m.subject_id, m.test_id, m.max_mark, 2
               from marks m
              where m.student_key = $studentKey and m.academic_term_id = any ($termIds::integer[]) and ${IS_ARCHIVE_MARK}) v
      order by rank`,
    withArchiveKeys({
      studentKey,
      termIds: terms.map(({ academic_term_id }) => academic_term_id),
      classIds: terms.map(({ class_id }) => class_id),
    }),
    t,
  );
}

export type ArchiveMarkWrite = Pick<Mark, "student_key" | "academic_term_id" | "subject_id" | "test_id"> & {
  mark: number | null;
  max_mark: number;
};

/** Stores archive marks, with the student as present, because a student with a mark was present. */
export function saveArchiveMarks(writes: readonly ArchiveMarkWrite[], t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark, attendance)
     select i.student_key, i.academic_term_id, i.subject_id, i.test_id, i.mark, i.max_mark, 1
       from jsonb_populate_recordset(null::marks, $marks::jsonb) as i
      order by i.academic_term_id, i.subject_id, i.test_id
     on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
     do update set ${overwriteColumnsSql(["mark", "max_mark", "attendance"])}`,
    { marks: JSON.stringify(writes) },
    t,
  );
}

export type ArchiveClassWrite = { student_key: number; academic_term_id: number; form_class_id: string };

/** Registers a student in archive terms. An archive term is created when it is first needed. */
export async function saveArchiveClasses(
  writes: readonly ArchiveClassWrite[],
  t: TermTransaction,
): Promise<void> {
  const bound = { writes: JSON.stringify(writes) };
  await runQuery(
    `insert into academic_terms (academic_term_id, term)
     select distinct i.academic_term_id, i.academic_term_id % 100
       from jsonb_to_recordset($writes::jsonb) as i (academic_term_id integer)
     on conflict do nothing`,
    bound,
    t,
  );
  await runQuery(
    `insert into archive_registrations (student_key, academic_term_id, form_class_id)
     select i.student_key, i.academic_term_id, i.form_class_id
       from jsonb_to_recordset($writes::jsonb) as i (student_key integer, academic_term_id integer, form_class_id text)
      order by i.academic_term_id
     on conflict (student_key, academic_term_id) do update set form_class_id = excluded.form_class_id`,
    bound,
    t,
  );
}
