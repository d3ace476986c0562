import type { EntryKind } from "#domain/entry/windows.ts";

/**
 * SQL: the entry window of a kind in a term for the bound employee, who may have an extension (`EntryWindow`); null if
 * there are no dates. It is part of the query for the entries, because a look-up by key in a small table costs little.
 */
export function entryWindowSql(kind: EntryKind, academicTermId: string): string {
  return `(select jsonb_build_object(
                     'opens', w.opens_at, 'closes', case when w.closes_at is not null then greatest(w.closes_at, x.until) end,
                     'state', case when x.until > now() then 'open' when w.opens_at > now() then 'before'
                                   when w.closes_at <= now() then 'after' else 'open' end)
             from entry_windows w
             left join lateral (
                    select max(x.until) as until
                      from entry_extensions x
                     where x.academic_term_id = w.academic_term_id and x.kind = w.kind and x.employee_id = $employeeId
                       and x.ended_at is null) x on true
            where w.academic_term_id = ${academicTermId} and w.kind = '${kind}')`;
}
