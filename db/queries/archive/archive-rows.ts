import { ARCHIVE_LEVELS, ARCHIVE_SUBJECT_IDS, ARCHIVE_TESTS } from "#domain/archive/archive-terms.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass } from "../../models/classes.ts";
import type { Mark } from "../../models/marks.ts";
import type { AcademicTerm } from "../../models/school.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

type StoredCell = Pick<Mark, "subject_id" | "test_id" | "attendance"> & {
  mark: number | null;
};

/** One term in a student's marks archive. */
export type ArchiveRow = Pick<AcademicTerm, "academic_term_id" | "academic_year_id" | "term"> &
  Pick<FormClass, "form_level"> & {
    form_class_id: string | null;
    class_id: number | null;
    /** The highest version among the row's marks and the class. */
    version: number;
    cells: StoredCell[];
  };

const ARCHIVED = {
  subjects: ARCHIVE_SUBJECT_IDS,
  tests: ARCHIVE_TESTS.map(({ id }) => id),
};

/** SQL condition: the mark `m` belongs to a subject and a test of the archive. */
export const IS_ARCHIVE_MARK = `m.subject_id = any ($subjects::integer[]) and m.test_id = any ($tests::smallint[])
            and m.fortnightly_test_id is null`;

export function withArchiveKeys<Bound extends object>(bound: Bound) {
  return { ...ARCHIVED, ...bound };
}

/**
 * Lists the calendar's past terms in which the student was registered at a level of the archive, and all terms that
 * exist only in the archive. `domain/archive/archive-terms.ts` decides which terms are shown and which can be changed.
 */
export function listArchiveRows(studentKey: number, t: ReadTransaction): Promise<ArchiveRow[]> {
  return queryRows<ArchiveRow>(
    `with terms as (
       select r.academic_term_id, y.academic_year_id, f.form_level, y.term, c.form_class_id, c.class_id, 0::bigint as version
         from registrations r
         join academic_terms y using (academic_term_id)
         join classes c using (class_id)
         join form_classes f using (form_class_id)
        cross join schools o
        where r.student_key = $studentKey and f.form_level <= $levels and r.academic_term_id < o.current_term_id
       union all
       select 100 * l.form_level + n.term, null, l.form_level, n.term, g.form_class_id, null, coalesce(g.version, 0)
         from generate_series(1, $levels::integer) as l (form_level)
        cross join generate_series(1, $termsPerYear::integer) as n (term)
         left join archive_registrations g
           on g.student_key = $studentKey and g.academic_term_id = 100 * l.form_level + n.term
     )
     select x.academic_term_id, x.academic_year_id, x.form_level, x.term, x.form_class_id, x.class_id,
            greatest(x.version, coalesce(k.version, 0)) as version, coalesce(k.cells, '[]') as cells
       from terms x
       left join lateral (
         select max(m.version) as version,
                jsonb_agg(jsonb_build_object('subject_id', m.subject_id, 'test_id', m.test_id, 'attendance', m.attendance,
                                             'mark', round(m.mark * 100 / m.max_mark, 2))
                          order by m.mark_id) as cells
           from marks m
          where m.student_key = $studentKey and m.academic_term_id = x.academic_term_id and ${IS_ARCHIVE_MARK}) k on true
      order by x.form_level, x.academic_year_id nulls first, x.term`,
    withArchiveKeys({ studentKey, levels: ARCHIVE_LEVELS, termsPerYear: TERMS_PER_YEAR }),
    t,
  );
}

/** SQL: the mark in an audit event as a mark out of 100, under the field name of its cell. */
const cellOf = (values: string) => `case when e.${values} ? 'mark' or e.${values} is null
              then jsonb_build_object('mark_' || m.subject_id || '_' || m.test_id,
                                      round((e.${values} ->> 'mark')::numeric * 100 / coalesce(
                                        (e.${values} ->> 'max_mark')::numeric, o.max_mark, m.max_mark), 2))
              else '{}' end`;

/** Lists the changes to archive terms of a student after the given version of each term, oldest first. */
export function listArchiveChangesAfter(
  { studentKey, bases }: { studentKey: number; bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([term_id, base]) => ({ term_id, base }));
  return queryRows<RowChange>(
    `with wanted as (
       select i.term_id, i.base from jsonb_to_recordset($wanted::jsonb) as i (term_id integer, base bigint)
     ), events as (
       select w.term_id, e.event_id, ${cellOf("old_values")} as old_values, ${cellOf("new_values")} as new_values
         from wanted w
         join marks m on m.student_key = $studentKey and m.academic_term_id = w.term_id and ${IS_ARCHIVE_MARK}
         join audit_events e on e.table_name = 'marks' and e.row_id = m.mark_id::text and e.version > w.base
         left join lateral (
               select (p.new_values ->> 'max_mark')::numeric as max_mark
                 from audit_events p
                where p.table_name = 'marks' and p.row_id = e.row_id and p.event_id < e.event_id
                  and p.new_values ? 'max_mark'
                order by p.event_id desc
                limit 1) o on true
        where e.operation = 'insert' or e.new_values ?| array['mark', 'max_mark']
       union all
       select w.term_id, e.event_id, jsonb_build_object('mark_' || (e.old_values ->> 'subject_id') || '_' || (e.old_values ->> 'test_id'),
                round((e.old_values ->> 'mark')::numeric * 100 / (e.old_values ->> 'max_mark')::numeric, 2)), null
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.version >= w.base
          and (e.old_values ->> 'student_key')::integer = $studentKey
          and (e.old_values ->> 'academic_term_id')::integer = w.term_id
          and (e.old_values ->> 'subject_id')::integer = any ($subjects::integer[])
          and (e.old_values ->> 'test_id')::smallint = any ($tests::smallint[])
        where w.base > 0
       union all
       select w.term_id, e.event_id, jsonb_build_object('class', e.old_values -> 'form_class_id'),
              jsonb_build_object('class', e.new_values -> 'form_class_id')
         from wanted w
         join audit_events e on e.table_name = 'archive_registrations' and e.row_id = $studentKey || ':' || w.term_id
          and e.version > w.base
     )
     select v.term_id as row, ${CHANGE_COLUMNS}, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       ${JOIN_CHANGE_AUTHOR}
      order by v.term_id, e.version, e.event_id`,
    withArchiveKeys({ studentKey, wanted: JSON.stringify(wanted) }),
    t,
  );
}
