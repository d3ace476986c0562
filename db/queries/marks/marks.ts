import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { CriterionGrade, Mark } from "../../models/marks.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { MARK_COLUMNS } from "#fields/mark.ts";
import type { ColumnValue } from "#fields/value.ts";
import { isMarkOfSheetSql, overwriteColumnsSql } from "../parts.ts";
import type { SheetKeyWithHeading } from "./mark-sheet.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

/** The advisory lock for first saves. Marks that do not exist yet cannot be locked as rows. */
const FIRST_SAVES = 7_210_211;

type MarksOfStudents = SheetKeyWithHeading & { students: readonly number[] };

/** Returns the students who have no mark on this sheet yet. */
export function listStudentsWithoutMark(
  { heading, key, students }: MarksOfStudents,
  t: TermTransaction,
): Promise<Pick<Mark, "student_key">[]> {
  return queryRows<Pick<Mark, "student_key">>(
    `select i.student_key
       from unnest($students::integer[]) as i (student_key)
      where not exists (select 1 from marks m where m.student_key = i.student_key and ${isMarkOfSheetSql("m")})
      order by i.student_key`,
    { ...heading, ...key, students },
    t,
  );
}

export type TaughtSubject = { classId: number; academicTermId: number; subjectId: number };

/** Locks first saves in these subjects until the transaction ends. A fixed order avoids deadlocks. */
export function lockFirstSaves(subjects: readonly TaughtSubject[], t: TermTransaction): Promise<void> {
  const names = subjects.map(({ classId, academicTermId, subjectId }) =>
    [academicTermId, classId, subjectId].join(":"),
  );
  return runQuery(
    `select pg_advisory_xact_lock($lock, s.subject)
       from (select distinct hashtext(name) as subject from unnest($names::text[]) as name order by subject) s`,
    { lock: FIRST_SAVES, names },
    t,
  );
}

/**
 * Locks marks of the sheet until the transaction ends. A fixed order avoids deadlocks. The marks must be read by a
 * separate statement afterwards, because a statement that waited for a lock still sees the rows as they were before.
 */
export function lockMarks({ heading, key, students }: MarksOfStudents, t: TermTransaction): Promise<void> {
  return runQuery(
    `select m.mark_id
       from marks m
      where m.student_key = any ($students::integer[]) and ${isMarkOfSheetSql("m")}
      order by m.mark_id
        for update`,
    { ...heading, ...key, students },
    t,
  );
}

/** A mark's new values. `version` is the version that the write was checked against; 0 if nothing was stored. */
export type MarkWrite = Readonly<Record<string, ColumnValue>> &
  Pick<Mark, "student_key" | "version"> & { max_mark: number };

/**
 * Writes marks of one sheet in one statement. Returns the id and the new version of each. A mark is overwritten only at
 * the version that the write was checked against, so a mark that somebody else has changed is missing from the result.
 */
export function saveMarks(
  { heading, key, writes }: SheetKeyWithHeading & { writes: readonly MarkWrite[] },
  t: TermTransaction,
): Promise<Pick<Mark, "student_key" | "mark_id" | "version">[]> {
  return queryRows(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, fortnightly_test_id, max_mark, employee_id,
                        ${MARK_COLUMNS.join(", ")})
     select i.student_key, $academicTermId, $subject_id, $testId, $fortnightlyTestId, i.max_mark, $employee_id,
            ${MARK_COLUMNS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::marks, $marks::jsonb) as i
      order by i.student_key
     on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
     do update set ${overwriteColumnsSql(MARK_COLUMNS)}
      where marks.version = any ($versions::bigint[])
     returning student_key, mark_id, version`,
    { ...heading, ...key, marks: JSON.stringify(writes), versions: writes.map(({ version }) => version) },
    t,
  );
}

export function saveCriterionGrades(writes: readonly CriterionGrade[], t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into criterion_grades (mark_id, criterion_id, grade, version)
     select i.mark_id, i.criterion_id, i.grade, i.version
       from jsonb_to_recordset($grades::jsonb) as i (mark_id bigint, criterion_id integer, grade smallint, version bigint)
      order by i.mark_id, i.criterion_id
     on conflict (mark_id, criterion_id) do update set grade = excluded.grade, version = excluded.version`,
    { grades: JSON.stringify(writes) },
    t,
  );
}

/** SQL: the field name of a criterion's grade in the history, which shows the grade as a field of its mark. */
const CRITERION_FIELD = "'criterion_' || split_part(e.row_id, ':', 2)";

/**
 * Lists the changes to marks after the given version of each mark, oldest first. A deleted mark is found by its student
 * and test, because its row and version no longer exist.
 */
export function listMarkChangesAfter(
  { heading, key, bases }: SheetKeyWithHeading & { bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return queryRows<RowChange>(
    `with wanted as (
       select i.student_key, i.base, m.mark_id
         from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
         left join marks m on m.student_key = i.student_key and ${isMarkOfSheetSql("m")}
     ), events as (
       select w.student_key, e.event_id, e.old_values, e.new_values
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.row_id = w.mark_id::text and e.version > w.base
       union all
       select w.student_key, e.event_id, jsonb_build_object(${CRITERION_FIELD}, e.old_values -> 'grade'),
              jsonb_build_object(${CRITERION_FIELD}, e.new_values -> 'grade')
         from wanted w
         join criterion_grades g on g.mark_id = w.mark_id
         join audit_events e on e.table_name = 'criterion_grades'
          and e.row_id = g.mark_id || ':' || g.criterion_id and e.version > w.base
       union all
       select w.student_key, e.event_id, e.old_values, null
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.version >= w.base
          and (e.old_values ->> 'student_key')::integer = w.student_key
          and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
          and (e.old_values ->> 'subject_id')::integer = $subject_id
          and (e.old_values ->> 'test_id')::integer = $testId
          and coalesce((e.old_values ->> 'fortnightly_test_id')::integer, 0) = coalesce($fortnightlyTestId::integer, 0)
        where w.base > 0
     )
     select v.student_key as row, ${CHANGE_COLUMNS}, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       ${JOIN_CHANGE_AUTHOR}
      order by v.student_key, e.version, e.event_id`,
    { ...heading, ...key, wanted: JSON.stringify(wanted) },
    t,
  );
}
