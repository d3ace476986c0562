import { PATHS, registerUrl } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { ATTENDANCE_MS, ATTENDANCE_VISIT, REGISTER_MS, REGISTER_VISIT } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { needOf } from "./first-need.ts";
import { manyStudents, timesOf } from "./student-list.ts";

const STUDENTS = 1_200;
/** The last day of the demo school with registers: a Friday near the end of a term, when most registers exist. */
export const DAY = "2026-06-26";
/** The earlier years with registers, counted back from this year. */
export const EARLIER = [1, 2, 3, 4];

/**
 * Measures one register, and the attendance summary of a school of 1,200 with registers of one year and of five. It
 * fills the school.
 */
export async function measureAttendance(subject: Subject): Promise<Figure[]> {
  const path = `${PATHS.attendanceSummary}?date=${DAY}`;
  await queryDatabase(subject.ownerUrl, manyStudents(STUDENTS));
  const year = await timesAfter(subject, { years: [0], path, over: "a year" });
  const five = await timesAfter(subject, { years: EARLIER, path, over: "five years" });
  const { origin, clerkCookie: cookie } = subject;
  const need = { name: "attendance summary of 1,200", path, cookie, targets: ATTENDANCE_VISIT };
  return [...(await needOf(origin, need)), ...year, ...five, ...(await registerFigures(subject))];
}

/** Measures the marked register of a class of 35 in that school. */
async function registerFigures(subject: Subject): Promise<Figure[]> {
  const { origin, cookie, sheet } = subject;
  const name = "register, 35 rows";
  const at = { path: registerUrl({ classId: sheet.classId, day: DAY, session: 1 }), cookie };
  const need = await needOf(origin, { name, ...at, targets: REGISTER_VISIT });
  const words = `${name}, after five years, server time, p50`;
  return [...need, ...(await timesOf(subject, { words, ...at, target: REGISTER_MS }))];
}

type Filled = { years: readonly number[]; path: string; over: string };

async function timesAfter(subject: Subject, { years, path, over }: Filled): Promise<Figure[]> {
  for (const year of years) await queryDatabase(subject.ownerUrl, registersOf(year));
  await queryDatabase(subject.ownerUrl, "vacuum analyze");
  const [stored] = await queryDatabase<{ entries: number }>(
    subject.databaseUrl,
    "select count(*)::integer as entries from attendance_entries",
  );
  const rows = (stored?.entries ?? 0).toLocaleString("en");
  const words = `attendance summary of 1,200 over ${over} (${rows} entries), server time, p50`;
  return timesOf(subject, { words, path, target: ATTENDANCE_MS });
}

/**
 * Returns SQL that creates the registers of this year or an earlier one with today's classes and students: usually two
 * sessions a day for this year, and one for earlier years. One student in fifty is absent for a whole week, one in
 * thirty for a day.
 */
export function registersOf(year: number, sessions = year === 0 ? 2 : 1): string {
  return `
    select set_config('app.actor', 'bench', true);
    alter table attendance_entries disable trigger user;
    insert into academic_years
    select academic_year_id - ${year} * 10001 from academic_years
     where academic_year_id = (select academic_year_id from academic_terms where '${DAY}' between term_start and term_end)
    on conflict do nothing;
    create temporary table terms as
      select y.academic_term_id, y.academic_year_id, y.academic_year_id - ${year} * 10001 as year_id, y.term, y.assessment_type,
             (y.term_start - interval '${year} years')::date as term_start,
             (y.term_end - interval '${year} years')::date as term_end,
             (y.next_term_start - interval '${year} years')::date as next_term_start
        from academic_terms y
        join academic_terms o on o.academic_year_id = y.academic_year_id and '${DAY}' between o.term_start and o.term_end;
    insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, next_term_start, assessment_type)
    select year_id * 10 + term, year_id, term, term_start, term_end, next_term_start, assessment_type from terms
    on conflict do nothing;
    insert into classes (academic_year_id, form_class_id, label)
    select distinct t.year_id, c.form_class_id, c.label from terms t join classes c using (academic_year_id)
    on conflict do nothing;
    create temporary table added as
      select k.class_id, d::date as day, s as session, r.student_key,
             abs(hashint8(r.student_key * 100000::bigint + (d::date - '2000-01-01') / 7)) % 50 = 0
               or abs(hashint8(r.student_key * 100000::bigint + (d::date - '2000-01-01'))) % 30 = 0 as is_away
        from terms t
        join registrations r on r.academic_term_id = (select academic_term_id from terms order by term desc limit 1)
        join classes c on c.class_id = r.class_id
        join classes k on k.academic_year_id = t.year_id and k.label = c.label
       cross join generate_series(t.term_start, least(t.term_end, '${DAY}'), '1 day') d
       cross join generate_series(1, ${sessions}) s
       where extract(isodow from d) < 6
         and not exists (select 1 from attendance_registers g where g.class_id = k.class_id and g.day = d::date);
    insert into attendance_registers (class_id, day, session, marked_by, present, absent)
    select class_id, day, session, (select min(account_id) from accounts),
           count(*) filter (where not is_away), count(*) filter (where is_away)
      from added group by class_id, day, session;
    insert into attendance_entries (student_key, day, session, class_id, state)
    select student_key, day, session, class_id, case when is_away then 'A' else 'P' end from added;
    alter table attendance_entries enable trigger user;
    drop table added, terms;`;
}
