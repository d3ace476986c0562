import { queryRow, queryRows, runQuery } from "../../index.ts";
import type { ClassTeacher } from "../../models/classes.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { TODAY_SQL } from "../parts.ts";
import type { RolloverRun } from "./plan.ts";
import { runInStudentSlices, IS_IN_SLICE } from "./slices.ts";

type Ended = Pick<ClassTeacher, "class_teacher_id" | "to_date">;

/** Data from before this step, which is needed to undo the step. */
export type PromoteUndoData = { teachers: Ended[] };

/**
 * Moves every student to the class of their outcome, sets the status of students who leave, and ends the teachers'
 * roles in the old year's classes, so that former form teachers can no longer read these. Each promotion is stored in a
 * row whose primary key prevents promoting a student twice from one year.
 */
export async function promoteStudents(rollover: RolloverRun, t: TermTransaction): Promise<PromoteUndoData> {
  const { rollover_id: rolloverId, from_term_id: fromTermId, to_term_id: toTermId } = rollover;
  const academicYearId = Math.floor(fromTermId / 10);
  await runInStudentSlices(GIVE_CLASS, { rolloverId, toTermId }, t);
  await runInStudentSlices(GIVE_STATUS, { rolloverId }, t);
  await runInStudentSlices(NOTE_PROMOTIONS, { rolloverId, academicYearId }, t);
  return { teachers: await queryRows<Ended>(END_CLASSES, { fromTermId, academicYearId }, t) };
}

const GIVE_CLASS = `
     update registrations r
        set class_id = f.next_class_id
       from rollover_fates f
      where ${IS_IN_SLICE} and f.next_class_id is not null and r.student_key = f.student_key and r.academic_term_id = $toTermId
        and r.class_id is null`;

const GIVE_STATUS = `
     update students s
        set student_status_id = f.next_status_id, status_since = ${TODAY_SQL}
       from rollover_fates f
      cross join schools o
      where ${IS_IN_SLICE} and s.id = f.student_key and f.next_status_id <> f.was_status_id`;

const NOTE_PROMOTIONS = `
     insert into promotions (student_key, academic_year_id, class_id, rollover_id)
     select f.student_key, $academicYearId, f.next_class_id, f.rollover_id
       from rollover_fates f
      where ${IS_IN_SLICE} and f.what in ('promoted', 'repeating', 'leaving')`;

/** SQL: ends the teachers' roles on the last day of the term, so that the past year keeps its teachers. */
const END_CLASSES = `
     update class_teachers h
        set to_date = greatest(h.from_date, y.term_end)
       from class_teachers b
       join classes c using (class_id)
       join academic_terms y on y.academic_term_id = $fromTermId
      where b.class_teacher_id = h.class_teacher_id and c.academic_year_id = $academicYearId
        and (h.to_date is null or h.to_date > greatest(h.from_date, y.term_end))
      returning h.class_teacher_id, b.to_date::text as to_date`;

export async function countPromoted({ rollover_id }: RolloverRun, t: TermTransaction): Promise<number> {
  const found = await queryRow<{ students: number }>(
    "select count(*)::integer as students from promotions where rollover_id = $rollover_id order by students",
    { rollover_id },
    t,
  );
  return found?.students ?? 0;
}

/**
 * Undoes the promotions. If somebody has changed a student's status since, or a teacher has a successor, these stay.
 * The students' classes disappear with their registrations when the step before is undone.
 */
export async function undoPromoteStudents(
  { rollover_id: rolloverId }: RolloverRun,
  before: PromoteUndoData,
  t: TermTransaction,
): Promise<void> {
  await runQuery("delete from promotions where rollover_id = $rolloverId", { rolloverId }, t);
  await runInStudentSlices(STATUS_AS_BEFORE, { rolloverId }, t);
  await runQuery(TEACHERS_AS_BEFORE, { teachers: JSON.stringify(before.teachers) }, t);
}

const STATUS_AS_BEFORE = `
     update students s
        set student_status_id = f.was_status_id, status_since = f.was_status_since
       from rollover_fates f
      where ${IS_IN_SLICE} and s.id = f.student_key and f.next_status_id <> f.was_status_id
        and s.student_status_id = f.next_status_id`;

const TEACHERS_AS_BEFORE = `
     update class_teachers h
        set to_date = b.to_date
       from jsonb_to_recordset($teachers::jsonb) b (class_teacher_id integer, to_date date)
      where h.class_teacher_id = b.class_teacher_id
        and not exists (select from class_teachers k where k.class_id = h.class_id and k.from_date > h.to_date)`;
