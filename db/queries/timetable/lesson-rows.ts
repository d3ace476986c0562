import { queryRows, queryRow, runQuery, type ReadTransaction } from "../../index.ts";
import { Lesson, type FormClass } from "../../models/classes.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import {
  attendsLessonSql,
  HAS_ANY_ENTRY,
  LESSON_ORDER_SQL,
  JOIN_LESSONS,
  employeeNameSql,
  TODAY_SQL,
  isLessonTaughtInTermSql,
} from "../parts.ts";
import type { ScopedLesson } from "../visible.ts";
import type { Assessment } from "#db/models/marks.ts";
import type { NumericColumns } from "#db/models/rows.ts";

export type TimetableRow = Pick<
  ScopedLesson,
  "lesson_id" | "subject_id" | "class_id" | "by_choice" | "subject" | "class_label" | "form_class_id"
> & {
  /** The substitutes of today and of later days, by date. */
  substitutes: {
    substitute_id: number;
    employee_id: number;
    first_name: string;
    last_name: string;
    from: string;
    to: string;
  }[];
};

/** Lists an employee's lessons in a year, in the order of the school's classes. */
export function listTimetableLessons(
  params: { employeeId: number; academicYearId: number },
  t: ReadTransaction,
): Promise<TimetableRow[]> {
  return queryRows<TimetableRow>(
    `select l.lesson_id, l.subject_id, l.class_id, l.by_choice, s.title as subject, c.label as class_label,
            c.form_class_id,
            coalesce((select jsonb_agg(${employeeNameSql("e")} || jsonb_build_object('substitute_id', b.substitute_id,
                                         'from', b.from_date, 'to', b.to_date) order by b.from_date)
                        from substitutes b
                        join employees e using (employee_id)
                       cross join schools o
                       where b.lesson_id = l.lesson_id and b.to_date >= ${TODAY_SQL}), '[]') as substitutes
       from ${JOIN_LESSONS}
      where l.employee_id = $employeeId and c.academic_year_id = $academicYearId and l.ended_on is null
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

type LessonOf = { employeeId: number; subjectId: number; classId: number };

/** Locks the lesson of an employee, subject and class. The lesson may have ended. */
export function lockLesson({ employeeId, subjectId, classId }: LessonOf, t: TermTransaction) {
  const where = { employee_id: employeeId, subject_id: subjectId, class_id: classId };
  return Lesson.selectOne(["lesson_id", "by_choice", "ended_on"], { where, lock: t.LOCK.UPDATE }, t);
}

type GivenUnder = {
  /** The marks of the lesson, even cleared marks, and all its substitutes. Any of these prevents deletion. */
  traces: number;
  students: number;
  /** The students of the class who chose the subject with this teacher this term; 0 if the lesson is not by choice. */
  chosen: number;
};

/**
 * Counts what depends on a lesson: marks in its subject that its teacher gave or that its students have, substitutes,
 * and students who chose the lesson.
 */
export async function countLessonDependents(lessonId: number, t: ReadTransaction): Promise<GivenUnder> {
  const found = await queryRow<GivenUnder>(
    `select (count(m.mark_id) + (select count(*) from substitutes b where b.lesson_id = l.lesson_id))::integer as traces,
            (count(distinct m.student_key) filter (where ${HAS_ANY_ENTRY}))::integer as students,
            (count(distinct r.student_key) filter (
              where l.by_choice and r.academic_term_id = o.current_term_id and ${attendsLessonSql("l.")}))::integer as chosen
       from lessons l
      cross join schools o
       left join registrations r on r.class_id = l.class_id
       left join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                        and m.subject_id = l.subject_id
                        and (m.employee_id = l.employee_id or ${attendsLessonSql("l.")})
      where l.lesson_id = $lessonId
      group by l.lesson_id
      order by l.lesson_id`,
    { lessonId },
    t,
  );
  return found ?? { traces: 0, students: 0, chosen: 0 };
}

/** Ends a lesson today. Its mark sheets of past terms remain. */
export function endLesson(lessonId: number, t: TermTransaction): Promise<void> {
  return runQuery(
    `update lessons l set ended_on = ${TODAY_SQL} from schools o where l.lesson_id = $lessonId`,
    { lessonId },
    t,
  );
}

export async function resumeLesson(
  { lessonId, byChoice }: { lessonId: number; byChoice: boolean },
  t: TermTransaction,
): Promise<void> {
  await Lesson.update({ ended_on: null, by_choice: byChoice }, { lesson_id: lessonId }, t);
}

export async function createLesson(
  lesson: LessonOf & { byChoice: boolean },
  t: TermTransaction,
): Promise<number> {
  const { employeeId: employee_id, subjectId: subject_id, classId: class_id, byChoice: by_choice } = lesson;
  return (await Lesson.insert({ employee_id, subject_id, class_id, by_choice }, t)).lesson_id;
}

export async function updateLesson(
  lesson: Omit<LessonOf, "employeeId"> & { lessonId: number; byChoice: boolean },
  t: TermTransaction,
): Promise<void> {
  const { lessonId: lesson_id, subjectId: subject_id, classId: class_id, byChoice: by_choice } = lesson;
  await Lesson.update({ subject_id, class_id, by_choice }, { lesson_id }, t);
}

export async function deleteLesson(lessonId: number, t: TermTransaction): Promise<void> {
  await Lesson.delete({ lesson_id: lessonId }, t);
}

export type TeacherLessonRow = Pick<
  ScopedLesson,
  "lesson_id" | "employee_id" | "subject_id" | "form_class_id" | "class_label" | "subject"
> &
  Pick<FormClass, "form_level"> &
  NumericColumns<Pick<Assessment, "max_mark">>;

/** Lists a teacher's lessons in the year of a term, each with the maximum mark of the end-of-term test. */
export function listTimetableOfTeacher(
  params: { employeeId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<TeacherLessonRow[]> {
  return queryRows<TeacherLessonRow>(
    `select l.lesson_id, l.employee_id, l.subject_id, c.form_class_id, c.label as class_label, s.title as subject,
            f.form_level, coalesce(a.max_mark, 100)::float8 as max_mark
       from ${JOIN_LESSONS}
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
       left join assessments a
              on a.class_id = c.class_id and a.academic_term_id = y.academic_term_id and a.subject_id = l.subject_id
             and a.test_id = 1
      where l.employee_id = $employeeId and ${isLessonTaughtInTermSql("l")}
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}
