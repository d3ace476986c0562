import { Op } from "sequelize";
import { queryRow, queryRows, runQuery, type ReadTransaction } from "../index.ts";
import { AcademicTerm, type CalendarTerm } from "../models/school.ts";
import type { Student } from "../models/people.ts";
import type { TermTransaction } from "../term-transaction.ts";
import { registerOrderSql } from "./parts.ts";

const DATES = ["academic_term_id", "term_start", "term_end", "total_sessions", "next_term_start"] as const;
export type TermDatesRow = Pick<CalendarTerm, (typeof DATES)[number] | "version">;

/** Finds a term of the calendar, or null if it does not exist yet. */
export function findTerm(academicTermId: number, t: ReadTransaction): Promise<TermDatesRow | null> {
  const where = { academic_term_id: academicTermId };
  // This cast is safe, because a check constraint guarantees that every term with a year has dates.
  return AcademicTerm.selectOne([...DATES, "version"], { where }, t) as Promise<TermDatesRow | null>;
}

export function listTermsBetween(first: number, last: number, t: ReadTransaction): Promise<TermDatesRow[]> {
  const where = { academic_term_id: { [Op.between]: [first, last] } };
  return AcademicTerm.select([...DATES, "version"], { where, order: ["academic_term_id"] }, t) as Promise<
    TermDatesRow[]
  >;
}

/** Returns the school's current term. Nobody can change it until the transaction ends. */
export async function lockCurrentTerm(t: TermTransaction): Promise<number | null> {
  const school = await queryRow<{ current_term_id: number | null }>(
    "select current_term_id from schools order by school_id for update",
    [],
    t,
  );
  return school?.current_term_id ?? null;
}

/** Changes the current term. @throws Error if the current term is no longer `from` */
export async function setCurrentTerm(
  params: { from: number | null; to: number },
  t: TermTransaction,
): Promise<void> {
  const set = await queryRow(
    `update schools set current_term_id = $to where current_term_id is not distinct from $from::integer returning school_id`,
    params,
    t,
  );
  if (!set) throw new Error(`The current term is no longer ${params.from}.`);
}

/** Tells whether a term of a known year comes after the current one. The start of such a term was undone. */
export async function isTermAhead(academicTermId: number, t: ReadTransaction): Promise<boolean> {
  const found = await queryRow(
    `select y.academic_year_id
       from academic_years y
      cross join schools o
      where y.academic_year_id = $academicTermId::integer / 10 and $academicTermId > o.current_term_id
      order by y.academic_year_id`,
    { academicTermId },
    t,
  );
  return found !== null;
}

type NewDates = Omit<TermDatesRow, "version">;

export async function updateTermDates(
  { academic_term_id, ...dates }: NewDates,
  t: TermTransaction,
): Promise<void> {
  await AcademicTerm.update(dates, { academic_term_id }, t);
}

/**
 * Updates the total sessions of term records that still have the term's old total. Records that somebody has changed,
 * signed records, and records counted from registers are not updated.
 */
export function updateTotalSessions(
  params: { academicTermId: number; before: number | null; after: number },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `update term_records
        set total_sessions = $after
      where academic_term_id = $academicTermId and total_sessions is not distinct from $before::smallint and signed_at is null
        and sessions_taken_at is null and sessions_absent is null and sessions_late is null
        and total_sessions is distinct from $after::smallint`,
    params,
    t,
  );
}

export type DataOutsideTerm = { tests: number; registers: number };

/** Counts the tests and marked registers that would be outside the term after a change of its dates. */
export async function countDataOutsideTerm(
  params: { academicTermId: number; from: string; to: string },
  t: ReadTransaction,
): Promise<DataOutsideTerm> {
  const counted = await queryRow<DataOutsideTerm>(
    `with left_out as (
       select y.academic_term_id, y.academic_year_id, daterange(y.term_start, y.term_end, '[]') as now,
              daterange($from::date, $to::date, '[]') as later
         from academic_terms y
        where y.academic_term_id = $academicTermId
     ), tests as (
       select a.test_date from assessments a where a.academic_term_id = $academicTermId
       union all
       select n.test_date from fortnightly_tests n where n.academic_term_id = $academicTermId
     )
     select (select count(*)::integer from tests where test_date <@ h.now and not test_date <@ h.later) as tests,
            (select count(*)::integer
               from attendance_registers r
               join classes c using (class_id)
              where c.academic_year_id = h.academic_year_id and r.day <@ h.now and not r.day <@ h.later) as registers
       from left_out h
      order by h.academic_term_id`,
    params,
    t,
  );
  return counted ?? { tests: 0, registers: 0 };
}

export type SelectableTermRow = Pick<
  CalendarTerm,
  "academic_term_id" | "academic_year_id" | "term" | "term_start" | "term_end" | "total_sessions"
> & { students: number; is_current: boolean };

/** Lists terms that can become current, newest first: terms that have begun, and later terms with students. */
export function listTermsThatCanBeCurrent(t: ReadTransaction): Promise<SelectableTermRow[]> {
  return queryRows<SelectableTermRow>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.term_start::text as term_start, y.term_end::text as term_end,
            y.total_sessions, coalesce(r.students, 0) as students, y.academic_term_id = o.current_term_id as is_current
       from academic_terms y
      cross join schools o
       left join (select academic_term_id, count(*)::integer as students from registrations group by academic_term_id) r
             using (academic_term_id)
      where y.academic_year_id is not null and (y.academic_term_id <= o.current_term_id or r.students > 0)
      order by y.academic_term_id desc`,
    [],
    t,
  );
}

export type StudentMissingInTerm = Pick<Student, "id" | "first_name" | "last_name"> & { total: number };

/** Lists students who are registered in one term but not the other, up to a limit. Each row has the full count. */
export function listStudentsMissingInTerm(
  params: { from: number; to: number; most: number },
  t: ReadTransaction,
): Promise<StudentMissingInTerm[]> {
  return queryRows<StudentMissingInTerm>(
    `select s.id, s.first_name, s.last_name, count(*) over ()::integer as total
       from registrations r
       join students s on s.id = r.student_key
      where r.academic_term_id = $from
        and not exists (select from registrations z where z.student_key = r.student_key and z.academic_term_id = $to)
      order by ${registerOrderSql("s", "s.id")}
      limit $most`,
    params,
    t,
  );
}
