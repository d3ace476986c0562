import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import type { RolloverFingerprint } from "#domain/rollover/rollover.ts";
import { queryRow, queryRows, runQuery } from "../../index.ts";
import type { ClassTeacher } from "../../models/classes.ts";
import { AcademicTerm } from "../../models/school.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { setCurrentTerm } from "../calendar.ts";
import { FIRST_DAY_OF_NEXT_YEAR_SQL } from "../next-year/creation.ts";
import type { RolloverRunRow } from "./run-states.ts";
import type { RolloverRun } from "./plan.ts";
import { runInStudentSlices, IS_IN_STUDENT_SLICE } from "./slices.ts";
import { TODAY_SQL } from "../parts.ts";
import type { TermRollover } from "../../models/rollover/rollovers.ts";

type Lead = Pick<ClassTeacher, "class_teacher_id" | "from_date">;

export type AdvanceUndoData = { term: object | null; madeYear: boolean; leads: Lead[] };

/**
 * Creates the new term, and its year if necessary, or sets the dates of an existing term; then makes the term current.
 * A new term gets the assessment type of the same term last year.
 */
export async function advanceToNextTerm(
  rollover: RolloverRunRow,
  t: TermTransaction,
): Promise<AdvanceUndoData> {
  const { to_term_id: academic_term_id } = rollover;
  const term = await AcademicTerm.selectOne(TERM_COLUMNS, { where: { academic_term_id } }, t);
  const bound = bindOf(rollover);
  const madeYear = await queryRow(MAKE_YEAR, { toYearId: bound.toYearId }, t);
  await runQuery(MAKE_TERM, bound, t);
  const leads = rollover.turns_year ? await queryRows<Lead>(BEGIN_LEADS, startsOf(rollover, term), t) : [];
  await setCurrentTerm({ from: rollover.from_term_id, to: academic_term_id }, t);
  return { term, madeYear: madeYear !== null, leads };
}

const TERM_COLUMNS = [
  "academic_term_id",
  "academic_year_id",
  "term",
  "term_start",
  "term_end",
  "total_sessions",
  "next_term_start",
  "assessment_type",
] as const;

const MAKE_YEAR = `
     insert into academic_years (academic_year_id) values ($toYearId)
     on conflict (academic_year_id) do nothing
     returning academic_year_id`;

const MAKE_TERM = `
     insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, total_sessions, next_term_start,
                                 assessment_type)
     select $toTermId::integer, $toYearId::integer, $toTermId::integer % 10, $term_start::date, $term_end::date, $total_sessions::smallint,
            $next_term_start::date, coalesce(b.assessment_type, y.assessment_type)
       from academic_terms y
       left join academic_terms b on b.academic_term_id = $toTermId::integer - 100010
      where y.academic_term_id = $fromTermId
     on conflict (academic_term_id) do update
        set term_start = excluded.term_start, term_end = excluded.term_end, total_sessions = excluded.total_sessions,
            next_term_start = excluded.next_term_start`;

/**
 * SQL: lets the form teachers of the new year begin on its first day, whatever day was planned before. If the term
 * already existed, perhaps from a run that was undone, form teachers who began later are not changed.
 */
const BEGIN_LEADS = `
     update class_teachers h
        set from_date = $term_start::date
       from class_teachers b
       join classes c using (class_id)
      where b.class_teacher_id = h.class_teacher_id and c.academic_year_id = $toYearId and h.to_date is null
        and ($oldStart::date is null or h.from_date <= greatest($oldStart::date, ${FIRST_DAY_OF_NEXT_YEAR_SQL}))
        and h.from_date <> $term_start::date
      returning h.class_teacher_id, b.from_date::text as from_date`;

function bindOf(rollover: RolloverRunRow) {
  const { from_term_id: fromTermId, to_term_id: toTermId } = rollover;
  const { term_start, term_end, total_sessions, next_term_start } = rollover;
  const toYearId = Math.floor(toTermId / 10);
  return { fromTermId, toTermId, toYearId, term_start, term_end, total_sessions, next_term_start };
}

function startsOf(
  { from_term_id, to_term_id, term_start }: RolloverRunRow,
  before: { term_start: string | null } | null,
) {
  return {
    academicYearId: Math.floor(from_term_id / 10),
    toYearId: Math.floor(to_term_id / 10),
    term_start,
    oldStart: before?.term_start ?? null,
  };
}

export async function undoAdvanceToNextTerm(
  rollover: RolloverRunRow,
  before: AdvanceUndoData,
  t: TermTransaction,
): Promise<void> {
  const { from_term_id: from, to_term_id: to } = rollover;
  await setCurrentTerm({ from: to, to: from }, t);
  await runQuery(LEADS_AS_BEFORE, { leads: JSON.stringify(before.leads) }, t);
  if (before.term) return runQuery(TERM_AS_BEFORE, { term: JSON.stringify(before.term) }, t);
  return runQuery("select remove_term($to, $madeYear)", { to, madeYear: before.madeYear }, t);
}

const LEADS_AS_BEFORE = `
     update class_teachers h
        set from_date = b.from_date
       from jsonb_to_recordset($leads::jsonb) b (class_teacher_id integer, from_date date)
      where h.class_teacher_id = b.class_teacher_id`;

const TERM_AS_BEFORE = `
     update academic_terms y
        set term_start = b.term_start, term_end = b.term_end, total_sessions = b.total_sessions, next_term_start = b.next_term_start
       from jsonb_populate_record(null::academic_terms, $term::jsonb) b
      where y.academic_term_id = b.academic_term_id`;

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
      where ${IS_IN_STUDENT_SLICE} and f.next_class_id is not null and r.student_key = f.student_key and r.academic_term_id = $toTermId
        and r.class_id is null`;

const GIVE_STATUS = `
     update students s
        set student_status_id = f.next_status_id, status_since = ${TODAY_SQL}
       from rollover_fates f
      cross join schools o
      where ${IS_IN_STUDENT_SLICE} and s.id = f.student_key and f.next_status_id <> f.was_status_id`;

const NOTE_PROMOTIONS = `
     insert into promotions (student_key, academic_year_id, class_id, rollover_id)
     select f.student_key, $academicYearId, f.next_class_id, f.rollover_id
       from rollover_fates f
      where ${IS_IN_STUDENT_SLICE} and f.what in ('promoted', 'repeating', 'leaving')`;

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
      where ${IS_IN_STUDENT_SLICE} and s.id = f.student_key and f.next_status_id <> f.was_status_id
        and s.student_status_id = f.next_status_id`;

const TEACHERS_AS_BEFORE = `
     update class_teachers h
        set to_date = b.to_date
       from jsonb_to_recordset($teachers::jsonb) b (class_teacher_id integer, to_date date)
      where h.class_teacher_id = b.class_teacher_id
        and not exists (select from class_teachers k where k.class_id = h.class_id and k.from_date > h.to_date)`;

const count = (condition: string) => `count(f.student_key) filter (where ${condition})`;
const isWhat = (what: string) => count(`f.what = '${what}'`);

/**
 * Stores the totals of a rehearsal. The enrolled students are counted separately from their outcomes, so that a missing
 * outcome is noticed: a constraint rejects a ready rehearsal whose totals do not balance.
 */
export async function saveRehearsalBalance(
  { rollover_id: rolloverId }: RolloverRun,
  fingerprint: RolloverFingerprint,
  t: TermTransaction,
): Promise<TermRollover["state"]> {
  const stored = await queryRow<Pick<TermRollover, "state">>(
    `update term_rollovers v
        set enrolled = n.enrolled, staying = n.staying, unplaced = n.unplaced, promoted = n.promoted, repeating = n.repeating,
            leaving = n.leaving, nowhere = n.nowhere, assumed = n.assumed, newcomers = n.newcomers, on_roll = n.on_roll,
            fingerprint = $fingerprint::jsonb, rehearsed_at = clock_timestamp(),
            state = case when n.nowhere = 0 then 'ready' else 'refused' end
       from (select (select count(*) from students where student_status_id <= ${STUDENT_REGISTERED}) - ${isWhat("new")} as enrolled,
                    ${isWhat("staying")} as staying, ${isWhat("unplaced")} as unplaced, ${isWhat("promoted")} as promoted,
                    ${isWhat("repeating")} as repeating, ${isWhat("leaving")} as leaving, ${isWhat("nowhere")} as nowhere,
                    ${count("f.assumed")} as assumed, ${isWhat("new")} as newcomers,
                    ${count("f.what not in ('leaving', 'nowhere')")} as on_roll
               from rollover_fates f
              where f.rollover_id = $rolloverId) n
      where v.rollover_id = $rolloverId and v.state = 'rehearsing'
      returning v.state`,
    { rolloverId, fingerprint: JSON.stringify(fingerprint) },
    t,
  );
  if (!stored) throw new Error("The rehearsal is no longer running.");
  return stored.state;
}

/** Tells whether every student has a class to go to. Only then can the rehearsal try the steps. */
export async function isEverybodyPlaced({ rollover_id }: RolloverRun, t: TermTransaction): Promise<boolean> {
  const stuck = await queryRow(
    "select from rollover_fates where rollover_id = $rollover_id and what = 'nowhere' order by student_key limit 1",
    { rollover_id },
    t,
  );
  return stuck === null;
}

/** Counts students who, after all steps, are not where their outcome says. Run and rehearsal then differ. */
export async function countMisplacedStudents(
  { rollover_id, to_term_id }: RolloverRun,
  t: TermTransaction,
): Promise<number> {
  const found = await queryRow<{ students: number }>(
    `select count(*)::integer as students
       from rollover_fates f
       join students s on s.id = f.student_key
       left join registrations r on r.student_key = f.student_key and r.academic_term_id = $to_term_id
       left join term_records d on d.student_key = f.student_key and d.academic_term_id = $to_term_id
      where f.rollover_id = $rollover_id
        and (r.class_id is distinct from f.next_class_id
             or (f.next_class_id is not null and d.student_key is null)
             or s.student_status_id <> case when f.what = 'nowhere' then f.was_status_id else f.next_status_id end)
      order by students`,
    { rollover_id, to_term_id },
    t,
  );
  return found?.students ?? 0;
}

/** Deletes the outcomes of old rehearsals, which nobody can open any longer. */
export function deleteOldRolloverOutcomes(
  { rollover_id: rolloverId }: RolloverRun,
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `delete from rollover_fates f
      using term_rollovers v
      where v.rollover_id = f.rollover_id and v.rollover_id < $rolloverId and v.started_at is null`,
    { rolloverId },
    t,
  );
}
