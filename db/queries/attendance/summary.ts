import { queryRows, type ReadTransaction } from "../../index.ts";
import type { AttendanceEntry } from "../../models/attendance.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { DayAttendanceCounts } from "#domain/daily/counting.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import { isClassInScopeSql, isTeacherOfClassSql, classTeachersSql, type QueryScope } from "../parts.ts";
import { isOnRollSql } from "./registers.ts";

export type ClassAttendanceOfDayRow = Pick<SchoolClass, "class_id" | "label" | "form_class_id"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    /** The number of students on the roll. It is 0 for a class with a register, because it is not needed then. */
    roll: number;
    sessions: DayAttendanceCounts[];
    teachers: ClassTeacherRow[];
    /** The last earlier day in the same term with a register, such as `2026-06-25`. */
    last_register: string | null;
    /** True if the employee in the scope is form teacher or co-teacher of the class. */
    is_teacher: boolean;
  };

/** Lists the classes in scope with their registers, in the term that includes the day. */
export function listClassAttendanceOfDay(
  params: QueryScope & { day: string },
  t: ReadTransaction,
): Promise<ClassAttendanceOfDayRow[]> {
  return queryRows<ClassAttendanceOfDayRow>(
    `with marked as materialized (
       select g.class_id, jsonb_agg(jsonb_build_object('present', g.present, 'absent', g.absent, 'late', g.late)
                                    order by g.session) as sessions
         from attendance_registers g
        where g.day = $day
        group by g.class_id
     )
     select c.class_id, c.label, c.form_class_id, f.form_level, f.group_title, coalesce(m.sessions, '[]') as sessions,
            case when m.class_id is not null then 0
                 else (select count(*)
                         from registrations r
                         join students v on v.id = r.student_key
                        where r.class_id = c.class_id and r.academic_term_id = y.academic_term_id
                          and ${isOnRollSql("$day")}) end as roll,
            case when m.class_id is not null then '[]'
                 else ${classTeachersSql({ classId: "c.class_id", day: "$day::date" })} end as teachers,
            case when m.class_id is not null then null
                 else (select max(g.day)::text from attendance_registers g
                        where g.class_id = c.class_id and g.day < $day and g.day >= y.term_start) end as last_register,
            coalesce(${isTeacherOfClassSql("c", "y.academic_term_id")}, false) as is_teacher
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
       left join marked m using (class_id)
      where $day between y.term_start and y.term_end and ${isClassInScopeSql("c", "y.academic_term_id")}
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type AttendanceDayTotalsRow = DayAttendanceCounts & { day: string };

/**
 * Adds up the registers of a period, day by day. A class's figures for a day are the mean of its sessions
 * (`averageDayFigures`), so that these totals agree with the page of each day.
 */
export function listTotalsByDay(
  params: { from: string; to: string; level: number | null },
  t: ReadTransaction,
): Promise<AttendanceDayTotalsRow[]> {
  return queryRows<AttendanceDayTotalsRow>(
    `select day::text as day, sum(present) as present, sum(absent) as absent, sum(late)::float8 as late
       from (select g.day, sum(g.present)::float8 / count(*) as present, sum(g.absent)::float8 / count(*) as absent,
                    sum(g.late) as late
               from attendance_registers g
              where g.day between $from and $to
                and ($level::integer is null or g.class_id in (
                       select c.class_id from classes c join form_classes f using (form_class_id)
                        where f.form_level = $level))
              group by g.day, g.class_id) d
      group by day
      order by day`,
    params,
    t,
  );
}

export type StudentRegisterEntry = Pick<AttendanceEntry, "day" | "session" | "state" | "note"> & {
  /** The title of the reason, such as `Sick`. */
  reason: string | null;
  is_excused: boolean;
};

export function listStudentRegisterEntries(
  params: { studentKey: number; from: string; to: string },
  t: ReadTransaction,
): Promise<StudentRegisterEntry[]> {
  return queryRows<StudentRegisterEntry>(
    `select e.day::text as day, e.session, e.state, a.title as reason, e.note,
            coalesce(a.is_excused, false) as is_excused
       from attendance_entries e
       left join attendance_reasons a using (reason)
      where e.student_key = $studentKey and e.day between $from and $to
      order by e.day, e.session`,
    params,
    t,
  );
}
