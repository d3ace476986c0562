import { noTransaction, queryRow, queryRows } from "#db/index.ts";
import type { ClassKey } from "#domain/paths.ts";

/** The places of people in a school year, read from the rows themselves. */

type ClassWithMarks = { class_id: number; lesson_id: number };

/** Finds the first class of a term that has marks, is not graded, and has a level above. */
export async function classWithMarks(academicTermId: number): Promise<ClassWithMarks> {
  const found = await queryRow<ClassWithMarks>(
    `select l.class_id, l.lesson_id
       from lessons l
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      where not l.by_choice and l.ended_on is null and c.assessment_type is null and c.academic_year_id = $1::integer / 10
        and l.subject_id not in (6, 7, 8, 9)
        and exists (select from registrations r where r.class_id = l.class_id and r.academic_term_id = $1)
      order by f.form_level, l.lesson_id
      limit 1`,
    [academicTermId],
    noTransaction,
  );
  if (!found) throw new Error("the demo has lessons");
  return found;
}

export function studentsOf({ classId, academicTermId }: ClassKey): Promise<number[]> {
  return keys(
    "select student_key from registrations where class_id = $1 and academic_term_id = $2 order by student_key",
    [classId, academicTermId],
  );
}

export function studentsHere(): Promise<number[]> {
  return keys("select id as student_key from students where student_status_id <= 2 order by id", []);
}

async function keys(sql: string, bound: number[]): Promise<number[]> {
  const found = await queryRows<{ student_key: number }>(sql, bound, noTransaction);
  return found.map(({ student_key }) => student_key);
}

export function inClasses(academicTermId: number) {
  return queryRows<{ student_key: number; class_id: number | null }>(
    `select r.student_key, r.class_id
       from registrations r
       join students s on s.id = r.student_key and s.student_status_id <= 2
      where r.academic_term_id = $1
      order by r.student_key`,
    [academicTermId],
    noTransaction,
  );
}

type OwnLesson = { lesson_id: number; employee_id: number };

/** Lists the lessons of a year that have a substitute, with their own teacher. */
export function lessonsOfSubstitutes(academicYearId: number): Promise<OwnLesson[]> {
  return queryRows<OwnLesson>(
    `select l.lesson_id, l.employee_id
       from lessons l
       join classes c using (class_id)
      where c.academic_year_id = $1 and exists (select from substitutes s where s.lesson_id = l.lesson_id)
      order by l.lesson_id`,
    [academicYearId],
    noTransaction,
  );
}

/** Lists the lessons of current teachers, in classes that continue, that were not carried over into the next year. */
export function lessonsLeftOut(academicYearId: number) {
  return queryRows(
    `select l.lesson_id
       from lessons l
       join classes c using (class_id)
       join employees e using (employee_id)
      where c.academic_year_id = $1 and l.ended_on is null and e.employee_status_id = 1
        and not exists (select from lessons n where n.carried_from = l.lesson_id)
      order by l.lesson_id`,
    [academicYearId],
    noTransaction,
  );
}

export function carriedFrom(lessonId: number) {
  return queryRows(
    "select employee_id from lessons where carried_from = $1 order by employee_id",
    [lessonId],
    noTransaction,
  );
}

/** Counts for each level with students in that term the form teachers of its classes on its first day. */
export async function formTeachersByLevel(academicTermId: number): Promise<number[]> {
  const found = await queryRows<{ leads: number }>(
    `select count(distinct h.employee_id)::integer as leads
       from registrations r
       join academic_terms y using (academic_term_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       join class_teachers h on h.class_id = c.class_id and h.is_lead and h.from_date <= y.term_start
                            and (h.to_date is null or h.to_date >= y.term_start)
      where r.academic_term_id = $1
      group by f.form_level
      order by f.form_level`,
    [academicTermId],
    noTransaction,
  );
  return found.map(({ leads: formTeachers }) => formTeachers);
}

/**
 * Checks registrations and statuses directly: a student who left has no registration, and one who repeats is not a
 * level higher.
 */
export function notWhereTold(rolloverId: number, nextTermId: number) {
  return queryRows(
    `select f.student_key, f.what, n.label, g.form_level as was, h.form_level as is_now, s.student_status_id
       from rollover_fates f
       join students s on s.id = f.student_key
       left join registrations r on r.student_key = f.student_key and r.academic_term_id = $2
       left join classes n on n.class_id = r.class_id
       left join form_classes h on h.form_class_id = n.form_class_id
       left join classes c on c.class_id = f.was_class_id
       left join form_classes g on g.form_class_id = c.form_class_id
      where f.rollover_id = $1
        and not coalesce(case f.what when 'leaving' then r.student_key is null and s.student_status_id in (4, 5)
                                     when 'unplaced' then r.student_key is null
                                     when 'repeating' then r.class_id = f.next_class_id and h.form_level <= g.form_level
                                     when 'promoted' then r.class_id = f.next_class_id and h.form_level > g.form_level
                                     else r.class_id = f.next_class_id end, false)
      order by f.student_key`,
    [rolloverId, nextTermId],
    noTransaction,
  );
}
