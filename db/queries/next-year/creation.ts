import { queryRows, runQuery, queryRow, type ReadTransaction } from "../../index.ts";
import type { NextYearClassMove } from "../../models/rollover/rollovers.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { CLASS_MOVES_SQL } from "./class-map.ts";

/** The year from which the next year is created. Nothing of this year is changed. */
type OfYear = { academicYearId: number };

/** Creates the next year if it does not exist, and locks its classes until the transaction ends. */
export async function lockNextYear(params: OfYear, t: TermTransaction): Promise<void> {
  await runQuery(
    `insert into academic_years (academic_year_id) values ($academicYearId::integer + 10001) on conflict do nothing`,
    params,
    t,
  );
  await runQuery(
    `select from academic_years where academic_year_id = $academicYearId::integer + 10001 for no key update`,
    params,
    t,
  );
}

/**
 * SQL: the first day of form teachers in next year's classes. It is the start of the next term if the third term states
 * one, otherwise 1 September. The rollover changes it to the real start of the year.
 */
export const FIRST_DAY_OF_NEXT_YEAR_SQL = `coalesce((select y.next_term_start from academic_terms y
                               where y.academic_term_id = $academicYearId::integer * 10 + 3),
                            make_date($academicYearId::integer % 10000, 9, 1))`;

/**
 * Creates a class of the same name in next year for each class that was not carried over yet. Returns the ids of the
 * classes of this year that were carried over by this call.
 */
export async function createNextYearClasses(params: OfYear, t: TermTransaction): Promise<number[]> {
  await runQuery(
    `insert into classes (academic_year_id, form_class_id, label, course_work_only, assessment_type, subject_group)
     select $academicYearId::integer + 10001, c.form_class_id, c.label, c.course_work_only, c.assessment_type, c.subject_group
       from classes c
       join form_classes f using (form_class_id)
      where c.academic_year_id = $academicYearId
        and not exists (select 1 from class_moves v where v.class_id = c.class_id)
      order by f.position, c.label collate names, c.class_id
     on conflict (academic_year_id, label) do nothing`,
    params,
    t,
  );
  const made = await queryRows<Pick<NextYearClassMove, "class_id">>(
    `insert into class_moves (class_id, academic_year_id, next_year_id, repeat_class_id)
     select c.class_id, c.academic_year_id, c.academic_year_id + 10001, n.class_id
       from classes c
       left join classes n on n.academic_year_id = c.academic_year_id + 10001 and n.label = c.label
                          and n.form_class_id = c.form_class_id
      where c.academic_year_id = $academicYearId
        and not exists (select 1 from class_moves v where v.class_id = c.class_id)
      order by c.class_id
     returning class_id`,
    params,
    t,
  );
  return made.map(({ class_id }) => class_id);
}

type OfClasses = OfYear & { classIds: readonly number[] };

/** Gives the teachers of these classes the same role next year, if they are employed and the class has nobody. */
export function createNextYearTeachers(params: OfClasses, t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into class_teachers (class_id, employee_id, is_lead, from_date)
     select v.repeat_class_id, h.employee_id, h.is_lead, ${FIRST_DAY_OF_NEXT_YEAR_SQL}
       from class_moves v
       join class_teachers h on h.class_id = v.class_id and h.to_date is null
       join employees e on e.employee_id = h.employee_id and e.employee_status_id = 1
      where v.class_id = any ($classIds::integer[]) and v.repeat_class_id is not null
        and not exists (select 1 from class_teachers k where k.class_id = v.repeat_class_id)
      order by v.class_id, h.class_teacher_id`,
    params,
    t,
  );
}

/** Makes the deans of these form classes deans again next year, unless they have left. */
export function createNextYearDeans(params: OfClasses, t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into dean_assignments (academic_year_id, form_class_id, employee_id)
     select d.academic_year_id + 10001, d.form_class_id, d.employee_id
       from dean_assignments d
       join employees e on e.employee_id = d.employee_id and e.employee_status_id = 1
      where d.academic_year_id = $academicYearId
        and d.form_class_id in (select c.form_class_id from classes c where c.class_id = any ($classIds::integer[]))
     on conflict do nothing`,
    params,
    t,
  );
}

export type NextYearCounts = {
  /** The number of classes that already exist in next year. */
  classes: number;
  /** The number of this year's classes with students who have no class to go to. */
  unmapped: number;
};

/** Counts what exists and what is missing for the next year. */
export async function countNextYear(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<NextYearCounts> {
  const counted = await queryRow<NextYearCounts>(
    `select (select count(*)::integer from classes where academic_year_id = $academicYearId::integer + 10001) as classes,
            case when exists (select from classes where academic_year_id = $academicYearId::integer + 10001)
                 then (select count(*)::integer
                         from ${CLASS_MOVES_SQL} m
                        where m.up_why not in ('mapped', 'leaves')
                          and not exists (select from default_outcomes t where t.form_level = m.form_level and t.outcome = 'leave')
                          and exists (select 1 from registrations r join schools o on o.current_term_id = r.academic_term_id
                                       where r.class_id = m.class_id))
                 else 0 end as unmapped`,
    params,
    t,
  );
  if (!counted) throw new Error("The count returned no row.");
  return counted;
}
