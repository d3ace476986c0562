import { rows, run } from "../../index.ts";
import type { Transaction } from "../../index.ts";
import type { CriterionGrade, Mark } from "../../models/marks.ts";
import type { AsNumber, Unchecked } from "../../models/rows.ts";
import type { SheetHeading, SheetKey } from "./mark-sheet.ts";

/** The lock that first saves take turns on: rows that are not there yet cannot be locked. */
const FIRST_SAVES = 7_210_211;

/** Students of the list who have no mark of this sheet yet. */
export function studentsWithoutMark(
  { heading, key, students }: { heading: SheetHeading; key: SheetKey; students: readonly number[] },
  t: Transaction,
): Promise<Pick<Mark, "student_key">[]> {
  return rows<Pick<Mark, "student_key">>(
    `select i.student_key
       from unnest($5::integer[]) as i (student_key)
      where not exists (
              select 1 from marks m
               where m.student_key = i.student_key and m.academic_term_id = $1 and m.subject_id = $2 and m.test_id = $3
                 and coalesce(m.fortnightly_test_id, 0) = coalesce($4::integer, 0))
      order by i.student_key`,
    [key.academicTermId, heading.subject_id, key.testId, key.fortnightlyTestId, students],
    t,
  );
}

/** What first saves take turns on: a subject of a class in a term. */
export type TaughtSubject = { classId: number; academicTermId: number; subjectId: number };

/** Makes first saves in these subjects take turns until the transaction ends; several are locked in one fixed order. */
export function lockFirstSaves(subjects: readonly TaughtSubject[], t: Transaction): Promise<void> {
  const names = subjects.map(({ classId, academicTermId, subjectId }) =>
    [academicTermId, classId, subjectId].join(":"),
  );
  return run(
    `select pg_advisory_xact_lock($1, s.subject)
       from (select distinct hashtext(name) as subject from unnest($2::text[]) as name order by subject) s`,
    [FIRST_SAVES, names],
    t,
  );
}

type MarksOfStudents = { heading: SheetHeading; key: SheetKey; students: readonly number[] };

/**
 * Locks marks of the sheet until the transaction ends, in one fixed order. A statement of its own: what waits for a
 * lock goes on reading what was there before it, and only the next statement sees what a colleague just saved.
 */
export function lockMarks({ heading, key, students }: MarksOfStudents, t: Transaction): Promise<void> {
  return run(
    `select m.mark_id
       from marks m
      where m.student_key = any ($1::integer[]) and m.academic_term_id = $2 and m.subject_id = $3 and m.test_id = $4
        and coalesce(m.fortnightly_test_id, 0) = coalesce($5::integer, 0)
      order by m.mark_id
        for update`,
    [students, key.academicTermId, heading.subject_id, key.testId, key.fortnightlyTestId],
    t,
  );
}

/** `version` is what the write was judged by: 0 where nothing was stored. */
export type MarkWrite = AsNumber<Pick<Mark, "mark" | "max_mark">> &
  Unchecked<Pick<Mark, "student_key" | "version" | "attendance" | "grade" | "application" | "preparedness">>;

/**
 * Writes marks of one sheet, all at once, and answers each one's id and new version. A mark that is there is only written
 * over at the version that the write was judged by: one that came in between is missing from the answer.
 */
export function storeMarks(
  { heading, key, writes }: { heading: SheetHeading; key: SheetKey; writes: readonly MarkWrite[] },
  t: Transaction,
): Promise<Pick<Mark, "student_key" | "mark_id" | "version">[]> {
  return rows(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, fortnightly_test_id, mark, max_mark,
                        attendance, grade, application, preparedness, employee_id)
     select i.student_key, $1, $2, $3, $4, i.mark, i.max_mark, i.attendance, i.grade, i.application, i.preparedness, $5
       from jsonb_to_recordset($6::jsonb) as i (student_key integer, mark numeric, max_mark numeric, attendance smallint,
                                                grade text, application text, preparedness text)
      order by i.student_key
     on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
     do update set mark = excluded.mark, attendance = excluded.attendance, grade = excluded.grade,
                   application = excluded.application, preparedness = excluded.preparedness
      where marks.version = any ($7::bigint[])
     returning student_key, mark_id, version`,
    [
      key.academicTermId,
      heading.subject_id,
      key.testId,
      key.fortnightlyTestId,
      heading.employee_id,
      JSON.stringify(writes),
      writes.map(({ version }) => version),
    ],
    t,
  );
}

/** Writes the criterion grades of marks that were just stored; they carry their mark's version. */
export function storeCriterionGrades(writes: readonly CriterionGrade[], t: Transaction): Promise<void> {
  return run(
    `insert into criterion_grades (mark_id, criterion_id, grade, version)
     select i.mark_id, i.criterion_id, i.grade, i.version
       from jsonb_to_recordset($1::jsonb) as i (mark_id bigint, criterion_id integer, grade smallint, version bigint)
      order by i.mark_id, i.criterion_id
     on conflict (mark_id, criterion_id) do update set grade = excluded.grade, version = excluded.version`,
    [JSON.stringify(writes)],
    t,
  );
}
