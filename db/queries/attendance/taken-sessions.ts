import { runQuery, type ReadTransaction, queryRows } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { ReportsKey } from "../reports/term-reports.ts";
import type { SessionAttendanceCounts } from "#domain/daily/counting.ts";
import { ABSENT_STATES_SQL, LATE_STATES_SQL } from "../parts.ts";

/** Counts the sessions of a term for which the class has a register, by day. */
export function countMarkedSessions(
  params: ReportsKey,
  t: ReadTransaction,
): Promise<{ day: string; sessions: number }[]> {
  return queryRows(
    `select g.day::text as day, count(*)::integer as sessions
       from attendance_registers g
       join academic_terms y on y.academic_term_id = $academicTermId and g.day between y.term_start and y.term_end
      where g.class_id = $classId
      group by g.day
      order by g.day`,
    params,
    t,
  );
}

/** Stores the numbers of sessions that were counted in the registers. Call `lockReports` first. */
export function saveCountedSessions(
  { academicTermId, writes }: { academicTermId: number; writes: readonly StudentSessions[] },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into term_records as d (student_key, academic_term_id, total_sessions, sessions_absent, sessions_late, sessions_taken_at)
     select i.student_key, $academicTermId, i.total, i.absent, i.late, now()
       from jsonb_to_recordset($writes::jsonb) as i (student_key integer, total smallint, absent smallint, late smallint)
      order by i.student_key
     on conflict (student_key, academic_term_id) do update
        set total_sessions = excluded.total_sessions, sessions_absent = excluded.sessions_absent,
            sessions_late = excluded.sessions_late, sessions_taken_at = excluded.sessions_taken_at`,
    { academicTermId, writes: JSON.stringify(writes) },
    t,
  );
}

export type StudentSessions = SessionAttendanceCounts & { student_key: number };

/** Counts the sessions of the term for each student who is in the class now, including other classes' registers. */
export function countSessionsByStudent(
  key: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<StudentSessions[]> {
  return queryRows<StudentSessions>(
    `select r.student_key, count(e.state) as total, count(*) filter (where e.state in ${ABSENT_STATES_SQL}) as absent,
            count(*) filter (where e.state in ${LATE_STATES_SQL}) as late
       from registrations r
       join academic_terms y using (academic_term_id)
       left join attendance_entries e on e.student_key = r.student_key and e.day between y.term_start and y.term_end
      where r.class_id = $classId and r.academic_term_id = $academicTermId
      group by r.student_key
      order by r.student_key`,
    key,
    t,
  );
}
