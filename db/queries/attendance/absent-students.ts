import { queryRows, queryRow, type ReadTransaction, type Transaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { ABSENT_DAYS_BEFORE_CALL } from "#domain/daily/attendance-limits.ts";
import { STUDENT_REGISTERED, type Relationship } from "#domain/people/students.ts";
import { ABSENT_STATES_SQL, registerOrderSql } from "../parts.ts";
import { wasLoggedRecentlySql } from "../people/student-tabs.ts";
import { reasonTitleSql } from "./reasons.ts";

type Caller = { first_name: string | null; last_name: string | null; user_name: string | null };

export type AbsentStudentRow = Pick<Student, "first_name" | "last_name"> & {
  student_key: number;
  class_id: number;
  label: SchoolClass["label"];
  /** The days in a row that the student was absent, up to the requested day, and the first of these days. */
  days: number;
  since: string;
  /** The title of the reason, such as `Sick`. */
  reason: string | null;
  note: string;
  contact: { relationship: Relationship; relation: string; name: string; phone: string } | null;
  call: (Caller & { called_at: string; day: string; note: string }) | null;
  /** True if it was logged a moment ago that this account has read the family's phone number. */
  is_noted: boolean;
  /** The number of students, of those absent for three or more days, and of those without a reason. Null in a whole list. */
  counts: { absent: number; long: number; withoutReason: number } | null;
};

/** SQL: the order in which a school calls relatives: mother, father, guardian, emergency contact. */
const CALLED_FIRST = "array_position(array[2, 1, 3, 4]::smallint[], m.relationship)";

/** SQL condition: the family member `m` of a student has a phone number. */
export const HAS_NUMBER_SQL = "num_nonnulls(m.phone_mobile, m.phone_home, m.phone_work, m.phone_second) > 0";

/** SQL join: `k` is the family member to call about the student of row `a`, if the condition is true. */
export function joinContactSql(condition: string): string {
  return `left join lateral (
          select jsonb_build_object('relationship', m.relationship, 'relation', m.relation, 'name', m.name,
                                    'phone', coalesce(m.phone_mobile, m.phone_home, m.phone_work, m.phone_second)) as contact
            from family_contacts m
           where m.student_key = a.student_key and ${HAS_NUMBER_SQL} and ${condition}
           order by ${CALLED_FIRST} limit 1) k on true`;
}

/** SQL join: `l` is the last call between two days about the student of row `a`. */
export function joinLastCallSql(from: string, to: string): string {
  return `left join lateral (
          select jsonb_build_object('called_at', b.called_at, 'day', b.day, 'note', b.note,
                                    'first_name', p.first_name, 'last_name', p.last_name, 'user_name', u.user_name) as call
            from absence_calls b
            join accounts u on u.account_id = b.called_by
            left join employees p using (employee_id)
           where b.student_key = a.student_key and b.day between ${from} and ${to}
           order by b.day desc limit 1) l on true`;
}

/** SQL condition: the entry `e` has a reason or a note. */
const HAS_REASON_SQL = "e.reason is not null or e.note <> ''";

type Asked = {
  day: string;
  from: string;
  least: number;
  accountId: number;
  /** Searches the registers of these classes; null for all. */
  classIds: readonly number[] | null;
  /** Finds only absent students among these; null or missing for all. */
  studentKeys?: readonly number[] | null;
  /** The classes whose families' phone numbers may be read; null for all. */
  numbersOf: readonly number[] | null;
  /** Reads the family and the last call of students absent for at least this many days in a row; null for nobody. */
  callFrom: number | null;
  /** Lists only this many students, the longest absences first, with the counts of all; null for all students. */
  limit: number | null;
};

/** SQL condition: the family and the last call are read for row `a`. */
const IS_TO_CALL_SQL = "coalesce(a.days >= $callFrom::integer, false)";

/**
 * Lists students who have been absent from every marked session for at least this many days in a row (one or more),
 * within a term and up to the requested day. The longest absences come first. A day without a register is skipped: it
 * neither extends an absence nor ends it.
 */
export function listAbsentStudents(
  { studentKeys = null, ...params }: Asked,
  t: ReadTransaction,
): Promise<AbsentStudentRow[]> {
  return queryRows<AbsentStudentRow>(
    `with away as materialized (
       select e.student_key, min(e.class_id) as class_id, (array_agg(e.reason order by e.session) filter (where ${HAS_REASON_SQL}))[1] as reason,
              coalesce((array_agg(e.note order by e.session) filter (where ${HAS_REASON_SQL}))[1], '') as note
         from attendance_entries e
        where e.day = $day and e.state <> 'P' and e.state in ${ABSENT_STATES_SQL}
          and ($classIds::integer[] is null or e.class_id = any ($classIds))
          and ($studentKeys::integer[] is null or e.student_key = any ($studentKeys))
        group by e.student_key
     ), absent as materialized (
       select a.*, n.days, n.since, s.first_name, s.last_name
         from away a
         join students s on s.id = a.student_key
        cross join lateral (
           select count(distinct x.day)::integer as days, min(x.day) as since
             from attendance_entries x
            where x.student_key = a.student_key and x.day <= $day and x.day >= $from
              and x.day > coalesce((select max(z.day) from attendance_entries z
                                     where z.student_key = a.student_key and z.day between $from and $day
                                       and z.state not in ${ABSENT_STATES_SQL}), '-infinity')) n
        where n.days >= $least and s.student_status_id <= ${STUDENT_REGISTERED}
     ), listed as materialized (
       select n.* from absent n order by n.days desc, ${registerOrderSql("n", "n.student_key")} limit $limit::bigint
     )
     select a.student_key, a.class_id, a.first_name, a.last_name, c.label, a.days, a.since::text as since,
            ${reasonTitleSql("a.reason")} as reason, a.note, k.contact, l.call,
            ${IS_TO_CALL_SQL} and ${wasLoggedRecentlySql("a.student_key", "'family'")} as is_noted,
            case when $limit::bigint is not null then
              (select jsonb_build_object('absent', count(*), 'long', count(*) filter (where n.days >= $longFrom::integer),
                                         'withoutReason', count(*) filter (where n.reason is null and n.note = ''))
                 from absent n) end as counts
       from listed a
       join classes c using (class_id)
       ${joinContactSql(`${IS_TO_CALL_SQL} and ($numbersOf::integer[] is null or a.class_id = any ($numbersOf))`)}
       ${joinLastCallSql("a.since", `(case when ${IS_TO_CALL_SQL} then $day::date end)`)}
      order by a.days desc, ${registerOrderSql("a", "a.student_key")}`,
    { studentKeys, ...params, longFrom: ABSENT_DAYS_BEFORE_CALL },
    t,
  );
}

type Key = { studentKey: number; day: string };

export type AbsenceRow = Pick<Student, "first_name" | "last_name"> & {
  /** True if a register of the day marks the student as absent. */
  is_absent: boolean;
  /** The note about the call, and its version; version 0 means that there was no call. */
  note: string;
  version: number;
  called_at: string | null;
  called_by: number | null;
  caller: { first_name: string | null; last_name: string | null; user_name: string | null } | null;
};

/** Finds out whether a student was absent on a day, and finds the call about the absence. */
export function findAbsence(key: Key, t: ReadTransaction): Promise<AbsenceRow | null> {
  return queryRow<AbsenceRow>(
    `select s.first_name, s.last_name, coalesce(b.note, '') as note, coalesce(b.version, 0) as version, b.called_at, b.called_by,
            exists (select 1 from attendance_entries e
                     where e.student_key = s.id and e.day = $day and e.state in ${ABSENT_STATES_SQL}) as is_absent,
            case when b.student_key is not null then
              jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name, 'user_name', u.user_name) end as caller
       from students s
       left join absence_calls b on b.student_key = s.id and b.day = $day
       left join accounts u on u.account_id = b.called_by
       left join employees e using (employee_id)
      where s.id = $studentKey
      order by s.id`,
    key,
    t,
  );
}

/** Stores a call. Returns false if somebody has changed the call since this version was read. */
export async function saveAbsenceCall(
  call: Key & { note: string; version: number; accountId: number },
  t: Transaction,
): Promise<boolean> {
  const stored = await queryRow(
    `insert into absence_calls as b (student_key, day, called_by, note)
     values ($studentKey, $day, $accountId, $note)
     on conflict (student_key, day) do update
        set note = excluded.note, called_by = excluded.called_by, called_at = now()
      where b.version = $version
     returning b.version`,
    call,
    t,
  );
  return stored !== null;
}
