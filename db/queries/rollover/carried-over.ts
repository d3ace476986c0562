import type { CarriedOver } from "#domain/rollover/rollover.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { Lesson, SchoolClass, Subject } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { TermRollover } from "../../models/rollover/rollovers.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { IS_LAST_LESSON } from "../next-year/lessons.ts";
import {
  DAY_OF_CURRENT_TERM_SQL,
  isAssignedOnSql,
  LESSON_ORDER_SQL,
  JOIN_LESSONS,
  employeeNameSql,
  TODAY_SQL,
} from "../parts.ts";

/** The ending year and the new year. The queries below compare everything in them except the students. */
type Years = { fromYearId: number; toYearId: number };
type State = { state: "carried" | "added" | "left out" };
type Named = Pick<Employee, "first_name" | "last_name">;

/**
 * SQL: the state of row `b` of the old year and row `n` of the new year. A row `n` without a row of the old year is
 * "added".
 */
const STATE =
  "case when n.id is null then 'left out' when b.id is null then 'added' else 'carried' end as state";

export type CarriedClass = State & Pick<SchoolClass, "label">;

export function listClassesWithCarryOverState(years: Years, t: ReadTransaction): Promise<CarriedClass[]> {
  return queryRows<CarriedClass>(
    `with b as (
       select c.class_id as id, c.label, c.form_class_id, v.repeat_class_id
         from classes c left join class_moves v using (class_id) where c.academic_year_id = $fromYearId
     ), n as (
       select class_id as id, label, form_class_id from classes where academic_year_id = $toYearId
     )
     select ${STATE}, coalesce(b.label, n.label) as label
       from b
       full join n on n.id = b.repeat_class_id
       join form_classes f on f.form_class_id = coalesce(b.form_class_id, n.form_class_id)
      order by f.position, coalesce(b.label, n.label) collate names`,
    years,
    t,
  );
}

/** Lists the classes of the new year whose form teacher is missing or no longer employed. */
export function listClassesWithoutFormTeacher(
  { toYearId }: Years,
  t: ReadTransaction,
): Promise<Pick<SchoolClass, "label">[]> {
  return queryRows<Pick<SchoolClass, "label">>(
    `select c.label
       from classes c
       join form_classes f using (form_class_id)
      where c.academic_year_id = $toYearId
        and not exists (select 1 from class_teachers h join employees e using (employee_id)
                         where h.class_id = c.class_id and h.is_lead and h.to_date is null and e.employee_status_id = 1)
      order by f.position, c.label collate names, c.class_id`,
    { toYearId },
    t,
  );
}

export type CarriedLesson = Pick<Lesson, "ended_on"> & {
  subject: Subject["title"];
  class_label: SchoolClass["label"];
  teacher: Named & { works: boolean };
  is_taught: boolean;
  has_class: boolean;
  is_carried: boolean;
  /** True if a substitute teaches the lesson now. In the new year, the lesson returns to its own teacher. */
  has_substitute: boolean;
  /** The other teachers of the subject in the class of the new year. */
  others: Named[];
};

export function listLessonsOfYear({ fromYearId }: Years, t: ReadTransaction): Promise<CarriedLesson[]> {
  return queryRows<CarriedLesson>(
    `select s.title as subject, c.label as class_label, l.ended_on::text as ended_on, s.is_active as is_taught,
            ${employeeNameSql("e")} || jsonb_build_object('works', e.employee_status_id = 1) as teacher,
            v.repeat_class_id is not null as has_class, k.lesson_id is not null as is_carried,
            exists (select 1 from substitutes h
                     where h.lesson_id = l.lesson_id and ${isAssignedOnSql(TODAY_SQL)}) as has_substitute,
            coalesce((select jsonb_agg(${employeeNameSql("z")} order by z.last_name collate names, z.employee_id)
                        from lessons x
                        join employees z using (employee_id)
                       where x.class_id = v.repeat_class_id and x.subject_id = l.subject_id and x.ended_on is null), '[]') as others
       from ${JOIN_LESSONS}
       join employees e using (employee_id)
      cross join schools o
       left join class_moves v on v.class_id = c.class_id
       left join lessons k on k.carried_from = l.lesson_id
      where c.academic_year_id = $fromYearId and ${IS_LAST_LESSON}
      order by ${LESSON_ORDER_SQL}`,
    { fromYearId },
    t,
  );
}

/** Counts the lessons of the new year that do not come from the old year. */
export async function countAddedLessons({ toYearId }: Years, t: ReadTransaction): Promise<number> {
  const found = await queryRow<{ lessons: number }>(
    `select count(*)::integer as lessons
       from lessons l
       join classes c using (class_id)
      where c.academic_year_id = $toYearId and l.carried_from is null and l.ended_on is null
      order by lessons`,
    { toYearId },
    t,
  );
  return found?.lessons ?? 0;
}

/** A teacher with the labels of their classes, or a dean with the names of their form classes. */
export type CarriedRole = State & Named & { works: boolean; of: string };

/** Lists form teachers and co-teachers, and whether they keep their role in the new year, in any class. */
export function listTeachersWithCarryOverState(years: Years, t: ReadTransaction): Promise<CarriedRole[]> {
  const held = (year: string, when: string) => `
       select h.employee_id as id, string_agg(c.label, ', ' order by c.label collate names) as labels
         from class_teachers h join classes c using (class_id)
        where c.academic_year_id = ${year} and ${when} group by h.employee_id`;
  return queryRows<CarriedRole>(
    `with b as (${held("$fromYearId", isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL))}),
     n as (${held("$toYearId", "h.to_date is null")} having bool_and(${WORKS("h")}))
     select ${STATE}, e.first_name, e.last_name, e.employee_status_id = 1 as works, coalesce(b.labels, n.labels) as of
       from b
       full join n using (id)
       join employees e on e.employee_id = coalesce(b.id, n.id)
      order by e.last_name collate names, e.employee_id`,
    years,
    t,
  );
}

/** Lists deans, and whether they keep their role in the new year, with one row for each form class. */
export function listDeansWithCarryOverState(years: Years, t: ReadTransaction): Promise<CarriedRole[]> {
  return queryRows<CarriedRole>(
    `with b as (select form_class_id, employee_id as id from dean_assignments where academic_year_id = $fromYearId),
     n as (select d.form_class_id, d.employee_id as id from dean_assignments d
            where d.academic_year_id = $toYearId and ${WORKS("d")})
     select ${STATE}, e.first_name, e.last_name, e.employee_status_id = 1 as works, f.form_class_id as of
       from b
       full join n on n.form_class_id = b.form_class_id and n.id = b.id
       join employees e on e.employee_id = coalesce(b.id, n.id)
       join form_classes f on f.form_class_id = coalesce(b.form_class_id, n.form_class_id)
      order by f.position, e.last_name collate names, e.employee_id`,
    years,
    t,
  );
}

const WORKS = (of: string) =>
  `exists (select 1 from employees w where w.employee_id = ${of}.employee_id and w.employee_status_id = 1)`;

export type CarriedSubjectChoiceCounts = {
  subject: Subject["title"];
  carried: number;
  added: number;
  left_out: number;
};

/** Lists the subject choices of students who are in a class of the new year, by subject. */
export function countCarriedSubjectChoices(
  params: Years & { rolloverId: number },
  t: ReadTransaction,
): Promise<CarriedSubjectChoiceCounts[]> {
  const chosen = (year: string) =>
    `select student_key as id, subject_id from student_subject_assignments where academic_year_id = ${year}`;
  return queryRows<CarriedSubjectChoiceCounts>(
    `with b as (${chosen("$fromYearId")}), n as (${chosen("$toYearId")})
     select s.title as subject, count(*) filter (where x.state = 'carried')::integer as carried,
            count(*) filter (where x.state = 'added')::integer as added,
            count(*) filter (where x.state = 'left out')::integer as left_out
       from (select coalesce(b.id, n.id) as student_key, coalesce(b.subject_id, n.subject_id) as subject_id, ${STATE}
               from b full join n on n.id = b.id and n.subject_id = b.subject_id) x
       join rollover_fates f on f.rollover_id = $rolloverId and f.student_key = x.student_key and f.next_class_id is not null
       join subjects s using (subject_id)
      group by s.subject_id
      order by s.title collate names, s.subject_id`,
    params,
    t,
  );
}

/** Stores the comparison of the years when a run begins. */
export function saveCarriedOver(
  { rolloverId, carriedOver }: { rolloverId: number; carriedOver: CarriedOver },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    "update term_rollovers set carried_over = $carriedOver::jsonb where rollover_id = $rolloverId",
    { rolloverId, carriedOver: JSON.stringify(carriedOver) },
    t,
  );
}

/**
 * Returns the comparison that was stored when the run began. Returns null for a rollover within a year, and for an
 * old run without a stored comparison.
 */
export async function findSavedCarriedOver(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<CarriedOver | null> {
  const found = await queryRow<Pick<TermRollover, "carried_over">>(
    "select carried_over from term_rollovers where rollover_id = $rolloverId order by rollover_id",
    params,
    t,
  );
  return found?.carried_over ?? null;
}
