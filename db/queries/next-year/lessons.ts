import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { Lesson, SchoolClass, Subject } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import {
  DAY_OF_CURRENT_TERM_SQL,
  isAssignedOnSql,
  LESSON_ORDER_SQL,
  JOIN_LESSONS,
  employeeNameSql,
  TODAY_SQL,
} from "../parts.ts";

type Named = Pick<Employee, "employee_id" | "first_name" | "last_name">;
type Working = Named & { works: boolean };

export type LessonToCarry = Pick<
  Lesson,
  "lesson_id" | "subject_id" | "class_id" | "by_choice" | "ended_on"
> & {
  subject: Subject["title"];
  class_label: SchoolClass["label"];
  teacher: Working;
  /** True when the teacher is currently form teacher or co-teacher of the class. */
  is_own_class: boolean;
  substitute: Named | null;
  /** The class of next year that was created from this lesson's class, and its teachers. */
  next_class_id: number | null;
  next_teachers: Named[];
  /** The teacher of the lesson next year; null if the lesson is not carried over yet. */
  next_teacher: Working | null;
};

/** SQL condition: the subject had no later lesson in the class than lesson `l`. */
export const IS_LAST_LESSON = `(l.ended_on is null or not exists (
             select 1 from lessons x
              where x.class_id = l.class_id and x.subject_id = l.subject_id and x.lesson_id <> l.lesson_id
                and (x.ended_on is null or (x.ended_on, x.lesson_id) > (l.ended_on, l.lesson_id))))`;

/** Lists the lessons of a year in active subjects, each with the lesson of next year that it was carried over to. */
export function listLessonsToCarry(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<LessonToCarry[]> {
  return queryRows<LessonToCarry>(
    `select l.lesson_id, l.subject_id, l.class_id, l.by_choice, l.ended_on::text as ended_on, s.title as subject,
            c.label as class_label, ${working("e")} as teacher,
            exists (select 1 from class_teachers h
                     where h.class_id = c.class_id and h.employee_id = l.employee_id and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}) as is_own_class,
            (select ${employeeNameSql("z")}
               from substitutes b
               join employees z on z.employee_id = b.employee_id
              where b.lesson_id = l.lesson_id and ${TODAY_SQL} between b.from_date and b.to_date) as substitute,
            n.class_id as next_class_id,
            coalesce((select jsonb_agg(${employeeNameSql("z")} order by h.is_lead desc, z.employee_id)
                        from class_teachers h
                        join employees z using (employee_id)
                       where h.class_id = n.class_id and h.to_date is null and z.employee_status_id = 1), '[]') as next_teachers,
            (select ${working("z")} from employees z where z.employee_id = k.employee_id) as next_teacher
       from ${JOIN_LESSONS}
       join employees e using (employee_id)
      cross join schools o
       left join class_moves v on v.class_id = c.class_id
       left join classes n on n.class_id = v.repeat_class_id
       left join lessons k on k.carried_from = l.lesson_id
      where c.academic_year_id = $academicYearId and s.is_active and ${IS_LAST_LESSON}
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

function working(employee: string): string {
  return `${employeeNameSql(employee)} || jsonb_build_object('works', ${employee}.employee_status_id = 1)`;
}

/** Carries over the lessons that need no decision, because their teachers are employed. Substitutions are left out. */
export function carryUnchangedLessons(
  params: { classIds: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into lessons (employee_id, subject_id, class_id, by_choice, carried_from)
     select l.employee_id, l.subject_id, v.repeat_class_id, l.by_choice, l.lesson_id
       from lessons l
       join subjects s on s.subject_id = l.subject_id and s.is_active
       join employees e on e.employee_id = l.employee_id and e.employee_status_id = 1
       join class_moves v on v.class_id = l.class_id and v.repeat_class_id is not null
      where l.class_id = any ($classIds::integer[]) and l.ended_on is null
      order by l.lesson_id
     on conflict do nothing`,
    params,
    t,
  );
}

/** Gives these lessons to this teacher next year. Lessons that were not carried over yet are carried over first. */
export async function carryLessonsToTeacher(
  params: { lessonIds: readonly number[]; employeeId: number },
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `update lessons k set employee_id = $employeeId
      where k.carried_from = any ($lessonIds::integer[]) and k.employee_id <> $employeeId`,
    params,
    t,
  );
  await runQuery(
    `insert into lessons (employee_id, subject_id, class_id, by_choice, carried_from)
     select $employeeId::integer, l.subject_id, v.repeat_class_id, l.by_choice, l.lesson_id
       from lessons l
       join class_moves v on v.class_id = l.class_id and v.repeat_class_id is not null
      where l.lesson_id = any ($lessonIds::integer[])
        and not exists (select 1 from lessons k where k.carried_from = l.lesson_id)
      order by l.lesson_id`,
    params,
    t,
  );
}

export function deleteCarriedLessons(
  params: { lessonIds: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  return runQuery("delete from lessons where carried_from = any ($lessonIds::integer[])", params, t);
}
