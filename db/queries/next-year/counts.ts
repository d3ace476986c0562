import { row, type Reading } from "../../index.ts";
import { CLASS_MAP } from "./class-map.ts";

export type NextYearCounts = {
  /** Classes that next year has by now. */
  classes: number;
  /** Classes of this year from which somebody has nowhere to go. */
  unmapped: number;
  /** Classes of next year without a lead. */
  without_lead: number;
  lessons: number;
};

/** How far the year after this one is made. */
export async function nextYearCounts(asked: { academicYearId: number }, t: Reading): Promise<NextYearCounts> {
  const counted = await row<NextYearCounts>(
    `select (select count(*)::integer from classes where academic_year_id = $academicYearId::integer + 10001) as classes,
            (select count(*)::integer
               from ${CLASS_MAP} m
              where m.up_why not in ('mapped', 'leaves')
                and exists (select 1 from registrations r join schools o on o.current_term_id = r.academic_term_id
                             where r.class_id = m.class_id)) as unmapped,
            (select count(*)::integer
               from classes c
              where c.academic_year_id = $academicYearId::integer + 10001
                and not exists (select 1 from class_teachers h join employees e using (employee_id)
                                 where h.class_id = c.class_id and h.is_lead and h.to_date is null
                                   and e.employee_status_id = 1)) as without_lead,
            (select count(*)::integer
               from lessons l
               join classes c using (class_id)
              where c.academic_year_id = $academicYearId::integer + 10001 and l.ended_on is null) as lessons`,
    asked,
    t,
  );
  if (!counted) throw new Error("a count answered no row");
  return counted;
}
