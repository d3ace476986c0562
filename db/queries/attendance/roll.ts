import { STUDENT_REGISTERED } from "#domain/people/students.ts";

/** SQL condition: on that day, the student `v` had entered the school and had not left. */
export function isOnRollSql(day: string): string {
  return `(v.entry_date is null or v.entry_date <= ${day})
          and (v.student_status_id <= ${STUDENT_REGISTERED} or v.status_since > ${day})`;
}
