import { queryRow, queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import { AttendanceRegister, type AttendanceEntry } from "../../models/attendance.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { changedMeanwhileResponse } from "../../unavailable.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import type { DayAttendanceCounts, SessionAttendanceCounts } from "#domain/daily/counting.ts";
import type { RegisterKey } from "#domain/paths.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import {
  ABSENT_STATES_SQL,
  registerOrderSql,
  isClassInScopeSql,
  isTeacherOfClassSql,
  type QueryScope,
  LATE_STATES_SQL,
} from "../parts.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import type { ReportsKey } from "../reports/term-reports.ts";

export type RegisterHeading = Pick<SchoolClass, "class_id" | "academic_year_id"> & {
  class_label: SchoolClass["label"];
  /** True if the employee in the scope is form teacher or co-teacher of the class. */
  is_teacher: boolean;
  /** The term of the class's year that includes the day; null for a day outside the terms. */
  academic_term_id: number | null;
  marked: SessionMarking[];
};

/** The marking of a session: when and by whom. The special account `Admin` has no employee, only a user name. */
export type SessionMarking = {
  session: number;
  account_id: number;
  first_name: string | null;
  last_name: string | null;
  user_name: string;
  marked_at: string;
};

/** Finds what all registers of a class on a day have in common. Returns null if the class is not in scope. */
export function findRegisterHeading(
  params: QueryScope & RegisterKey,
  t: ReadTransaction,
): Promise<RegisterHeading | null> {
  return queryRow<RegisterHeading>(
    `select c.class_id, c.academic_year_id, c.label as class_label, coalesce(${isTeacherOfClassSql("c", "y.academic_term_id")}, false) as is_teacher,
            y.academic_term_id,
            (select coalesce(jsonb_agg(jsonb_build_object('session', g.session, 'account_id', g.marked_by,
                      'first_name', p.first_name, 'last_name', p.last_name, 'user_name', a.user_name,
                      'marked_at', g.marked_at) order by g.session), '[]')
               from attendance_registers g
               join accounts a on a.account_id = g.marked_by
               left join employees p using (employee_id)
              where g.class_id = c.class_id and g.day = $day) as marked
       from classes c
       left join academic_terms y on y.academic_year_id = c.academic_year_id
                                 and $day::date between y.term_start and y.term_end
      where c.class_id = $classId and ${isClassInScopeSql("c", "y.academic_term_id")}
      order by c.class_id`,
    params,
    t,
  );
}

/** A student on a register. Version 0 without a state means that the student is on the roll but not marked. */
export type RegisterStudentRow = { student_key: Student["id"] } & Pick<Student, "first_name" | "last_name"> &
  Pick<AttendanceEntry, "version"> &
  NullableColumns<Pick<AttendanceEntry, "state" | "reason" | "note">> & {
    /** The state before the last change and when it changed; null if the entry was never changed. */
    was: { state: AttendanceState; until: string } | null;
    /** The student's entry in an earlier session of the same day. */
    before: Pick<AttendanceEntry, "state" | "reason" | "note"> | null;
    /** The full days in a row before this day that the student was absent in this term, and the last of these days. */
    days_absent: number;
    last_absent: string | null;
  };

type AskedRows = RegisterKey & { students: readonly number[] | null };

/**
 * Lists the students on a register, and the students on the class's roll that day unless another class's register of
 * the same session has them. A student stays on a marked register after leaving the class.
 */
export function listRegisterRows(params: AskedRows, t: ReadTransaction): Promise<RegisterStudentRow[]> {
  return queryRows<RegisterStudentRow>(
    `with listed as (
       select e.student_key
         from attendance_entries e
        where e.class_id = $classId and e.day = $day and e.session = $session
        union
       select r.student_key
         from classes c
         join academic_terms y on y.academic_year_id = c.academic_year_id and $day::date between y.term_start and y.term_end
         join registrations r on r.class_id = c.class_id and r.academic_term_id = y.academic_term_id
         join students v on v.id = r.student_key
        where c.class_id = $classId and ${isOnRollSql("$day::date")}
     )
     select s.id as student_key, s.first_name, s.last_name, coalesce(e.version, 0) as version, e.state,
            e.reason, e.note, b.before, c.was, coalesce(away.days, 0) as days_absent, away.last::text as last_absent
       from listed
       join students s on s.id = listed.student_key
       left join attendance_entries e on e.student_key = s.id and e.day = $day and e.session = $session
       left join lateral (
         select jsonb_build_object('state', w.state, 'reason', w.reason, 'note', w.note) as before
           from attendance_entries w
          where w.student_key = s.id and w.day = $day and w.session < $session
          order by w.session desc
          limit 1) b on true
       left join lateral (
         select jsonb_build_object('state', a.old_values ->> 'state', 'until', a.at) as was
           from audit_events a
          where a.table_name = 'attendance_entries' and a.old_values ? 'state'
            and a.row_id = concat_ws(':', s.id, $day::date, $session::integer)
          order by a.version desc
          limit 1) c on e.version is not null
       left join lateral (
         select count(distinct w.day) as days, max(w.day) as last
           from academic_terms y
           join attendance_entries w on w.student_key = s.id and w.day < $day and w.day > coalesce(
                (select max(h.day) from attendance_entries h
                  where h.student_key = s.id and h.day >= y.term_start and h.day < $day and h.state not in ${ABSENT_STATES_SQL}),
                y.term_start - 1)
          where $day::date between y.term_start and y.term_end) away on true
      where (e.class_id is null or e.class_id = $classId)
        and ($students::integer[] is null or s.id = any ($students))
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

/** An arbitrary number that only saves of registers use. */
const REGISTERS = 7_210_312;

/** Locks a register until the transaction ends, including entries that do not exist yet. */
export function lockRegister({ classId, day, session }: RegisterKey, t: TermTransaction): Promise<void> {
  return runQuery(
    "select pg_advisory_xact_lock($lock, hashtext($name))",
    { lock: REGISTERS, name: [classId, day, session].join(":") },
    t,
  );
}

type EntryWrite = Record<string, unknown> & { student_key: number };

/**
 * Stores entries; the first entries of a register mark it as taken.
 * @throws an `unavailable` error if a student who changed class was just entered in the other class's register. Nothing
 * is stored then, and the caller must start again.
 */
export async function saveRegisterEntries(
  { accountId, writes, ...key }: RegisterKey & { accountId: number; writes: readonly EntryWrite[] },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into attendance_registers (class_id, day, session, marked_by)
     values ($classId, $day, $session, $accountId)
         on conflict do nothing`,
    { ...key, accountId },
    t,
  );
  const stored = await queryRows(
    `insert into attendance_entries (student_key, day, session, class_id, state, reason, note)
     select i.student_key, $day, $session, $classId, i.state, i.reason, i.note
       from jsonb_to_recordset($writes::jsonb) as i (student_key integer, state text, reason text, note text)
      order by i.student_key
         on conflict (student_key, day, session) do update
        set state = excluded.state, reason = excluded.reason, note = excluded.note
      where attendance_entries.class_id = excluded.class_id
     returning student_key`,
    { ...key, writes: JSON.stringify(writes) },
    t,
  );
  if (stored.length < writes.length) throw changedMeanwhileResponse();
}

export type DayRegister = DayAttendanceCounts & { class_id: number; session: number };

export function listRegistersOfDay(day: string, t: ReadTransaction): Promise<DayRegister[]> {
  return AttendanceRegister.select(
    ["class_id", "session", "present", "absent", "late"],
    { where: { day }, order: ["class_id", "session"] },
    t,
  );
}

type AskedEvents = RegisterKey & { bases: ReadonlyMap<number, number> };

/** Lists the changes to entries after their versions, oldest first. The first marking is one event for all entries. */
export function listRegisterChangesAfter(
  { bases, ...key }: AskedEvents,
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return queryRows<RowChange>(
    `with wanted as (
       select i.student_key, i.base
         from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
     ), events as (
       select w.student_key, (n.entry ->> 'version')::bigint as version, null::jsonb as old_values,
              n.entry as new_values, e.event_id, e.at, e.save_id, e.actor, e.account_id
         from wanted w
         join audit_events e on e.table_name = 'attendance_entries'
                            and e.row_id = concat_ws(':', 'class', $classId::integer, $day::date, $session::integer)
        cross join lateral (select e.new_values -> w.student_key::text as entry) n
        where (n.entry ->> 'version')::bigint > w.base
        union all
       select w.student_key, e.version, e.old_values, e.new_values, e.event_id, e.at, e.save_id, e.actor, e.account_id
         from wanted w
         join audit_events e on e.table_name = 'attendance_entries'
                            and e.row_id = concat_ws(':', w.student_key, $day::date, $session::integer)
                            and e.version > w.base
     )
     select e.student_key as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from events e
       ${JOIN_CHANGE_AUTHOR}
      order by e.student_key, e.version, e.event_id`,
    { ...key, wanted: JSON.stringify(wanted) },
    t,
  );
}

type ClassDays = { classId: number; from: string; to: string };

type MarkedSession = Pick<AttendanceEntry, "day" | "session">;

export function listMarkedSessions(params: ClassDays, t: ReadTransaction): Promise<MarkedSession[]> {
  return queryRows<MarkedSession>(
    `select day::text as day, session
       from attendance_registers
      where class_id = $classId and day between $from and $to
      order by attendance_registers.day, session`,
    params,
    t,
  );
}

export type RegisterEntryRow = Pick<AttendanceEntry, "student_key" | "day" | "session" | "state">;

export function listRegisterEntries(params: ClassDays, t: ReadTransaction): Promise<RegisterEntryRow[]> {
  return queryRows<RegisterEntryRow>(
    `select student_key, day::text as day, session, state
       from attendance_entries
      where class_id = $classId and day between $from and $to
      order by attendance_entries.day, session, student_key`,
    params,
    t,
  );
}

type RegisteredStudent = Pick<Student, "first_name" | "last_name" | "gender"> & {
  student_key: number;
};

/**
 * Lists, in register order, the students on registers of the class in these days, and the students who are in the class
 * now and had entered the school by then.
 */
export function listStudentsOfRegister(
  params: ClassDays & { academicTermId: number },
  t: ReadTransaction,
): Promise<RegisteredStudent[]> {
  return queryRows<RegisteredStudent>(
    `select s.id as student_key, s.first_name, s.last_name, s.gender
       from students s
      where exists (select 1 from attendance_entries e
                     where e.student_key = s.id and e.class_id = $classId and e.day between $from and $to)
         or exists (select 1 from registrations r
                     where r.student_key = s.id and r.class_id = $classId and r.academic_term_id = $academicTermId
                       and (s.entry_date is null or s.entry_date <= $to) and ${IS_IN_CLASS_OF_TERM})
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

/** SQL condition: on that day, the student `v` had entered the school and had not left. */
export function isOnRollSql(day: string): string {
  return `(v.entry_date is null or v.entry_date <= ${day})
          and (v.student_status_id <= ${STUDENT_REGISTERED} or v.status_since > ${day})`;
}

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

type StudentSessions = SessionAttendanceCounts & { student_key: number };

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
