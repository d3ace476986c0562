import { ARCHIVE_LEVELS, ARCHIVE_SUBJECT_IDS, ARCHIVE_TESTS } from "#domain/archive/archive-terms.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { queryRows, type ReadTransaction, runQuery, queryRow } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Mark, Assessment } from "../../models/marks.ts";
import type { AcademicTerm, School } from "../../models/school.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import type { NumericColumns, NullableColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { overwriteColumnsSql } from "../parts.ts";
import { lockFirstMarkSaves } from "../marks/mark-sheet.ts";
import type { Student } from "../../models/people.ts";

type StoredCell = Pick<Mark, "subject_id" | "test_id" | "attendance"> & {
  mark: number | null;
};

/** One term in a student's marks archive. */
export type StudentArchiveTerm = Pick<AcademicTerm, "academic_term_id" | "academic_year_id" | "term"> &
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
export function listArchiveRows(studentKey: number, t: ReadTransaction): Promise<StudentArchiveTerm[]> {
  return queryRows<StudentArchiveTerm>(
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

type StudentTerms = {
  studentKey: number;
  terms: readonly Pick<StudentArchiveTerm, "academic_term_id" | "class_id">[];
};

/**
 * Locks these archive terms of a student until the transaction ends, so that other saves of the archive and of mark
 * sheets wait. The order of locks is the same as for mark sheets: first saves, then marks by id.
 */
export async function lockArchiveTerms(
  { studentKey, terms }: StudentTerms,
  t: TermTransaction,
): Promise<void> {
  const { subjects } = withArchiveKeys({});
  await lockFirstMarkSaves(
    terms.flatMap(({ academic_term_id: academicTermId, class_id }) =>
      // An archive term has no class, so the student's key takes the place of the class in the lock.
      class_id === null
        ? [{ academicTermId, classId: studentKey, subjectId: 0 }]
        : subjects.map((subjectId) => ({ academicTermId, classId: class_id, subjectId })),
    ),
    t,
  );
  await runQuery(
    `select m.mark_id
       from marks m
      where m.student_key = $studentKey and m.academic_term_id = any ($termIds::integer[]) and ${IS_ARCHIVE_MARK}
      order by m.mark_id
        for update`,
    withArchiveKeys({ studentKey, termIds: terms.map(({ academic_term_id }) => academic_term_id) }),
    t,
  );
}

/** The maximum of a test in a calendar term, if it is not 100. */
export type TestMaximum = Pick<Assessment, "academic_term_id" | "subject_id" | "test_id"> &
  NumericColumns<Pick<Assessment, "max_mark">>;

/**
 * Lists the maximum of each mark in these terms: the mark's own maximum or, failing that, the maximum of the test in
 * the student's class.
 */
export function listArchiveMaxima(
  { studentKey, terms }: StudentTerms,
  t: TermTransaction,
): Promise<TestMaximum[]> {
  return queryRows<TestMaximum>(
    `select academic_term_id, subject_id, test_id, max_mark::float8 as max_mark
       from (select a.academic_term_id, a.subject_id, a.test_id, a.max_mark, 1 as rank
               from assessments a
               join unnest($termIds::integer[], $classIds::integer[]) as x (academic_term_id, class_id)
              using (academic_term_id, class_id)
              where a.fortnightly_test_id is null
             union all
             select m.academic_term_id, m.subject_id, m.test_id, m.max_mark, 2
               from marks m
              where m.student_key = $studentKey and m.academic_term_id = any ($termIds::integer[]) and ${IS_ARCHIVE_MARK}) v
      order by rank`,
    withArchiveKeys({
      studentKey,
      termIds: terms.map(({ academic_term_id }) => academic_term_id),
      classIds: terms.map(({ class_id }) => class_id),
    }),
    t,
  );
}

export type ArchiveMarkWrite = Pick<Mark, "student_key" | "academic_term_id" | "subject_id" | "test_id"> & {
  mark: number | null;
  max_mark: number;
};

/** Stores archive marks, with the student as present, because a student with a mark was present. */
export function saveArchiveMarks(writes: readonly ArchiveMarkWrite[], t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark, attendance)
     select i.student_key, i.academic_term_id, i.subject_id, i.test_id, i.mark, i.max_mark, 1
       from jsonb_populate_recordset(null::marks, $marks::jsonb) as i
      order by i.academic_term_id, i.subject_id, i.test_id
     on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
     do update set ${overwriteColumnsSql(["mark", "max_mark", "attendance"])}`,
    { marks: JSON.stringify(writes) },
    t,
  );
}

type ArchiveClassWrite = { student_key: number; academic_term_id: number; form_class_id: string };

/** Registers a student in archive terms. An archive term is created when it is first needed. */
export async function saveArchiveClasses(
  writes: readonly ArchiveClassWrite[],
  t: TermTransaction,
): Promise<void> {
  const bound = { writes: JSON.stringify(writes) };
  await runQuery(
    `insert into academic_terms (academic_term_id, term)
     select distinct i.academic_term_id, i.academic_term_id % 100
       from jsonb_to_recordset($writes::jsonb) as i (academic_term_id integer)
     on conflict do nothing`,
    bound,
    t,
  );
  await runQuery(
    `insert into archive_registrations (student_key, academic_term_id, form_class_id)
     select i.student_key, i.academic_term_id, i.form_class_id
       from jsonb_to_recordset($writes::jsonb) as i (student_key integer, academic_term_id integer, form_class_id text)
      order by i.academic_term_id
     on conflict (student_key, academic_term_id) do update set form_class_id = excluded.form_class_id`,
    bound,
    t,
  );
}

export type ArchiveStudent = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "gender" | "student_status_id"
> &
  Pick<School, "flavour" | "time_zone"> &
  NullableColumns<Pick<SchoolClass, "label"> & Pick<FormClass, "form_level"> & Pick<AcademicTerm, "term">> & {
    form_classes: Pick<FormClass, "form_class_id" | "form_level">[];
  };

export function findArchiveStudent(studentKey: number, t: ReadTransaction): Promise<ArchiveStudent | null> {
  return queryRow<ArchiveStudent>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.student_status_id, o.flavour, o.time_zone,
            y.term, c.label, f.form_level,
            (select coalesce(jsonb_agg(jsonb_build_object('form_class_id', g.form_class_id, 'form_level', g.form_level)
                                       order by g.position), '[]')
               from form_classes g) as form_classes
       from students s
      cross join schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c on c.class_id = r.class_id
       left join form_classes f on f.form_class_id = c.form_class_id
      where s.id = $studentKey`,
    { studentKey },
    t,
  );
}
