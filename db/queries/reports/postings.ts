import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { ClassTeacher, SchoolClass } from "../../models/classes.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm } from "../../models/school.ts";
import type { Posting } from "../../models/term-records.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { RowOf } from "../../models/table.ts";
import { TODAY_CLAMPED_TO_TERM_SQL, postingSql, classTeachersSql } from "../parts.ts";

type OfTerm = { academicTermId: number };

/** The posting that decides about a class's reports. `posted_at` is null if nothing was ever posted. */
export type ClassPosting = Pick<SchoolClass, "class_id"> & {
  posted: boolean;
  /** The time with microseconds, so that two postings of a class differ. */
  posted_at: string | null;
};

/** Lists the posting of every class in the term's year, even of classes without students. */
export function listClassPostings(params: OfTerm, t: ReadTransaction): Promise<ClassPosting[]> {
  return queryRows<ClassPosting>(
    `select c.class_id, coalesce(p.posted, false) as posted, p.date_posted::text as posted_at
       from academic_terms y
       join classes c using (academic_year_id)
       left join lateral (${postingSql({ classId: "c.class_id", academicTermId: "y.academic_term_id" })}) p on true
      where y.academic_term_id = $academicTermId
      order by c.class_id`,
    params,
    t,
  );
}

export type PostingRow = Pick<RowOf<typeof Posting>, "academic_term_id" | "class_id" | "posted"> &
  Pick<CalendarTerm, "academic_year_id" | "term"> &
  NullableColumns<Pick<SchoolClass, "form_class_id"> & Pick<ClassTeacher, "employee_id">> & {
    /** The day, such as `2026-06-26`; null if the reports are not posted. */
    date_posted: string | null;
  };

/**
 * Lists a term's postings: first the posting of the whole term, then the postings of classes, with their form
 * teachers.
 */
export function listPostingRows(params: OfTerm, t: ReadTransaction): Promise<PostingRow[]> {
  return queryRows<PostingRow>(
    `select p.academic_term_id, y.academic_year_id, y.term, p.posted, p.class_id, c.form_class_id,
            (p.date_posted at time zone o.time_zone)::date::text as date_posted,
            (${classTeachersSql({ classId: "p.class_id", day: TODAY_CLAMPED_TO_TERM_SQL })}
              -> 0 ->> 'employee_id')::integer as employee_id
       from postings p
       join academic_terms y using (academic_term_id)
      cross join schools o
       left join classes c using (class_id)
       left join form_classes f using (form_class_id)
      where p.academic_term_id = $academicTermId
      order by p.class_id is not null, f.position, c.label collate names, p.class_id`,
    params,
    t,
  );
}

/**
 * Locks a term's postings until the transaction ends, so that of two people, the second sees the result of the first.
 */
export async function lockPostings({ academicTermId }: OfTerm, t: TermTransaction): Promise<void> {
  await runQuery("select pg_advisory_xact_lock(hashtext('postings'), $1)", [academicTermId], t);
}

/** Stores postings. The class id null stands for the whole term. Posting again updates the date. */
export async function savePostings(
  params: OfTerm & { classIds: readonly (number | null)[]; posted: boolean },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into postings as g (academic_term_id, class_id, posted, date_posted)
     select $academicTermId, k.class_id, $posted, case when $posted::boolean then now() end
       from unnest($classIds::integer[]) k (class_id)
         on conflict (academic_term_id, coalesce(class_id, 0))
         do update set posted = excluded.posted, date_posted = excluded.date_posted
         where g.posted or excluded.posted`,
    params,
    t,
  );
}

/** Creates missing rows as not posted. A class that the whole term's posting covers stays posted. */
export async function createMissingPostings(params: OfTerm, t: TermTransaction): Promise<void> {
  await runQuery(
    `insert into postings (academic_term_id, class_id, posted)
     select y.academic_term_id, k.class_id, false
       from academic_terms y
      cross join lateral (
              select null::integer as class_id
               union all
              select c.class_id
                from classes c
               where c.academic_year_id = y.academic_year_id
                 and not exists (select from postings p
                                  where p.academic_term_id = y.academic_term_id and p.class_id is null and p.posted)) k
      where y.academic_term_id = $academicTermId
         on conflict do nothing`,
    params,
    t,
  );
}
