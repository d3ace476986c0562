import type { EntryKind } from "#domain/entry/windows.ts";
import { isAssignedOnSql, TODAY_SQL } from "../parts.ts";

/** SQL: the first moment of term `y`, in the time zone of school `o`. */
const TERM_BEGINS = "(y.term_start::timestamp at time zone o.time_zone)";

/**
 * SQL: when entry opens: on the day that an administrator set, or else on the first day of the term. Nobody can
 * therefore enter a mark before the term, while its start can still be undone. Null if nobody set a day and the term
 * has begun.
 */
export const ENTRY_OPENS_AT_SQL = `coalesce(w.opens_at, case when ${TERM_BEGINS} > now() then ${TERM_BEGINS} end)`;

/** SQL: the windows `w` of term `y` of school `o`. `HAS_ENTRY_DATES_SQL` keeps stored windows and future terms. */
export const entryWindowsSql = (kinds: string) => `academic_terms y
       cross join schools o
       cross join unnest(array[${kinds}]) as k (kind)
        left join entry_windows w on w.academic_term_id = y.academic_term_id and w.kind = k.kind`;
export const HAS_ENTRY_DATES_SQL = `(w.kind is not null or ${TERM_BEGINS} > now())`;

/**
 * SQL: the entry window of a kind in a term for the bound employee, who may have an extension (`EntryWindow`); null if
 * there are no dates. It is part of the query for the entries, because a look-up by key in a small table costs little.
 */
export function entryWindowSql(kind: EntryKind, academicTermId: string): string {
  return `(select i.entry
             from (select ${academicTermId} as academic_term_id) t
            cross join lateral (
                  select jsonb_build_object(
                           'opens', ${ENTRY_OPENS_AT_SQL},
                           'closes', case when w.closes_at is not null then greatest(w.closes_at, x.until) end,
                           'state', case when x.until > now() then 'open' when ${ENTRY_OPENS_AT_SQL} > now() then 'before'
                                         when w.closes_at <= now() then 'after' else 'open' end) as entry
                    from ${entryWindowsSql(`'${kind}'`)}
                    left join lateral (
                           select max(x.until) as until
                             from entry_extensions x
                            where x.academic_term_id = y.academic_term_id and x.kind = k.kind and x.employee_id = $employeeId
                              and x.ended_at is null) x on true
                   where y.academic_term_id = t.academic_term_id and ${HAS_ENTRY_DATES_SQL}) i)`;
}

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
