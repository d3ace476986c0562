import { rows, type ReadTransaction } from "../../index.ts";
import type { AttendanceEntry } from "../../models/attendance.ts";
import type { Student } from "../../models/people.ts";
import { IS_IN_CLASS } from "../on-roster.ts";
import { registerOrderSql } from "../parts.ts";

type ClassDays = { classId: number; from: string; to: string };

export type MarkedSession = Pick<AttendanceEntry, "day" | "session">;

export function listMarkedSessions(params: ClassDays, t: ReadTransaction): Promise<MarkedSession[]> {
  return rows<MarkedSession>(
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
  return rows<RegisterEntryRow>(
    `select student_key, day::text as day, session, state
       from attendance_entries
      where class_id = $classId and day between $from and $to
      order by attendance_entries.day, session, student_key`,
    params,
    t,
  );
}

export type RegisteredStudent = Pick<Student, "first_name" | "last_name" | "gender"> & {
  student_key: number;
};

/**
 * Lists, in register order, the students who are on a register of the class in these days, and those who are in the
 * class now and had entered the school by then.
 */
export function listStudentsOfRegister(
  params: ClassDays & { academicTermId: number },
  t: ReadTransaction,
): Promise<RegisteredStudent[]> {
  return rows<RegisteredStudent>(
    `select s.id as student_key, s.first_name, s.last_name, s.gender
       from students s
      where exists (select 1 from attendance_entries e
                     where e.student_key = s.id and e.class_id = $classId and e.day between $from and $to)
         or exists (select 1 from registrations r
                     where r.student_key = s.id and r.class_id = $classId and r.academic_term_id = $academicTermId
                       and (s.entry_date is null or s.entry_date <= $to) and ${IS_IN_CLASS})
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}
