import { listGradedSubjects, type SchoolFlavour } from "#domain/grades.ts";
import { queryRow, type ReadTransaction } from "../index.ts";
import type { HolidayRow } from "./attendance/school-days.ts";
import { IS_TOKEN_ALIVE_SQL } from "./accounts/access-tokens.ts";
import { TAUGHT_SUBJECTS_SQL, UNDATED_TESTS_SQL } from "./assessments/configuration.ts";
import { LEVELS_WITH_SETTINGS_SQL } from "./reports/report-card-settings.ts";
import { NO_SCHOOL } from "./school.ts";

/** The figures that the page of all settings shows beside most of them. */
export type SettingsSummary = {
  subjects: number;
  retired_subjects: number;
  classes: number;
  posted: number;
  /** The tests of the term that have marks but no date, counted up to `MOST_DATES_COUNTED`. */
  undated: number;
  /** Whether any class has subjects in the term. */
  has_tests: boolean;
  /** The levels with a grade scale or a report card of their own. */
  levels: number;
  holidays: number;
  next_holiday: Pick<HolidayRow, "title" | "from_date" | "to_date"> | null;
  opened_days: number;
  tokens: number;
  token_owners: number;
};

/** Reads all figures with one statement instead of eight. `day` is today. Without a term, counts of a term are 0. */
export async function findSettingsSummary(
  { flavour, ...params }: { academicTermId: number | null; flavour: SchoolFlavour; day: string },
  t: ReadTransaction,
): Promise<SettingsSummary> {
  const found = await queryRow<SettingsSummary>(
    SUMMARY,
    { ...params, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)) },
    t,
  );
  if (!found) throw new Error(NO_SCHOOL);
  return found;
}

const SUMMARY = `
     select s.subjects, s.retired_subjects, p.classes, p.posted, (${UNDATED_TESTS_SQL}) as undated, exists (${TAUGHT_SUBJECTS_SQL}) as has_tests,
            ${LEVELS_WITH_SETTINGS_SQL} as levels,
            h.holidays, h.next_holiday,
            (select count(*)::integer from opened_days d where d.day >= $day::date) as opened_days,
            k.tokens, k.token_owners
       from schools o
      cross join (select count(*) filter (where is_active)::integer as subjects,
                         count(*) filter (where not is_active)::integer as retired_subjects
                    from subjects) s
      cross join (select count(*)::integer as classes, (count(*) filter (where coalesce(g.posted, w.posted)))::integer as posted
                    from academic_terms y
                    join classes c using (academic_year_id)
                    left join postings g on g.academic_term_id = y.academic_term_id and g.class_id = c.class_id
                    left join postings w on w.academic_term_id = y.academic_term_id and w.class_id is null
                   where y.academic_term_id = $academicTermId) p
      cross join (select count(*)::integer as holidays,
                         (jsonb_agg(jsonb_build_object('title', title, 'from_date', from_date, 'to_date', to_date)
                                    order by from_date, to_date, school_holiday_id)) -> 0 as next_holiday
                    from school_holidays
                   where to_date >= $day::date) h
      cross join lateral (select count(*)::integer as tokens, count(distinct k.account_id)::integer as token_owners
                            from access_tokens k
                           where ${IS_TOKEN_ALIVE_SQL}) k
      order by o.school_id`;
