import { describeMergedStudents, type StudentAfterMerge } from "#domain/people/students.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../../index.ts";
import { DifferentStudents, MergedRows, type StudentMerge } from "../../../models/merges.ts";
import type { Account } from "../../../models/accounts.ts";
import type { Employee, Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import type { StudentRowSnapshot } from "./images.ts";

export async function insertMerge(
  merge: { keptKey: number; mergedKey: number; mergedBy: number },
  t: TermTransaction,
): Promise<number> {
  const made = await queryRow<Pick<StudentMerge, "merge_id">>(
    `insert into student_merges (kept_key, merged_key, merged_by)
     values ($keptKey, $mergedKey, $mergedBy)
     returning merge_id`,
    merge,
    t,
  );
  if (!made) throw new Error("The new merge was not returned.");
  return made.merge_id;
}

type Shown = (students: readonly number[]) => Promise<readonly { student_key: number }[]>;

/**
 * Explains that some of these students no longer exist because they were merged into a record that still exists.
 * @param shown the students whom the requester may see; the others are left out
 */
export async function listMergedAwayReasons(
  keys: readonly number[],
  shown: Shown,
  t: ReadTransaction,
): Promise<ReadonlyMap<string, string>> {
  const stayed = await recordsThatStayed(keys, t);
  const there = new Set((await shown(stayed.map(({ id }) => id))).map(({ student_key }) => student_key));
  return describeMergedStudents(stayed.filter(({ id }) => there.has(id)));
}

/** Finds the records into which these students were merged, even through several merges. */
function recordsThatStayed(keys: readonly number[], t: ReadTransaction): Promise<StudentAfterMerge[]> {
  return queryRows<StudentAfterMerge>(
    `with recursive merged as (
       select s.id as merged_key, s.merged_into as id
         from students s
        where s.id = any ($keys::integer[]) and s.merged_into is not null
        union all
       select m.merged_key, s.merged_into from merged m join students s using (id) where s.merged_into is not null)
     select m.merged_key, s.id, s.first_name, s.last_name, s.student_id
       from merged m
       join students s using (id)
      where s.merged_into is null
      order by m.merged_key`,
    { keys },
    t,
  );
}

type Images = { before: StudentRowSnapshot; after: StudentRowSnapshot };

export async function saveMergeSnapshots(
  { mergeId, before, after }: Images & { mergeId: number },
  t: TermTransaction,
): Promise<void> {
  await MergedRows.insert({ merge_id: mergeId, before, after }, t);
}

export function findMergeSnapshots(mergeId: number, t: ReadTransaction): Promise<Images | null> {
  return queryRow<Images>(
    "select w.before, w.after from merged_rows w where w.merge_id = $mergeId order by w.merge_id",
    { mergeId },
    t,
  );
}

/** Marks a merge as undone and deletes its stored rows. */
export async function markMergeUndone(
  params: { mergeId: number; undoneBy: number },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    "update student_merges set undone_by = $undoneBy, undone_at = now() where merge_id = $mergeId",
    params,
    t,
  );
  await MergedRows.delete({ merge_id: params.mergeId }, t);
}

export type MergeRow = StudentMerge &
  NullableColumns<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    /** True if the remaining record was itself merged into another record. */
    is_merged_on: boolean;
    kept: Pick<Student, "id" | "first_name" | "last_name" | "student_id">;
    merged: Pick<Student, "id" | "first_name" | "last_name" | "student_id">;
  };

/** Lists the newest merges. @param params.mergeId lists only this merge; null for the newest */
export function listMerges(
  params: { mergeId: number | null; most: number },
  t: ReadTransaction,
): Promise<MergeRow[]> {
  return queryRows<MergeRow>(
    `select g.merge_id, g.kept_key, g.merged_key, g.merged_by, g.merged_at, g.undone_by, g.undone_at,
            e.first_name, e.last_name, a.user_name, k.merged_into is not null as is_merged_on,
            ${named("k")} as kept, ${named("m")} as merged
       from student_merges g
       join students k on k.id = g.kept_key
       join students m on m.id = g.merged_key
       join accounts a on a.account_id = g.merged_by
       left join employees e using (employee_id)
      where $mergeId::integer is null or g.merge_id = $mergeId
      order by g.merged_at desc, g.merge_id desc
      limit $most`,
    params,
    t,
  );
}

function named(student: string): string {
  return `jsonb_build_object('id', ${student}.id, 'first_name', ${student}.first_name, 'last_name', ${student}.last_name,
                             'student_id', ${student}.student_id)`;
}

/** Records that two similar students are different children. A repeated call does not change the first record. */
export async function recordDifferentStudents(
  { keys, saidBy }: { keys: readonly [number, number]; saidBy: number },
  t: Transaction,
): Promise<void> {
  const [one, other] = [Math.min(...keys), Math.max(...keys)];
  const found = await DifferentStudents.selectOne(
    ["one_key"],
    { where: { one_key: one, other_key: other } },
    t,
  );
  if (found) return;
  await DifferentStudents.insert({ one_key: one, other_key: other, said_by: saidBy }, t);
}

type Asked = {
  classIds: readonly number[];
  subjectIds: readonly number[];
  fortnightlyTestIds: readonly number[];
  employeeIds: readonly number[];
  academicTermIds: readonly number[];
};

export type MergedName = {
  of: "class" | "subject" | "fortnightly test" | "employee" | "assessment";
  id: number;
  words: string;
};

/** Lists the names of everything to which the rows of two students refer. A term also has its kind of assessment. */
export function listMergedNames(params: Asked, t: ReadTransaction): Promise<MergedName[]> {
  return queryRows<MergedName>(
    `select 'class' as of, c.class_id as id, c.label as words
       from classes c where c.class_id = any ($classIds::integer[])
      union all
     select 'subject', s.subject_id, s.title from subjects s where s.subject_id = any ($subjectIds::integer[])
      union all
     select 'fortnightly test', n.fortnightly_test_id, n.title
       from fortnightly_tests n where n.fortnightly_test_id = any ($fortnightlyTestIds::integer[])
      union all
     select 'employee', e.employee_id, concat_ws(' ', e.first_name, e.last_name)
       from employees e where e.employee_id = any ($employeeIds::integer[])
      union all
     select 'assessment', y.academic_term_id, y.assessment_type
       from academic_terms y where y.academic_term_id = any ($academicTermIds::integer[])
      order by of, id`,
    params,
    t,
  );
}
