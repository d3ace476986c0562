import { isAssignedOnSql, TODAY_SQL } from "../parts.ts";

/**
 * SQL: the open corrections (`OpenCorrection[]`) of the past term `y` for class `c` and the bound employee. Null if
 * there are none, as always in the current term of the school `o`.
 * @param wasTheirs the condition that the employee entered the data at that time. A correction for a teacher opens
 * nothing else, even if this teacher is an administrator or the principal.
 */
export function openCorrectionsSql(wasTheirs: string): string {
  return `case when y.academic_term_id < o.current_term_id then (
             select jsonb_agg(jsonb_build_object(
                      'until', x.until, 'reason', x.reason, 'student_key', x.student_key,
                      'opened_on', (x.opened_at at time zone o.time_zone)::date,
                      'opened_by', jsonb_build_object('user_name', i.user_name, 'first_name', n.first_name,
                                                      'last_name', n.last_name)) order by x.entry_correction_id)
               from entry_corrections x
               join accounts i on i.account_id = x.opened_by
               left join employees n on n.employee_id = i.employee_id
              where x.academic_term_id = y.academic_term_id and x.closed_at is null and x.until >= ${TODAY_SQL}
                and (x.class_id = c.class_id or (x.employee_id = $employeeId and ${wasTheirs})
                     or exists (select from registrations q
                                 where q.student_key = x.student_key and q.academic_term_id = y.academic_term_id
                                   and q.class_id = c.class_id))) end`;
}

/** SQL condition: the bound employee was form teacher or co-teacher of class `c` at the end of the past term `y`. */
export const WAS_TEACHER_OF_CLASS = `(y.academic_term_id < o.current_term_id and exists (
             select from class_teachers h
              where h.class_id = c.class_id and h.employee_id = $employeeId and ${isAssignedOnSql("y.term_end")}))`;

/** SQL condition: the bound employee taught lesson `l` in the past term `y`, or was the substitute at its end. */
export const WAS_TEACHER_OF_LESSON = `(y.academic_term_id < o.current_term_id and (
             coalesce(l.employee_id = $employeeId, false) or exists (
             select from substitutes h
              where h.lesson_id = l.lesson_id and h.employee_id = $employeeId and ${isAssignedOnSql("y.term_end")})))`;
