import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { ABSENT_STATES_SQL, registerOrderSql, isInClassScopeSql, type ClassScope } from "../parts.ts";
import { wasLoggedRecentlySql } from "../people/student-tabs.ts";
import { HAS_NUMBER_SQL, joinContactSql, joinLastCallSql, type AbsentStudentRow } from "./absent-students.ts";
import { reasonTitleSql } from "./reasons.ts";
import { isOnRollSql } from "./registers.ts";

export type ClassDaysRow = Pick<SchoolClass, "class_id"> & {
  /** The days with a register. A day's figures are the mean of its sessions, as in `averageDayFigures`. */
  days: [day: string, present: number, absent: number][];
};

export type MarkedRegistersRow = Pick<SchoolClass, "class_id"> & {
  academic_term_id: number;
  form_level: number;
  /** Changes with every change of the class's registers or level, and of the term's dates. */
  state: string;
};

/**
 * Lists the classes in scope that have registers, in each of several terms. A trigger writes a register again with each
 * of its entries, and counts the changes of a class's registers.
 */
export function listRegistersOfTerms(
  params: ClassScope & { terms: readonly number[] },
  t: ReadTransaction,
): Promise<MarkedRegistersRow[]> {
  return queryRows<MarkedRegistersRow>(
    `select y.academic_term_id, c.class_id, f.form_level, concat_ws(' ', g.changes, f.form_level, y.term_start, y.term_end) as state
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
       join register_states g using (class_id)
      where y.academic_term_id = any ($terms) and ${isInClassScopeSql("c", "f", "y.academic_term_id")}
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

export type ClassStudentSessionsRow = Pick<SchoolClass, "class_id"> & {
  /** The sessions in which the class's registers have a student, and the absences among them. */
  students: StudentSessionCounts[];
};
export type StudentSessionCounts = [studentKey: number, total: number, absent: number];

/** Counts the sessions of each student in the registers of classes in a term, up to a day. */
export function listStudentSessions(
  params: ClassesOfTerm,
  t: ReadTransaction,
): Promise<ClassStudentSessionsRow[]> {
  return queryRows<ClassStudentSessionsRow>(
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

export type StudentAbsenceRateRow = Pick<Student, "first_name" | "last_name"> &
  Pick<AbsentStudentRow, "student_key" | "class_id" | "label" | "contact" | "call" | "is_noted"> & {
    /** `total` counts the sessions in which a register has the student; `absent` counts the absences. */
    total: number;
    absent: number;
    /** The last absence and its reason. */
    last: { day: string; reason: string | null; note: string } | null;
  };

/**
 * The students of a class over the limit: the number of all of them, the number of students over the higher limit,
 * and the number of students whose family can be called.
 */
export type ClassAbsencesOverLimit = [classId: number, students: number, overHigher: number, toCall: number];

type Absences = {
  academicTermId: number;
  /** The classes whose students are counted. */
  classIds: readonly number[];
  /** The classes whose students are listed. */
  listedIds: readonly number[];
  from: string;
  to: string;
  /** Counts only this weekday (1 is Monday); null for all. */
  weekday: number | null;
  /**
   * Counts students who missed more than this percentage of their sessions. Students who missed more than the higher
   * percentage are also counted separately.
   */
  over: number;
  overHigher: number;
  /** Positions in the list, from 1 on, of the students that are listed. */
  first: number;
  last: number;
  numbersOf: readonly number[] | null;
  /** True to count the students whose family has a number and was not called in the period. */
  countsCalls: boolean;
  accountId: number;
  /** The students with their sessions, if the caller has counted them; otherwise the entries are counted. */
  counted?: readonly StudentSessionCounts[];
};

function isWeekday(day: string): string {
  return `($weekday::integer is null or extract(isodow from ${day}) = $weekday)`;
}

/** SQL: the absences of the days. The absences come from an index of entries that are not `present`. */
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

/**
 * Counts the students who missed more than a share of their sessions, class by class, and lists some of them, the
 * highest share first.
 */
export async function findStudentAbsenceRates(
  { counted, ...params }: Absences,
  t: ReadTransaction,
): Promise<{ classes: ClassAbsencesOverLimit[]; rows: StudentAbsenceRateRow[] }> {
  // A row without a student has the counts, so that they are read even if the list has no student here.
  const [counts, ...rows] = await queryRows<
    StudentAbsenceRateRow & { classes: ClassAbsencesOverLimit[] | null }
  >(
    `with away as materialized (${counted ? COUNTED : ABSENCES}),
     counted as materialized (
       select r.student_key, r.class_id, v.first_name, v.last_name, e.total, y.absent
         from away y
         join registrations r on r.student_key = y.student_key and r.academic_term_id = $academicTermId
         join students v on v.id = r.student_key
        cross join lateral (${counted ? "select y.total" : SESSIONS}) e
        where r.class_id = any ($classIds) and v.student_status_id <= ${STUDENT_REGISTERED}
          and 100 * y.absent > $over::integer * e.total
     ), firsts as materialized (
       select n.*
         from counted n
        where n.class_id = any ($listedIds)
        order by n.absent::float8 / n.total desc, ${registerOrderSql("n", "n.student_key")}
        limit $last::bigint
     ), placed as materialized (
       select n.*, row_number() over (order by n.absent::float8 / n.total desc, ${registerOrderSql("n", "n.student_key")}) as place
         from firsts n
     )
     select null as classes, a.student_key, a.class_id, c.label, a.first_name, a.last_name, a.total, a.absent, w.last, k.contact,
            l.call, ${wasLoggedRecentlySql("a.student_key", "'family'")} as is_noted, a.place
       from placed a
       join classes c using (class_id)
       left join lateral (
          select jsonb_build_object('day', x.day, 'reason', ${reasonTitleSql("x.reason")}, 'note', x.note) as last
            from attendance_entries x
           where x.student_key = a.student_key and x.day between $from and $to and x.state in ${ABSENT_STATES_SQL}
           order by x.day desc, x.session limit 1) w on true
       ${joinContactSql("($numbersOf::integer[] is null or a.class_id = any ($numbersOf))")}
       ${joinLastCallSql("$from", "$to::date")}
      where a.place >= $first
      union all
     select coalesce(jsonb_agg(jsonb_build_array(x.class_id, x.students, x.higher, x.to_call) order by x.class_id), '[]'),
            null, null, null, null, null, null, null, null, null, null, null, 0
       from (select n.class_id, count(*) as students,
                    count(*) filter (where 100 * n.absent > $overHigher::integer * n.total) as higher,
                    count(*) filter (where $countsCalls and exists (select from family_contacts m
                                                                     where m.student_key = n.student_key and ${HAS_NUMBER_SQL})
                                       and not exists (select from absence_calls b
                                                        where b.student_key = n.student_key and b.day between $from and $to)) as to_call
               from counted n
              group by n.class_id) x
      order by place`,
    counted ? { ...params, counted: JSON.stringify(counted) } : params,
    t,
  );
  return { classes: counts?.classes ?? [], rows };
}

/** Counts the students of classes in a term. */
export async function countStudentsOfClasses(
  params: { academicTermId: number; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<number> {
  const found = await queryRow<{ students: number }>(
    `select count(*)::integer as students
       from registrations r
       join students v on v.id = r.student_key
      where r.academic_term_id = $academicTermId and r.class_id = any ($classIds)
        and v.student_status_id <= ${STUDENT_REGISTERED}
      order by students`,
    params,
    t,
  );
  return found?.students ?? 0;
}

export type StudentOfDayRow = Pick<Student, "first_name" | "last_name"> & {
  student_key: number;
  class_id: number;
  label: SchoolClass["label"];
  /** The student's states in the marked sessions, such as `PA`; empty in a class without a register. */
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
    `select h.student_key, class_id, s.first_name, s.last_name, c.label, h.states, h.reason, h.note
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
