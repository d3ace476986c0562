import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { SchoolClass, Subject } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";

/** The first change in the new term: its author, its time and the row that changed. */
export type UndoObstacle = NullableColumns<Pick<Employee, "first_name" | "last_name">> &
  NullableColumns<Pick<Account, "user_name">> & {
    at: Date;
    table_name:
      "marks" | "criterion_grades" | "term_records" | "registrations" | "postings" | "attendance_registers";
    class_label: SchoolClass["label"] | null;
    subject_title: Subject["title"] | null;
  };

/**
 * SQL: the changes made by people. The run's own changes have its job as author. A deleted row's values come from the
 * event.
 */
const EVENTS = `
  select e.event_id, e.at, e.account_id, e.table_name, e.row_id, coalesce(e.new_values, '{}') || coalesce(e.old_values, '{}') as said,
         case when e.table_name in ('marks', 'criterion_grades') then split_part(e.row_id, ':', 1)::bigint end as mark_id,
         case when e.table_name = 'term_records' then e.row_id::integer end as term_record_id,
         case when e.table_name = 'registrations' then e.row_id::integer end as registration_id,
         case when e.table_name = 'postings' then e.row_id::integer end as posting_id,
         case when e.table_name = 'attendance_registers' then split_part(e.row_id, ':', 1)::integer end as class_id,
         case when e.table_name = 'attendance_registers' then split_part(e.row_id, ':', 2)::date end as day, v.to_term_id
    from term_rollovers v
    join audit_events e on e.at > v.ended_at
   where v.rollover_id = $rolloverId and e.actor not like 'job:turn.%'
     and e.table_name in ('marks', 'criterion_grades', 'term_records', 'registrations', 'postings', 'attendance_registers')`;

/** SQL: what people changed in the new term, with the class and subject of each change and the person who made it. */
const CHANGES = `(${EVENTS}) e
       left join marks m on m.mark_id = e.mark_id
       left join term_records d on d.term_record_id = e.term_record_id
       left join postings g on g.posting_id = e.posting_id
       left join registrations n on n.registration_id = e.registration_id
       left join academic_terms y on e.day between y.term_start and y.term_end
       left join registrations r on r.academic_term_id = e.to_term_id
              and r.student_key = coalesce(m.student_key, d.student_key, n.student_key, (e.said ->> 'student_key')::integer)
       left join classes c on c.class_id = coalesce(r.class_id, e.class_id, g.class_id)
       left join subjects s on s.subject_id = coalesce(m.subject_id, (e.said ->> 'subject_id')::integer)
       left join accounts a on a.account_id = e.account_id
       left join employees p on p.employee_id = a.employee_id
      where coalesce(m.academic_term_id, d.academic_term_id, g.academic_term_id, n.academic_term_id, y.academic_term_id,
                     (e.said ->> 'academic_term_id')::integer) = e.to_term_id`;

/** One person's entries in the new term for a class and subject: the number of rows, and the latest event. */
export type EntriesSinceRollover = Omit<UndoObstacle, "at"> & { entries: number; last_event_id: number };

/**
 * Lists what people entered in the new term since a run ended, the largest number first. An undo keeps these entries.
 */
export function listEntriesSinceRollover(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<EntriesSinceRollover[]> {
  return queryRows<EntriesSinceRollover>(
    `select p.first_name, p.last_name, a.user_name, e.table_name, c.label as class_label, s.title as subject_title,
            count(distinct e.row_id)::integer as entries, max(e.event_id) as last_event_id
       from ${CHANGES}
      group by p.first_name, p.last_name, a.user_name, e.table_name, c.label, s.title
      order by entries desc, c.label, s.title, e.table_name, a.user_name`,
    params,
    t,
  );
}

/**
 * SQL condition: people changed row `d` of a table after the run ended, so its undo keeps the row. A run that failed has
 * no end, and nobody could change anything during it.
 */
export function wasChangedSinceSql(table: "term_records" | "registrations", rowId: string): string {
  return `exists (select from term_rollovers v
                    join audit_events x on x.table_name = '${table}' and x.row_id = ${rowId} and x.at > v.ended_at
                   where v.rollover_id = $rolloverId and x.actor not like 'job:turn.%')`;
}

/**
 * Finds the first change to a mark or term record of the new term after a run ended, because after such a change a
 * run is undone only by a person who has seen what was entered. Returns null if there is none.
 */
export function findUndoObstacle(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<UndoObstacle | null> {
  return queryRow<UndoObstacle>(
    `select e.at, p.first_name, p.last_name, a.user_name, e.table_name, c.label as class_label, s.title as subject_title
       from ${CHANGES}
      order by e.event_id
      limit 1`,
    params,
    t,
  );
}
