import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { EntryExtension, EntryWindow } from "../../models/entry.ts";
import type { Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { registerOrderSql, isAssignedOnSql, TODAY_SQL } from "../parts.ts";
import type { EntryKind, PersonalEntryWindow as Dates } from "#domain/entry/windows.ts";

/** SQL: the first moment of term `y`, in the time zone of school `o`. */
const TERM_BEGINS = "(y.term_start::timestamp at time zone o.time_zone)";

/**
 * SQL: when entry opens: on the day that an administrator set, or else on the first day of the term. Nobody can
 * therefore enter a mark before the term, while its start can still be undone. The value is null if nobody set a day
 * and the term has begun.
 */
const ENTRY_OPENS_AT_SQL = `coalesce(w.opens_at, case when ${TERM_BEGINS} > now() then ${TERM_BEGINS} end)`;

/** SQL: the windows `w` of term `y` of school `o`. `HAS_ENTRY_DATES_SQL` keeps stored windows and future terms. */
const entryWindowsSql = (kinds: string) => `academic_terms y
       cross join schools o
       cross join unnest(array[${kinds}]) as k (kind)
        left join entry_windows w on w.academic_term_id = y.academic_term_id and w.kind = k.kind`;
const HAS_ENTRY_DATES_SQL = `(w.kind is not null or ${TERM_BEGINS} > now())`;

/**
 * SQL: the entry window of a kind in a term for the bound employee, who may have an extension (`EntryWindow`). The
 * value is null if there are no dates. It is part of the query for the entries, because a look-up by key in a small
 * table costs little.
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
 * SQL: the open corrections (`OpenCorrection[]`) of the past term `y` for class `c` and the bound employee. The value
 * is null if there are none, as always in the current term of the school `o`.
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

type OfTerm = { academicTermId: number };

export type EntryWindowRow = Pick<EntryWindow, "kind" | "version"> & Dates;

const STATE = `case when ${ENTRY_OPENS_AT_SQL} > now() then 'before' when w.closes_at <= now() then 'after' else 'open' end`;

/**
 * Lists the dates of entry in a term for teachers without an extension. The version is 0 for dates that nobody has
 * set; entry then opens on the first day of the term.
 */
export function listEntryWindows(params: OfTerm, t: ReadTransaction): Promise<EntryWindowRow[]> {
  return queryRows<EntryWindowRow>(
    `select k.kind, coalesce(w.version, 0) as version, ${STATE} as state, to_jsonb(${ENTRY_OPENS_AT_SQL}) #>> '{}' as opens,
            to_jsonb(w.closes_at) #>> '{}' as closes
       from ${entryWindowsSql("'marks', 'reports'")}
      where y.academic_term_id = $academicTermId and ${HAS_ENTRY_DATES_SQL}
      order by k.kind`,
    params,
    t,
  );
}

export type EntryExtensionRow = Pick<EntryExtension, "entry_extension_id" | "kind" | "reason"> &
  Pick<Employee, "first_name" | "last_name"> & {
    /**
     * The time when the extension ends, and the time when entry closes for other teachers (`closes`), as ISO
     * instants.
     */
    until: string;
    given_at: string;
    is_over: boolean;
    given_by: Pick<Account, "user_name"> & NullableColumns<Pick<Employee, "first_name" | "last_name">>;
  };

/** Lists the extensions of a term that nobody has ended early. Those that end last come first. */
export function listEntryExtensions(params: OfTerm, t: ReadTransaction): Promise<EntryExtensionRow[]> {
  return queryRows<EntryExtensionRow>(
    `select x.entry_extension_id, x.kind, x.reason, e.first_name, e.last_name, to_jsonb(x.until) #>> '{}' as until,
            to_jsonb(x.given_at) #>> '{}' as given_at, x.until <= now() as is_over,
            jsonb_build_object('user_name', a.user_name, 'first_name', p.first_name, 'last_name', p.last_name) as given_by
       from entry_extensions x
       join employees e using (employee_id)
       join accounts a on a.account_id = x.given_by
       left join employees p on p.employee_id = a.employee_id
      where x.academic_term_id = $academicTermId and x.ended_at is null
      order by x.until desc, ${registerOrderSql("e", "x.entry_extension_id")}`,
    params,
    t,
  );
}

/** Locks a term's dates of entry until the transaction ends, so that several people's changes follow one another. */
export async function lockEntryWindows({ academicTermId }: OfTerm, t: Transaction): Promise<void> {
  await runQuery("select pg_advisory_xact_lock(hashtext('entry_windows'), $1)", [academicTermId], t);
}

type Asked = OfTerm & { kind: EntryKind };

/** Stores a window in local times such as `2026-07-01T16:00`. Without `opens` and `closes`, the window is deleted. */
export async function saveEntryWindow(
  params: Asked & { opens: string | null; closes: string | null },
  t: Transaction,
): Promise<void> {
  if (params.opens === null && params.closes === null) {
    const { academicTermId, kind } = params;
    await runQuery(
      "delete from entry_windows where academic_term_id = $academicTermId and kind = $kind",
      { academicTermId, kind },
      t,
    );
    return;
  }
  await runQuery(
    `insert into entry_windows (academic_term_id, kind, opens_at, closes_at)
     select $academicTermId, $kind, $opens::timestamp at time zone o.time_zone,
            $closes::timestamp at time zone o.time_zone
       from schools o
         on conflict (academic_term_id, kind)
         do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at`,
    params,
    t,
  );
}

/** Creates an extension, once even if it is sent twice. Returns null for somebody who is not a current employee. */
export function createEntryExtension(
  params: Asked & { employeeId: number; until: string; reason: string; accountId: number },
  t: Transaction,
): Promise<Pick<Employee, "first_name" | "last_name"> | null> {
  return queryRow<Pick<Employee, "first_name" | "last_name">>(
    `with asked as (
       select e.employee_id, e.first_name, e.last_name, $until::timestamp at time zone o.time_zone as until
         from employees e
        cross join schools o
        where e.employee_id = $employeeId and e.employee_status_id = 1
     ), given as (
       insert into entry_extensions (academic_term_id, kind, employee_id, until, reason, given_by)
       select $academicTermId, $kind, a.employee_id, a.until, $reason, $accountId
         from asked a
        where not exists (select from entry_extensions x
                           where x.academic_term_id = $academicTermId and x.kind = $kind and x.ended_at is null
                             and (x.employee_id, x.until, x.reason, x.given_by) = (a.employee_id, a.until, $reason, $accountId))
     )
     select first_name, last_name from asked order by employee_id`,
    params,
    t,
  );
}

/** Ends an extension and returns its employee, or null if there is no such extension. */
export function endEntryExtension(
  params: OfTerm & { extensionId: number },
  t: Transaction,
): Promise<Pick<Employee, "first_name" | "last_name"> | null> {
  return queryRow<Pick<Employee, "first_name" | "last_name">>(
    `with ended as (
       update entry_extensions
          set ended_at = now()
        where entry_extension_id = $extensionId and academic_term_id = $academicTermId and ended_at is null
       returning employee_id
     )
     select e.first_name, e.last_name from ended join employees e using (employee_id) order by e.employee_id`,
    params,
    t,
  );
}

/** Lists all current employees by name, because any of them may get an extension. */
export function listTeachersForExtension(
  t: ReadTransaction,
): Promise<Pick<Employee, "employee_id" | "first_name" | "last_name">[]> {
  return queryRows<Pick<Employee, "employee_id" | "first_name" | "last_name">>(
    `select e.employee_id, e.first_name, e.last_name
       from employees e
      where e.employee_status_id = 1
      order by ${registerOrderSql("e", "e.employee_id")}`,
    [],
    t,
  );
}
