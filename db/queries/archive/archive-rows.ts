import { ARCHIVE_LEVELS, ARCHIVE_SUBJECT_IDS, ARCHIVE_TESTS } from "#domain/archive/archive-terms.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { rows, type Reading } from "../../index.ts";
import type { FormClass } from "../../models/classes.ts";
import type { Mark } from "../../models/marks.ts";
import type { AcademicTerm } from "../../models/school.ts";

type StoredCell = Pick<Mark, "subject_id" | "test_id" | "attendance"> & {
  mark: number | null;
};

/** A term of a student in the archive, with its marks. */
export type ArchiveRow = Pick<AcademicTerm, "academic_term_id" | "academic_year_id" | "term"> &
  Pick<FormClass, "form_level"> & {
    form_class_id: string | null;
    class_id: number | null;
    /** The newest version among its marks and its class. */
    version: number;
    cells: StoredCell[];
  };

const ARCHIVED = {
  subjects: ARCHIVE_SUBJECT_IDS,
  tests: ARCHIVE_TESTS.map(({ id }) => id),
};

/** The mark `m` belongs to the archive's subjects and tests. */
export const IS_ARCHIVED = `m.subject_id = any ($subjects::integer[]) and m.test_id = any ($tests::smallint[])
            and m.fortnightly_test_id is null`;

export function archived<Bound extends object>(bound: Bound) {
  return { ...ARCHIVED, ...bound };
}

/**
 * Returns the past terms of the calendar in which the student was registered at one of the archive's levels, and
 * every term that exists only in the archive. `domain/archive/archive-terms.ts` decides which are shown and which can
 * be changed.
 */
export function archiveRows(studentKey: number, t: Reading): Promise<ArchiveRow[]> {
  return rows<ArchiveRow>(
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
          where m.student_key = $studentKey and m.academic_term_id = x.academic_term_id and ${IS_ARCHIVED}) k on true
      order by x.form_level, x.academic_year_id nulls first, x.term`,
    archived({ studentKey, levels: ARCHIVE_LEVELS, termsPerYear: TERMS_PER_YEAR }),
    t,
  );
}
