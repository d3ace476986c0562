import { isAssignedOnSql, TODAY } from "../parts.ts";

/**
 * SQL: what is open for correction in the past term `y`, as it applies to class `c` and the bound employee
 * (`OpenCorrection[]`); null when nothing is, as always in the current term of the school `o`.
 */
export const OPEN_CORRECTIONS = `case when y.academic_term_id < o.current_term_id then (
             select jsonb_agg(jsonb_build_object(
                      'until', x.until, 'reason', x.reason, 'student_key', x.student_key,
                      'opened_on', (x.opened_at at time zone o.time_zone)::date,
                      'opened_by', jsonb_build_object('user_name', i.user_name, 'first_name', n.first_name,
                                                      'last_name', n.last_name)) order by x.entry_correction_id)
               from entry_corrections x
               join accounts i on i.account_id = x.opened_by
               left join employees n on n.employee_id = i.employee_id
              where x.academic_term_id = y.academic_term_id and x.closed_at is null and x.until >= ${TODAY}
                and (x.class_id = c.class_id or x.employee_id = $employeeId
                     or exists (select from registrations q
                                 where q.student_key = x.student_key and q.academic_term_id = y.academic_term_id
                                   and q.class_id = c.class_id))) end`;

/** SQL condition: the bound employee was form teacher or co-teacher of class `c` at the end of the past term `y`. */
export const WAS_TEACHER = `(y.academic_term_id < o.current_term_id and exists (
             select from class_teachers h
              where h.class_id = c.class_id and h.employee_id = $employeeId and ${isAssignedOnSql("y.term_end")}))`;

/** SQL condition: lesson `l` was the bound employee's in the past term `y`, or theirs as the substitute at its end. */
export const WAS_TAUGHT = `(y.academic_term_id < o.current_term_id and (
             coalesce(l.employee_id = $employeeId, false) or exists (
             select from substitutes h
              where h.lesson_id = l.lesson_id and h.employee_id = $employeeId and ${isAssignedOnSql("y.term_end")})))`;
