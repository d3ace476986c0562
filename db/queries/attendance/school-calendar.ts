import { queryRow, type ReadTransaction } from "../../index.ts";
import type { AcademicTerm, School } from "../../models/school.ts";
import type { CalendarTermSpan, Holiday } from "#domain/daily/school-days.ts";
import { NO_SCHOOL } from "../school.ts";
import { DAY_OF_CURRENT_TERM_SQL, TODAY_SQL } from "../parts.ts";

export type SchoolCalendarRow = Pick<School, "sessions_per_day" | "time_zone" | "current_term_id"> & {
  today: string;
  /**
   * Today, limited to the current term: the first day of the term if today is earlier, or its last day if the school
   * was set back to the term.
   */
  day_of_term: string;
  terms: (CalendarTermSpan & Pick<AcademicTerm, "assessment_type">)[];
  holidays: Holiday[];
  opened: string[];
};

/** Loads the terms, holidays and opened days from which `domain/daily/school-days` derives the school days. */
export async function loadSchoolCalendar(t: ReadTransaction): Promise<SchoolCalendarRow> {
  const calendar = await queryRow<SchoolCalendarRow>(
    `select o.sessions_per_day, o.time_zone, o.current_term_id, ${TODAY_SQL}::text as today, ${DAY_OF_CURRENT_TERM_SQL}::text as day_of_term,
            (select coalesce(jsonb_agg(jsonb_build_object('academic_term_id', y.academic_term_id,
                      'term_start', y.term_start, 'term_end', y.term_end,
                      'assessment_type', y.assessment_type) order by y.term_start), '[]')
               from academic_terms y where y.term_start is not null) as terms,
            (select coalesce(jsonb_agg(jsonb_build_object('title', h.title, 'from_date', h.from_date,
                      'to_date', h.to_date) order by h.from_date), '[]')
               from school_holidays h) as holidays,
            array(select d.day::text from opened_days d order by d.day) as opened
       from schools o
      order by o.school_id`,
    [],
    t,
  );
  if (!calendar) throw new Error(NO_SCHOOL);
  return calendar;
}
