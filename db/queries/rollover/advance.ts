import { queryRow, queryRows, runQuery } from "../../index.ts";
import type { ClassTeacher } from "../../models/classes.ts";
import { AcademicTerm } from "../../models/school.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { setCurrentTerm } from "../calendar.ts";
import { FIRST_DAY_OF_NEXT_YEAR_SQL } from "../next-year/creation.ts";
import type { RolloverRunRow } from "./run-states.ts";

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
