import { queryRow, type ReadTransaction } from "../index.ts";
import type { CalendarTerm, School } from "../models/school.ts";

export type SchoolRow = Pick<School, "name" | "flavour" | "address" | "motto" | "logo" | "time_zone">;

export const NO_SCHOOL = "This database has no school yet. To create one, run: npm run school -- create";

/** Returns the school, of which a database has only one. @throws Error if it was not created yet */
export async function getSchool(t: ReadTransaction): Promise<SchoolRow> {
  const school = await findSchool(t);
  if (!school) throw new Error(NO_SCHOOL);
  return school;
}

/** Finds the school, or null in a database without one. */
export function findSchool(t: ReadTransaction): Promise<SchoolRow | null> {
  return queryRow<SchoolRow>(
    "select name, flavour, address, motto, logo, time_zone from schools order by school_id",
    [],
    t,
  );
}

export type CurrentTermRow = CalendarTerm;

export function getCurrentTerm(t: ReadTransaction): Promise<CurrentTermRow | null> {
  return queryRow<CurrentTermRow>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.term_start::text as term_start,
            y.term_end::text as term_end, y.total_sessions, y.next_term_start::text as next_term_start, y.assessment_type
       from schools o
       join academic_terms y on y.academic_term_id = o.current_term_id
      order by y.academic_term_id`,
    [],
    t,
  );
}

/** Returns the school and its current term with one query. @throws Error if there is no school yet */
export async function getSchoolAndTerm(
  t: ReadTransaction,
): Promise<{ school: SchoolRow; term: CurrentTermRow | null }> {
  const found = await queryRow<SchoolRow & { term: CurrentTermRow | null }>(
    `select o.name, o.flavour, o.address, o.motto, o.logo, o.time_zone,
            case when y.academic_term_id is not null
                 then jsonb_build_object('academic_term_id', y.academic_term_id, 'academic_year_id', y.academic_year_id,
                        'term', y.term, 'term_start', y.term_start, 'term_end', y.term_end, 'total_sessions', y.total_sessions,
                        'next_term_start', y.next_term_start, 'assessment_type', y.assessment_type) end as term
       from schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id
      order by o.school_id`,
    [],
    t,
  );
  if (!found) throw new Error(NO_SCHOOL);
  const { term, ...school } = found;
  return { school, term };
}
