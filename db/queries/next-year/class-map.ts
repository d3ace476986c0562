import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { TermTransaction } from "#db/term-transaction.ts";

/**
 * The reason why a class has or lacks a destination. `mapped` and `leaves` are complete; the others tell what is
 * missing.
 */
export type ClassMoveReason = "mapped" | "leaves" | "no-class" | "several" | "no-teacher";

export type ClassMapRow = Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level"> & {
    up_class_id: number | null;
    up_why: ClassMoveReason;
    repeat_class_id: number | null;
    repeat_why: Exclude<ClassMoveReason, "leaves">;
  };

/** SQL: the id of the year after the bound one. */
const NEXT_YEAR = "($academicYearId::integer + 10001)";

/** SQL: the latest form teacher of class `c`. @param works true to find only current employees */
function leadOf({ works }: { works: boolean }): string {
  return `(select h.employee_id
             from class_teachers h
             join employees e using (employee_id)
            where h.class_id = c.class_id and h.is_lead
              ${works ? "and h.to_date is null and e.employee_status_id = 1" : ""}
            order by h.to_date desc nulls first
            limit 1)`;
}

/** SQL condition: no other class has the class `n` as its chosen destination. */
const IS_FREE = `not exists (select 1 from class_moves x where x.up_class_id = n.class_id and x.class_id <> c.class_id)`;

/**
 * SQL: one row for each class of the bound year: the class of next year that it moves up to, the class for students who
 * repeat, and the reason if there is none. Without a choice, the only possible class is used. In a secondary school
 * this is the class with the same letter one level up, or the only class of the next level if this class is the only
 * one of its own level. In a primary school a class belongs to its teacher, so a class without a form teacher takes
 * nobody, and students who repeat stay with this year's teacher.
 */
export const CLASS_MOVES_SQL = `(
     with here as materialized (
       select c.class_id, c.form_class_id, c.label, f.form_level, f.position, ${leadOf({ works: false })} as lead,
              count(*) over (partition by f.form_level) as of_level
         from classes c
         join form_classes f using (form_class_id)
        where c.academic_year_id = $academicYearId
     ), coming as materialized (
       select c.class_id, c.form_class_id, c.label, f.form_level, ${leadOf({ works: true })} as lead,
              count(*) over (partition by f.form_level) as of_level,
              count(*) over (partition by c.form_class_id) as of_form_class
         from classes c
         join form_classes f using (form_class_id)
        where c.academic_year_id = ${NEXT_YEAR}
     ), led as (
       select c.*, o.flavour = 'primary' as by_lead,
              c.form_level = (select max(form_level) from form_classes) as is_last,
              coalesce(m.up_class_id,
                (select n.class_id from coming n
                  where o.flavour = 'secondary' and n.of_form_class = 1 and ${IS_FREE}
                    and n.form_class_id = (c.form_level + 1)::text || substr(c.form_class_id, 2)),
                (select n.class_id from coming n
                  where n.form_level = c.form_level + 1 and n.of_level = 1 and c.of_level = 1 and ${IS_FREE})) as up_id,
              coalesce(
                (select n.class_id from coming n where n.form_class_id = c.form_class_id and n.lead = c.lead limit 1),
                m.repeat_class_id,
                (select n.class_id from coming n where n.form_class_id = c.form_class_id and n.label = c.label),
                (select n.class_id from coming n where n.form_class_id = c.form_class_id and n.of_form_class = 1)
              ) as repeat_id
         from here c
        cross join schools o
         left join class_moves m using (class_id)
     ), reasoned as (
       select l.*,
              case when l.is_last then 'leaves'
                   when l.up_id is null and not exists (select 1 from coming n where n.form_level = l.form_level + 1)
                     then 'no-class'
                   when l.up_id is null then 'several'
                   when l.by_lead and u.lead is null then 'no-teacher'
                   else 'mapped' end as up_why,
              case when l.repeat_id is null and not exists (select 1 from coming n where n.form_class_id = l.form_class_id)
                     then 'no-class'
                   when l.repeat_id is null then 'several'
                   when l.by_lead and r.lead is null then 'no-teacher'
                   else 'mapped' end as repeat_why
         from led l
         left join coming u on u.class_id = l.up_id
         left join coming r on r.class_id = l.repeat_id
     )
     select class_id, form_class_id, form_level, label, position, up_why, repeat_why,
            case when up_why = 'mapped' then up_id end as up_class_id,
            case when repeat_why = 'mapped' then repeat_id end as repeat_class_id
       from reasoned)`;

export function listClassMoves(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<ClassMapRow[]> {
  return queryRows<ClassMapRow>(
    `select m.class_id, m.form_class_id, m.form_level, m.label, m.up_class_id, m.up_why, m.repeat_class_id, m.repeat_why
       from ${CLASS_MOVES_SQL} m
      order by m.position, m.label collate names, m.class_id`,
    params,
    t,
  );
}

export type NewClassMove = { classId: number; upClassId: number | null; shared: boolean };

/** Stores the classes' destinations. Old destinations are removed first, so that two classes can swap them. */
export async function saveClassMoves(
  { academicYearId, moves }: { academicYearId: number; moves: readonly NewClassMove[] },
  t: TermTransaction,
): Promise<void> {
  const classIds = moves.map(({ classId }) => classId);
  await runQuery(
    `update class_moves set up_class_id = null, shared = false
      where class_id = any ($classIds::integer[]) and up_class_id is not null`,
    { classIds },
    t,
  );
  await runQuery(
    `insert into class_moves (class_id, academic_year_id, next_year_id, up_class_id, shared)
     select g.class_id, $academicYearId::integer, $academicYearId::integer + 10001, g.up_class_id, g.shared
       from unnest($classIds::integer[], $upClassIds::integer[], $shared::boolean[]) as g (class_id, up_class_id, shared)
      order by g.class_id
     on conflict (class_id) do update set up_class_id = excluded.up_class_id, shared = excluded.shared`,
    {
      academicYearId,
      classIds,
      upClassIds: moves.map(({ upClassId }) => upClassId),
      shared: moves.map(({ shared }) => shared),
    },
    t,
  );
}
