import { ARCHIVE_LEVELS } from "#domain/archive/archive-terms.ts";
import { STUDENT_MERGED } from "#domain/people/students.ts";
import { queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass } from "../../models/classes.ts";
import type { Assessment, Mark } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { AcademicTerm } from "../../models/school.ts";
import { IS_ARCHIVE_MARK, withArchiveKeys } from "../archive/archive-rows.ts";

type Of = { ids: readonly string[] };

export type ArchivedStudent = Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "birth_certificate_pin"
> & {
  student_key: number;
  /** The form level and the term of the student's current class; null for a student without a class. */
  form_level: number | null;
  term: number | null;
};

const IS_WANTED = `s.student_status_id <> ${STUDENT_MERGED}
        and (lower(s.student_id) = any ($ids::text[]) or lower(s.birth_certificate_pin) = any ($ids::text[]))`;

/** Finds the students with these IDs or PINs, including former students. The IDs and PINs are in lower case. */
export function listArchivedStudents(params: Of, t: ReadTransaction): Promise<ArchivedStudent[]> {
  return queryRows<ArchivedStudent>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.birth_certificate_pin, f.form_level, y.term
       from students s
      cross join schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c on c.class_id = r.class_id
       left join form_classes f on f.form_class_id = c.form_class_id
      where ${IS_WANTED}
      order by s.id`,
    params,
    t,
  );
}

/** A past term in which a student was in a class: of the calendar, or one that exists only in the archive. */
export type ArchivedTerm = Pick<AcademicTerm, "academic_term_id" | "term"> &
  Pick<FormClass, "form_level" | "form_class_id"> & {
    student_key: number;
    /** The version of the archive's own registration; null for a term of the calendar. */
    version: number | null;
  };

export function listArchivedTerms(params: Of, t: ReadTransaction): Promise<ArchivedTerm[]> {
  return queryRows<ArchivedTerm>(
    `select r.student_key, y.academic_term_id, y.term, f.form_level, f.form_class_id, null as version
       from students s
       join registrations r on r.student_key = s.id
       join academic_terms y using (academic_term_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      cross join schools o
      where ${IS_WANTED} and f.form_level <= $levels and r.academic_term_id < o.current_term_id
     union all
     select g.student_key, y.academic_term_id, y.term, y.academic_term_id / 100, g.form_class_id, g.version::float8
       from students s
       join archive_registrations g on g.student_key = s.id
       join academic_terms y using (academic_term_id)
      where ${IS_WANTED}
      order by 1, 2`,
    { ...params, levels: ARCHIVE_LEVELS },
    t,
  );
}

export type ArchivedMarkToImport = Pick<
  Mark,
  "mark_id" | "student_key" | "academic_term_id" | "subject_id" | "test_id" | "version"
> & { mark: number | null; max_mark: number };

export function listArchivedMarksToImport(params: Of, t: ReadTransaction): Promise<ArchivedMarkToImport[]> {
  return queryRows<ArchivedMarkToImport>(
    `select m.mark_id, m.student_key, m.academic_term_id, m.subject_id, m.test_id, m.version,
            m.mark::float8 as mark, m.max_mark::float8 as max_mark
       from students s
       join marks m on m.student_key = s.id
      cross join schools o
      where ${IS_WANTED} and m.academic_term_id < o.current_term_id and ${IS_ARCHIVE_MARK}
      order by m.mark_id`,
    withArchiveKeys(params),
    t,
  );
}

/** The maximum of a test in a student's class of a past term, where it is not 100. */
export type ArchivedMaximum = Pick<Assessment, "academic_term_id" | "subject_id" | "test_id"> &
  Pick<FormClass, "form_class_id"> &
  NumericColumns<Pick<Assessment, "max_mark">>;

export function listArchivedMaxima(t: ReadTransaction): Promise<ArchivedMaximum[]> {
  return queryRows<ArchivedMaximum>(
    `select a.academic_term_id, c.form_class_id, a.subject_id, a.test_id, a.max_mark::float8 as max_mark
       from assessments a
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      where f.form_level <= $levels and a.fortnightly_test_id is null and a.max_mark <> 100
      order by a.assessment_id`,
    { levels: ARCHIVE_LEVELS },
    t,
  );
}

/** Lists the terms that exist only in the archive, each of which is created when it is first needed. */
export async function listTermsOfArchive(t: ReadTransaction): Promise<number[]> {
  const found = await queryRows<Pick<AcademicTerm, "academic_term_id">>(
    `select academic_term_id from academic_terms where academic_term_id < $after order by academic_term_id`,
    { after: 100 * (ARCHIVE_LEVELS + 1) },
    t,
  );
  return found.map(({ academic_term_id }) => academic_term_id);
}
