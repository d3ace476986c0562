import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import { DAY_OF_CURRENT_TERM_SQL, isAssignedOnSql, employeeNameSql } from "../parts.ts";
import { CLASS_MOVES_SQL, type ClassMapRow } from "./class-map.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { FIRST_DAY_OF_NEXT_YEAR_SQL } from "./creation.ts";

export type ClassWithNextClassRow = ClassMapRow &
  Pick<FormClass, "group_title"> & {
    teachers: ClassTeacherRow[];
    /** The students registered this term, and how many of them repeat the level by their report. */
    students: number;
    repeating: number;
    /** The chosen destination, even if that class cannot take students now. */
    chosen_class_id: number | null;
    shared: boolean;
    /** True when the students of the level leave at the end of the year unless somebody decides otherwise. */
    leaves: boolean;
    /** True when a class of next year was created from this one. */
    is_carried: boolean;
    made_class_id: number | null;
  };

/** Lists the classes of a year with destinations and numbers of students, in the order of the school. */
export function listClassesWithNextClass(
  params: { academicYearId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<ClassWithNextClassRow[]> {
  return queryRows<ClassWithNextClassRow>(
    `with counted as materialized (
       select r.class_id, count(*)::integer as students, count(d.repeating)::integer as repeating
         from registrations r
         left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
        where r.academic_term_id = $academicTermId and ${IS_IN_CLASS_OF_TERM}
        group by r.class_id
     )
     select m.class_id, m.form_class_id, m.form_level, m.label, m.up_class_id, m.up_why, m.repeat_class_id, m.repeat_why,
            f.group_title, coalesce(n.students, 0) as students, coalesce(n.repeating, 0) as repeating,
            v.up_class_id as chosen_class_id, coalesce(v.shared, false) as shared, v.class_id is not null as is_carried,
            v.repeat_class_id as made_class_id,
            exists (select from default_outcomes t where t.form_level = m.form_level and t.outcome = 'leave') as leaves,
            coalesce((select jsonb_agg(${employeeNameSql("e")} || jsonb_build_object('is_lead', h.is_lead)
                                       order by h.is_lead desc, e.last_name collate names, e.employee_id)
                        from class_teachers h
                        join employees e using (employee_id)
                       where h.class_id = m.class_id and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}), '[]') as teachers
       from ${CLASS_MOVES_SQL} m
       join form_classes f on f.form_class_id = m.form_class_id
       left join class_moves v on v.class_id = m.class_id
       left join counted n on n.class_id = m.class_id
      order by m.position, m.label collate names, m.class_id`,
    params,
    t,
  );
}

/** Lists the classes of a year, and whether a class of next year was created from each, in the order of the school. */
export function listCarriedClasses(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<Pick<ClassWithNextClassRow, "label" | "is_carried">[]> {
  return queryRows<Pick<ClassWithNextClassRow, "label" | "is_carried">>(
    `select c.label, v.class_id is not null as is_carried
       from classes c
       join form_classes f using (form_class_id)
       left join class_moves v using (class_id)
      where c.academic_year_id = $academicYearId
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

type Named = Pick<Employee, "employee_id" | "first_name" | "last_name">;

export type NextYearClassRow = Pick<SchoolClass, "class_id" | "form_class_id" | "label"> &
  Pick<FormClass, "form_level" | "group_title"> & {
    /** The form teacher chosen for next year. This person may have left since. */
    lead: (Named & { works: boolean }) | null;
    co_teachers: Named[];
  };

/** Lists the classes that already exist for the next year, in the order of the school. */
export function listNextYearClasses(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<NextYearClassRow[]> {
  return queryRows<NextYearClassRow>(
    `select c.class_id, c.form_class_id, c.label, f.form_level, f.group_title,
            (select ${employeeNameSql("e")} || jsonb_build_object('works', e.employee_status_id = 1)
               from class_teachers h
               join employees e using (employee_id)
              where h.class_id = c.class_id and h.is_lead and h.to_date is null) as lead,
            coalesce((select jsonb_agg(${employeeNameSql("e")} order by e.last_name collate names, e.employee_id)
                        from class_teachers h
                        join employees e using (employee_id)
                       where h.class_id = c.class_id and not h.is_lead and h.to_date is null), '[]') as co_teachers
       from classes c
       join form_classes f using (form_class_id)
      where c.academic_year_id = $academicYearId::integer + 10001
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type NextFormTeacher = { classId: number; employeeId: number | null };

/** SQL: the classes `c` of next year, with the bound values of each. */
const GIVEN = `unnest($classIds::integer[], $employeeIds::integer[]) as g (class_id, employee_id)
       join classes c on c.class_id = g.class_id and c.academic_year_id = $academicYearId::integer + 10001`;

/** Stores form teachers of next year's classes. An earlier choice is deleted, because nobody has taught there yet. */
export async function saveNextFormTeachers(
  { academicYearId, formTeachers }: { academicYearId: number; formTeachers: readonly NextFormTeacher[] },
  t: TermTransaction,
): Promise<void> {
  const params = {
    academicYearId,
    classIds: formTeachers.map(({ classId }) => classId),
    employeeIds: formTeachers.map(({ employeeId }) => employeeId),
  };
  await runQuery(
    `delete from class_teachers h
      where exists (select 1 from ${GIVEN}
                     where c.class_id = h.class_id and (h.is_lead or h.employee_id = g.employee_id))`,
    params,
    t,
  );
  await runQuery(
    `insert into class_teachers (class_id, employee_id, is_lead, from_date)
     select c.class_id, g.employee_id, true, ${FIRST_DAY_OF_NEXT_YEAR_SQL}
       from ${GIVEN}
      where g.employee_id is not null
      order by c.class_id`,
    params,
    t,
  );
}

type NamedGroup = { classId: number; group: string | null; was: string | null };

/** Stores the subject groups of classes of a year that still have the group that they had. Returns their number. */
export async function saveSubjectGroups(
  { academicYearId, named }: { academicYearId: number; named: readonly NamedGroup[] },
  t: TermTransaction,
): Promise<number> {
  const saved = await queryRows(
    `update classes c set subject_group = g.subject_group
       from unnest($classIds::integer[], $groups::text[], $before::text[]) as g (class_id, subject_group, was)
      where c.class_id = g.class_id and c.academic_year_id = $academicYearId and c.subject_group is not distinct from g.was
      returning c.class_id`,
    {
      academicYearId,
      classIds: named.map(({ classId }) => classId),
      groups: named.map(({ group }) => group),
      before: named.map(({ was }) => was),
    },
    t,
  );
  return saved.length;
}

/** Stores the names of classes. The old names are removed first, so that two classes can swap names. */
export async function saveClassLabels(
  labels: readonly { classId: number; label: string }[],
  t: TermTransaction,
): Promise<void> {
  const classIds = labels.map(({ classId }) => classId);
  await runQuery(
    "update classes set label = '#' || class_id where class_id = any ($classIds::integer[])",
    { classIds },
    t,
  );
  await runQuery(
    `update classes c set label = g.label
       from unnest($classIds::integer[], $labels::text[]) as g (class_id, label)
      where c.class_id = g.class_id`,
    { classIds, labels: labels.map(({ label }) => label) },
    t,
  );
}
