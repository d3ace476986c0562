import { noTransaction, queryRows } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import {
  TODAY_CLAMPED_TO_TERM_SQL,
  postingSql,
  classTeachersSql,
  isInClassScopeSql,
  WHOLE_SCHOOL,
  type ClassScope,
} from "../parts.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import { refreshCounts, type TermToCount } from "./counts.ts";

export type LateClassRow = Pick<SchoolClass, "class_id"> & {
  class_label: SchoolClass["label"];
  /** Empty if the caller does not need them. */
  teachers: ClassTeacherRow[];
  reports: ReportCounts;
  /** The day of posting, such as `2026-06-26`; null if the reports are not posted. */
  posted_on: string | null;
};

/** Lists the classes with reports in a term, with their progress and the day of posting. */
export async function listLateClasses(
  term: TermToCount,
  within: ClassScope = WHOLE_SCHOOL,
  { withTeachers = true } = {},
): Promise<LateClassRow[]> {
  await refreshCounts(term);
  return queryRows<LateClassRow>(
    `with held as materialized (
       select c.class_id, c.label, f.position, y.academic_term_id, ${TODAY_CLAMPED_TO_TERM_SQL} as day, o.time_zone
         from academic_terms y
        cross join schools o
         join classes c on c.academic_year_id = y.academic_year_id
         join form_classes f using (form_class_id)
        where y.academic_term_id = $academicTermId and y.academic_term_id <= o.current_term_id
          and ${isInClassScopeSql("c", "f", "y.academic_term_id")}
     )
     select c.class_id, c.label as class_label, ${withTeachers ? classTeachersSql({ classId: "c.class_id", day: "c.day" }) : "'[]'::jsonb"} as teachers,
            jsonb_build_object('total', n.total, 'complete', n.complete, 'signed', n.signed, 'changed', n.changed,
                               'returned', n.returned, 'toSign', n.to_sign) as reports,
            (p.date_posted at time zone c.time_zone)::date::text as posted_on
       from held c
       join report_counts n on n.academic_term_id = c.academic_term_id and n.class_id = c.class_id and n.total > 0
       left join lateral (${postingSql({ classId: "c.class_id", academicTermId: "c.academic_term_id" })}) p on true
      order by c.position, c.label collate names, c.class_id`,
    { academicTermId: term.academicTermId, ...within },
    noTransaction,
  );
}
