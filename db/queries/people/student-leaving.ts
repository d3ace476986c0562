import { row, run, type Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { OrNull } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_SOMETHING_IN_TERM } from "../on-roster.ts";
import { TODAY } from "../parts.ts";
import { REGISTERED_NOW } from "./student-search.ts";

export type LeavingStudentRow = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "gender" | "picture" | "student_status_id"
> &
  OrNull<Pick<SchoolClass, "class_id" | "label">> & {
    status: string;
    was_registered: boolean;
    /** Marks or a report of the current term have entries, so the student stays on those lists. */
    has_something: boolean;
  };

/** Finds a student who is about to leave or has left, with their class in the current term. */
export function studentToLeave(studentKey: number, t: Reading): Promise<LeavingStudentRow | null> {
  return row<LeavingStudentRow>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.picture, s.student_status_id, u.detail as status,
            c.class_id, c.label, r.student_key is not null and ${HAS_SOMETHING_IN_TERM} as has_something,
            exists (select 1 from registrations q where q.student_key = s.id) as was_registered
       from students s
       join student_statuses u using (student_status_id)
       left join ${REGISTERED_NOW} and r.student_key = s.id
       left join classes c using (class_id)
      where s.id = $studentKey
      order by s.id`,
    { studentKey },
    t,
  );
}

/** Until the transaction ends, nobody else can mark the student as having left or bring them back. */
export function lockStudentStatus(studentKey: number, t: TermTransaction): Promise<void> {
  return run("select from students where id = $studentKey for no key update", { studentKey }, t);
}

/** Sets the status from today on, in the school's time zone. */
export function setStudentStatus(
  asked: { studentKey: number; statusId: number },
  t: TermTransaction,
): Promise<void> {
  return run(
    `update students s
        set student_status_id = $statusId, status_since = ${TODAY}
       from schools o
      where s.id = $studentKey`,
    asked,
    t,
  );
}
