import { rows, type Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import { IS_IN_CLASS } from "../on-roster.ts";
import { DAY_IN_TERM, postingOf, teachersOn } from "../parts.ts";
import { gradedSubjects, type Flavour } from "#domain/grades.ts";
import type { ReportCounts } from "#domain/report-state.ts";
import { COUNTS, STATES, UNMARKED } from "./report-state.ts";

export type LateClassRow = Pick<SchoolClass, "class_id"> & {
  class_label: SchoolClass["label"];
  teachers: ClassTeacherRow[];
  reports: ReportCounts;
  /** The date, such as `2026-06-26`; null while the reports are held back. */
  posted_on: string | null;
};

/** Lists the reports of every class in a term that has any: their progress, and when they were posted. */
export function listLateClasses(
  { academicTermId, flavour }: { academicTermId: number; flavour: Flavour },
  t: Reading,
): Promise<LateClassRow[]> {
  return rows<LateClassRow>(
    `with held as materialized (
       select c.class_id, c.label, c.course_work_only, c.assessment_type is not null as by_criteria, f.form_level,
              f.position, y.academic_term_id, ${DAY_IN_TERM} as day, o.time_zone
         from academic_terms y
        cross join schools o
         join classes c on c.academic_year_id = y.academic_year_id
         join form_classes f using (form_class_id)
        where y.academic_term_id = $academicTermId and y.academic_term_id <= o.current_term_id
     ), roster as materialized (
       select r.student_key, r.class_id, r.academic_year_id
         from held c
         join registrations r on r.class_id = c.class_id and r.academic_term_id = $academicTermId
        where ${IS_IN_CLASS}
     ), unmarked as materialized (${UNMARKED}),
     states as materialized (${STATES})
     select c.class_id, c.label as class_label, ${teachersOn({ classId: "c.class_id", day: "c.day" })} as teachers,
            n.reports, (p.date_posted at time zone c.time_zone)::date::text as posted_on
       from held c
       join (select class_id, ${COUNTS} as reports from states group by class_id) n using (class_id)
       left join lateral (${postingOf({ classId: "c.class_id", academicTermId: "c.academic_term_id" })}) p on true
      order by c.position, c.label collate names, c.class_id`,
    { academicTermId, gradedSubjects: JSON.stringify(gradedSubjects(flavour)) },
    t,
  );
}
