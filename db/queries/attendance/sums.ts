import { rows, type Reading } from "../../index.ts";
import type { SessionFigures } from "#domain/daily/counting.ts";

export type StudentSessions = SessionFigures & { student_key: number };

/** Counts the sessions of a term for each student who is in the class now, whichever class's register they were on. */
export function listStudentSessions(
  key: { classId: number; academicTermId: number },
  t: Reading,
): Promise<StudentSessions[]> {
  return rows<StudentSessions>(
    `select r.student_key, count(e.state) as total, count(*) filter (where e.state = 'A') as absent,
            count(*) filter (where e.state = 'L') as late
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
