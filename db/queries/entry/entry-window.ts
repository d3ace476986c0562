import type { EntryKind } from "#domain/entry/windows.ts";

/** SQL: the first moment of term `y`, in the time zone of school `o`. */
const TERM_BEGINS = "(y.term_start::timestamp at time zone o.time_zone)";

/**
 * SQL: when entry opens: on the day that an administrator set, or else on the first day of the term. Nobody can
 * therefore enter a mark before the term, while its start can still be undone. Null once the term has begun.
 */
export const OPENS_AT = `coalesce(w.opens_at, case when ${TERM_BEGINS} > now() then ${TERM_BEGINS} end)`;

/** SQL: window `w` of term `y` of school `o`, also without dates of its own while the term has not begun. */
export const windowsSql = (kinds: string) => `academic_terms y
       cross join schools o
       cross join unnest(array[${kinds}]) as k (kind)
        left join entry_windows w on w.academic_term_id = y.academic_term_id and w.kind = k.kind`;
export const HAS_DATES = `(w.kind is not null or ${TERM_BEGINS} > now())`;

/**
 * SQL: the entry window of a kind in a term for the bound employee, who may have an extension (`EntryWindow`); null if
 * there are no dates. It is part of the query for the entries, because a look-up by key in a small table costs little.
 */
export function entryWindowSql(kind: EntryKind, academicTermId: string): string {
  return `(select i.entry
             from (select ${academicTermId} as academic_term_id) t
            cross join lateral (
                  select jsonb_build_object(
                           'opens', ${OPENS_AT},
                           'closes', case when w.closes_at is not null then greatest(w.closes_at, x.until) end,
                           'state', case when x.until > now() then 'open' when ${OPENS_AT} > now() then 'before'
                                         when w.closes_at <= now() then 'after' else 'open' end) as entry
                    from ${windowsSql(`'${kind}'`)}
                    left join lateral (
                           select max(x.until) as until
                             from entry_extensions x
                            where x.academic_term_id = y.academic_term_id and x.kind = k.kind and x.employee_id = $employeeId
                              and x.ended_at is null) x on true
                   where y.academic_term_id = t.academic_term_id and ${HAS_DATES}) i)`;
}
