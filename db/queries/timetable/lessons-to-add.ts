import { queryRows, queryRow, type ReadTransaction } from "../../index.ts";
import type { Employee } from "../../models/people.ts";
import { LESSON_ORDER_SQL, JOIN_LESSONS, registerOrderSql } from "../parts.ts";

export type TaughtLesson = {
  subject_id: number;
  class_id: number;
  employee_id: number;
  first_name: string;
  last_name: string;
  by_choice: boolean;
};

/**
 * Lists the lessons of a year that have not ended, with their teachers. If a subject is given, lists only its
 * lessons.
 */
export function listTaughtLessons(
  params: { academicYearId: number; subjectId: number | null },
  t: ReadTransaction,
): Promise<TaughtLesson[]> {
  return queryRows<TaughtLesson>(
    `select l.subject_id, l.class_id, l.by_choice, e.employee_id, e.first_name, e.last_name
       from ${JOIN_LESSONS}
       join employees e on e.employee_id = l.employee_id and e.employee_status_id = 1
      where c.academic_year_id = $academicYearId and l.ended_on is null
        and ($subjectId::integer is null or l.subject_id = $subjectId)
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

export type LessonToCopy = {
  lesson_id: number;
  subject_id: number;
  subject: string;
  class_label: string;
  form_class_id: string;
  by_choice: boolean;
  is_over: boolean;
};

type Timetable = { employeeId: number; academicYearId: number };

/** Lists the lessons that somebody had in a year, including those that have ended. */
export function listLessonsToCopy(params: Timetable, t: ReadTransaction): Promise<LessonToCopy[]> {
  return queryRows<LessonToCopy>(
    `select l.lesson_id, l.subject_id, s.title as subject, c.label as class_label, c.form_class_id, l.by_choice,
            l.ended_on is not null as is_over
       from ${JOIN_LESSONS}
      where l.employee_id = $employeeId and c.academic_year_id = $academicYearId and s.is_active
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

export type TimetableSource = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "employee_status_id"
> & { academic_year_id: number; lessons: number };

type Years = { employeeId: number; academicYearId: number; lastYearId: number | null };

/**
 * Lists the timetables from which lessons can be taken: this employee's timetable of last year, other people's
 * timetables of last year, and the timetables of people who left this year.
 */
export function listTimetableSources(params: Years, t: ReadTransaction): Promise<TimetableSource[]> {
  return queryRows<TimetableSource>(
    `select e.employee_id, e.first_name, e.last_name, e.employee_status_id, c.academic_year_id,
            count(*)::integer as lessons
       from lessons l
       join classes c using (class_id)
       join employees e using (employee_id)
      where c.academic_year_id = $lastYearId::integer
         or c.academic_year_id = $academicYearId and e.employee_status_id <> 1 and e.employee_id <> $employeeId
      group by e.employee_id, c.academic_year_id
      order by e.employee_id <> $employeeId, c.academic_year_id desc, ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

export async function findYearBefore(academicYearId: number, t: ReadTransaction): Promise<number | null> {
  const found = await queryRow<{ academic_year_id: number | null }>(
    `select max(y.academic_year_id) as academic_year_id
       from academic_terms y
      where y.academic_year_id < $academicYearId
      order by 1`,
    { academicYearId },
    t,
  );
  return found?.academic_year_id ?? null;
}
