import { row, type Reading } from "../../index.ts";
import { CLASS_MAP } from "./class-map.ts";

export type NextYearCounts = {
  /** Classes that already exist for next year. */
  classes: number;
  /** Classes of this year with students who have no class to go to. */
  unmapped: number;
};

/** Counts how much of the year after this one is prepared. */
export async function nextYearCounts(asked: { academicYearId: number }, t: Reading): Promise<NextYearCounts> {
  const counted = await row<NextYearCounts>(
    `select (select count(*)::integer from classes where academic_year_id = $academicYearId::integer + 10001) as classes,
            (select count(*)::integer
               from ${CLASS_MAP} m
              where m.up_why not in ('mapped', 'leaves')
                and exists (select 1 from registrations r join schools o on o.current_term_id = r.academic_term_id
                             where r.class_id = m.class_id)) as unmapped`,
    asked,
    t,
  );
  if (!counted) throw new Error("a count answered no row");
  return counted;
}
