import { queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import {
  ABSENT_STATES_SQL,
  registerOrderSql,
  isInClassScopeSql,
  rowGroupVersionSql,
  type ClassScope,
} from "../parts.ts";
import { wasLoggedRecentlySql } from "../people/student-tabs.ts";
import { joinContactSql, joinLastCallSql, type AbsentStudentRow } from "./absent-students.ts";
import { reasonTitleSql } from "./reasons.ts";
import { isOnRollSql } from "./roll.ts";

export type ClassDaysRow = Pick<SchoolClass, "class_id"> & {
  /** The days with a register. A day's figures are the mean of its sessions, as in `averageDayFigures`. */
  days: [day: string, present: number, absent: number][];
};

export type RegistersRow = Pick<SchoolClass, "class_id"> & {
  academic_term_id: number;
  form_level: number;
  /** Changes with every change of the class's registers in the term, up to the day, and of the term's dates. */
  state: string;
};

type Terms = ClassScope & { terms: readonly number[]; upTo: string };

/**
 * Lists the classes in scope with a register in each of several terms, up to a day. A trigger writes the row of a
 * register with each of its entries.
 */
export function listRegistersOfTerms(params: Terms, t: ReadTransaction): Promise<RegistersRow[]> {
  return queryRows<RegistersRow>(
    `select y.academic_term_id, c.class_id, f.form_level, concat_ws(' ', g.written, y.term_start, y.term_end) as state
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
      cross join lateral (
         select count(*) as registers, ${rowGroupVersionSql("g")} as written
           from attendance_registers g
          where g.class_id = c.class_id and g.day between y.term_start and least(y.term_end, $upTo)) g
      where y.academic_term_id = any ($terms) and ${isInClassScopeSql("c", "f", "y.academic_term_id")} and g.registers > 0
      order by y.academic_term_id, f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

type ClassesOfTerm = { academicTermId: number; classIds: readonly number[]; upTo: string };

/** Lists the days with a register in a term, up to a day, by class. */
export function listClassDays(params: ClassesOfTerm, t: ReadTransaction): Promise<ClassDaysRow[]> {
  return queryRows<ClassDaysRow>(
    `select x.class_id, jsonb_agg(jsonb_build_array(x.day, x.present, x.absent) order by x.day) as days
       from (select g.class_id, g.day, sum(g.present)::float8 / count(*) as present,
                    sum(g.absent)::float8 / count(*) as absent
               from academic_terms y
               join attendance_registers g
                 on g.class_id = any ($classIds) and g.day between y.term_start and least(y.term_end, $upTo)
              where y.academic_term_id = $academicTermId
              group by g.class_id, g.day) x
      group by x.class_id
      order by x.class_id`,
    params,
    t,
  );
}

export type StudentSessionsRow = Pick<SchoolClass, "class_id"> & {
  /** The sessions in which the class's registers have a student, and the absences among them. */
  students: StudentSessions[];
};
export type StudentSessions = [studentKey: number, total: number, absent: number];

/** Counts the sessions of each student in the registers of classes in a term, up to a day. */
export function listStudentSessions(
  params: ClassesOfTerm,
  t: ReadTransaction,
): Promise<StudentSessionsRow[]> {
  return queryRows<StudentSessionsRow>(
    `select x.class_id, jsonb_agg(jsonb_build_array(x.student_key, x.total, x.absent)) as students
       from (select e.class_id, e.student_key, count(*) as total,
                    count(*) filter (where e.state in ${ABSENT_STATES_SQL}) as absent
               from academic_terms y
               join attendance_entries e
                 on e.class_id = any ($classIds) and e.day between y.term_start and least(y.term_end, $upTo)
              where y.academic_term_id = $academicTermId
              group by e.class_id, e.student_key) x
      group by x.class_id
      order by x.class_id`,
    params,
    t,
  );
}

export type AbsenceShareRow = Pick<Student, "first_name" | "last_name"> &
  Pick<AbsentStudentRow, "student_key" | "class_id" | "label" | "contact" | "call" | "is_noted"> & {
    /** `total` counts the sessions in which a register has the student; `absent` counts the absences. */
    total: number;
    absent: number;
    /** The last absence and its reason. Null outside the positions `first` to `last`. */
    last: { day: string; reason: string | null; note: string } | null;
  };

type Absences = {
  academicTermId: number;
  classIds: readonly number[];
  from: string;
  to: string;
  /** Counts only this weekday (1 is Monday); null for all. */
  weekday: number | null;
  /** Lists students who missed more than this percentage of their sessions. */
  over: number;
  /** Positions in the list, from 1 on, for which family, last absence and calls are also read. */
  first: number;
  last: number;
  numbersOf: readonly number[] | null;
  accountId: number;
  /** The students with their sessions, if the caller has counted them; otherwise the entries are counted. */
  counted?: readonly StudentSessions[];
};

function isWeekday(day: string): string {
  return `($weekday::integer is null or extract(isodow from ${day}) = $weekday)`;
}

/** SQL: the absences of the days. They come from an index of entries that are not `present`. */
const ABSENCES = `
       select x.student_key, count(*)::integer as absent
         from attendance_entries x
        where x.day between $from and $to and x.state <> 'P' and x.state in ${ABSENT_STATES_SQL} and ${isWeekday("x.day")}
        group by x.student_key`;

const SESSIONS = `
       select count(*)::integer as total
         from attendance_entries x
        where x.student_key = r.student_key and x.day between $from and $to and ${isWeekday("x.day")}`;

const COUNTED = `
       select (k ->> 0)::integer as student_key, (k ->> 1)::integer as total, (k ->> 2)::integer as absent
         from jsonb_array_elements($counted::jsonb) k`;

/** Lists students by the share of sessions that they missed, highest first. */
export function listAbsenceShares(
  { counted, ...params }: Absences,
  t: ReadTransaction,
): Promise<AbsenceShareRow[]> {
  return queryRows<AbsenceShareRow>(
    `with away as materialized (${counted ? COUNTED : ABSENCES}),
     counted as materialized (
       select r.student_key, r.class_id, e.total, y.absent
         from away y
         join registrations r on r.student_key = y.student_key and r.academic_term_id = $academicTermId
         join students v on v.id = r.student_key
        cross join lateral (${counted ? "select y.total" : SESSIONS}) e
        where r.class_id = any ($classIds) and v.student_status_id <= ${STUDENT_REGISTERED}
          and 100 * y.absent > $over::integer * e.total
     ), placed as materialized (
       select n.*, s.first_name, s.last_name, c.label,
              row_number() over (order by n.absent::float8 / n.total desc, ${registerOrderSql("s", "s.id")}) as place
         from counted n
         join students s on s.id = n.student_key
         join classes c using (class_id)
     )
     select a.student_key, a.class_id, a.label, a.first_name, a.last_name, a.total, a.absent, w.last, k.contact, l.call,
            a.place between $first and $last and ${wasLoggedRecentlySql("a.student_key", "'family'")} as is_noted
       from placed a
       left join lateral (
          select jsonb_build_object('day', x.day, 'reason', ${reasonTitleSql("x.reason")}, 'note', x.note) as last
            from attendance_entries x
           where x.student_key = a.student_key and x.day between $from and $to and x.state in ${ABSENT_STATES_SQL}
             and a.place between $first and $last
           order by x.day desc, x.session limit 1) w on true
       ${joinContactSql("a.place between $first and $last and ($numbersOf::integer[] is null or a.class_id = any ($numbersOf))")}
       ${joinLastCallSql("$from", "(case when a.place between $first and $last then $to::date end)")}
      order by a.place`,
    counted ? { ...params, counted: JSON.stringify(counted) } : params,
    t,
  );
}

export type StudentOfDayRow = Pick<Student, "first_name" | "last_name"> & {
  student_key: number;
  label: SchoolClass["label"];
  /** The student's states in the marked sessions, such as `PA`. Empty in a class without a register. */
  states: string;
  reason: string | null;
  note: string;
};

type OfDay = {
  day: string;
  academicTermId: number;
  classIds: readonly number[];
  unmarked: readonly number[];
};

/** Lists the students in a day's registers. For a class without a register, lists the students on the roll. */
export function listStudentsOfDay(params: OfDay, t: ReadTransaction): Promise<StudentOfDayRow[]> {
  return queryRows<StudentOfDayRow>(
    `select h.student_key, s.first_name, s.last_name, c.label, h.states, h.reason, h.note
       from (select e.student_key, min(e.class_id) as class_id, string_agg(e.state, '' order by e.session) as states,
                    max(${reasonTitleSql("e.reason")}) as reason, max(e.note) as note
               from attendance_entries e
              where e.class_id = any ($classIds) and e.day = $day
              group by e.student_key
             union all
             select r.student_key, r.class_id, '', null, ''
               from registrations r
               join students v on v.id = r.student_key
              where r.academic_term_id = $academicTermId and r.class_id = any ($unmarked)
                and ${isOnRollSql("$day")}) h
       join students s on s.id = h.student_key
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      order by f.position, c.label collate names, c.class_id, ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}
