import { rows, type ReadTransaction } from "../../index.ts";
import type { SessionFigures } from "#domain/daily/counting.ts";
import { ABSENT_STATES, LATE_STATES } from "../parts.ts";

export type StudentSessions = SessionFigures & { student_key: number };

/** Counts the term's sessions of each student now in the class, also those on another class's register. */
export function countSessionsByStudent(
  key: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<StudentSessions[]> {
  return rows<StudentSessions>(
    `select r.student_key, count(e.state) as total, count(*) filter (where e.state in ${ABSENT_STATES}) as absent,
            count(*) filter (where e.state in ${LATE_STATES}) as late
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
