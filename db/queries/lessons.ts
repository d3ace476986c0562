import { row, rows, type Reading } from "../index.ts";
import type { FormClass, Lesson, Subject } from "../models/classes.ts";
import type { FortnightlyTest, Mark } from "../models/marks.ts";
import type { Employee } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import type { CalendarTerm } from "../models/school.ts";
import { byNames, choseSubject, isEntered, isSameTest, LESSON_ORDER, LESSONS } from "./parts.ts";
import type { ScopedLesson } from "./visible.ts";

export type TermRow = Pick<
  CalendarTerm,
  "academic_term_id" | "academic_year_id" | "term" | "assessment_type" | "next_term_start"
> & { is_current: boolean };

/** The terms that have sheets, newest first: those of the calendar that have begun. */
export function sheetTerms(t: Reading): Promise<TermRow[]> {
  return rows<TermRow>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.assessment_type,
            y.next_term_start::text as next_term_start, y.academic_term_id = o.current_term_id as is_current
       from academic_terms y
      cross join schools o
      where y.academic_year_id is not null and y.academic_term_id <= o.current_term_id
      order by y.academic_term_id desc`,
    [],
    t,
  );
}

/** The term that was asked for, else the current one; null where the school has none, or none that has begun. */
export async function chosenTerm(
  asked: number | null,
  t: Reading,
): Promise<{ term: TermRow | null; terms: TermRow[] }> {
  const terms = await sheetTerms(t);
  const term = terms.find((each) => (asked === null ? each.is_current : each.academic_term_id === asked));
  return { term: term ?? null, terms };
}

export type LessonRow = Pick<
  ScopedLesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "subject" | "class_label" | "form_class_id"
> &
  Pick<Subject, "abbr"> &
  Pick<FormClass, "form_level">;

type LessonsOfYear = { employeeId: number; academicYearId: number };

/** A teacher's lessons in the classes of a year, in the order of the school's classes. */
export function lessonsOfTeacher(asked: LessonsOfYear, t: Reading): Promise<LessonRow[]> {
  return rows<LessonRow>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, s.title as subject, s.abbr, c.label as class_label,
            c.form_class_id, f.form_level
       from ${LESSONS}
      where l.employee_id = $employeeId and c.academic_year_id = $academicYearId
      order by ${LESSON_ORDER}`,
    asked,
    t,
  );
}

export type TeacherRow = Pick<Employee, "employee_id" | "first_name" | "last_name"> & { lessons: number };

/** Teachers with lessons in a year, by name, the asker's own entry first (T2); `search` is part of a name. */
export function teachersWithLessons(
  asked: { academicYearId: number; search: string; ownEmployeeId: number | null; limit: number },
  t: Reading,
): Promise<TeacherRow[]> {
  return rows<TeacherRow>(
    `select e.employee_id, e.first_name, e.last_name, count(*)::integer as lessons
       from employees e
       join lessons l using (employee_id)
       join classes c using (class_id)
      where c.academic_year_id = $academicYearId
        and strpos(lower(e.first_name || ' ' || e.last_name || ', ' || e.first_name), lower($search)) > 0
      group by e.employee_id
      order by e.employee_id is not distinct from $ownEmployeeId::integer desc, ${byNames("e", "e.employee_id")}
      limit $limit`,
    asked,
    t,
  );
}

export type SheetChoice = Pick<Mark, "test_id" | "fortnightly_test_id"> &
  OrNull<Pick<FortnightlyTest, "title" | "test_date">> & { entered: number; total: number };

/**
 * The sheets a lesson has in a term with how far each is entered: the fortnightly tests that hold this subject by date,
 * then the term's other assessment, then the End of Term exam. A class assessed by criteria has the last alone.
 */
export function sheetChoices(
  asked: { lessonId: number; academicTermId: number },
  t: Reading,
): Promise<SheetChoice[]> {
  return rows<SheetChoice>(
    `with lesson as (
       select l.*, c.academic_year_id, c.assessment_type is not null as by_criteria, y.assessment_type
         from lessons l
         join classes c using (class_id)
         join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
        where l.lesson_id = $lessonId
     ), roster as (
       select r.student_key
         from lesson l
         join registrations r on r.class_id = l.class_id and r.academic_term_id = $academicTermId
        where ${choseSubject("l.")}
     ), sheets as (
       select 3 as test_id, n.fortnightly_test_id, n.title, coalesce(a.test_date, n.test_date) as test_date
         from lesson l
         join assessments a on a.class_id = l.class_id and a.academic_term_id = $academicTermId and a.subject_id = l.subject_id
         join fortnightly_tests n on n.fortnightly_test_id = a.fortnightly_test_id
        where not l.by_criteria
       union all
       select k.test_id, null, null, a.test_date
         from lesson l
        cross join (values (1), (2)) as k (test_id)
         left join assessments a on a.class_id = l.class_id and a.academic_term_id = $academicTermId
                                and a.subject_id = l.subject_id and a.test_id = k.test_id
        where k.test_id = 1 or not l.by_criteria
     )
     select h.test_id, h.fortnightly_test_id, h.title, h.test_date::text as test_date,
            count(m.mark_id) filter (where ${isEntered("m")})::integer as entered,
            (select count(*) from roster)::integer as total
       from sheets h
      cross join lesson l
       left join marks m on m.academic_term_id = $academicTermId and m.subject_id = l.subject_id
                        and ${isSameTest("m", "h")}
                        and m.student_key in (select student_key from roster)
      group by h.test_id, h.fortnightly_test_id, h.title, h.test_date
      order by h.test_id desc, h.test_date nulls last, h.fortnightly_test_id`,
    asked,
    t,
  );
}

type NextLesson = Pick<Lesson, "lesson_id"> & { by_criteria: boolean };

/** The next lesson of the same teacher in that year after this one, in the order of the lesson list; null at the end. */
export function lessonAfter(
  asked: LessonsOfYear & { lessonId: number },
  t: Reading,
): Promise<NextLesson | null> {
  return row<NextLesson>(
    `select n.lesson_id, n.by_criteria
       from (select l.lesson_id, c.assessment_type is not null as by_criteria,
                    lag(l.lesson_id) over (order by ${LESSON_ORDER}) as after
               from ${LESSONS}
              where l.employee_id = $employeeId and c.academic_year_id = $academicYearId) n
      where n.after = $lessonId
      order by n.lesson_id`,
    asked,
    t,
  );
}
