import { FIRST_SIXTH_FORM_LEVEL, listGradedSubjects } from "#domain/grades.ts";
import { queryRow, queryRows, type ReadTransaction } from "../index.ts";
import type { FormClass, Lesson, Subject } from "../models/classes.ts";
import type { FortnightlyTest, Mark } from "../models/marks.ts";
import type { Employee } from "../models/people.ts";
import type { NullableColumns } from "../models/rows.ts";
import type { CalendarTerm } from "../models/school.ts";
import { isOnMarkSheetsSql } from "./on-roster.ts";
import {
  registerOrderSql,
  attendsLessonSql,
  criterionIdsSql,
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  hasEveryWordSql,
  isEnteredSql,
  isLessonTaughtInTermSql,
  isLessonRunningSql,
  isSameTestSql,
  isLessonTaughtBySql,
  LESSON_ORDER_SQL,
  JOIN_LESSONS,
} from "./parts.ts";
import type { ScopedLesson } from "./visible.ts";

export type TermRow = Pick<
  CalendarTerm,
  "academic_term_id" | "academic_year_id" | "term" | "assessment_type" | "next_term_start"
> & { is_current: boolean };

export function listMarkSheetTerms(t: ReadTransaction): Promise<TermRow[]> {
  return queryRows<TermRow>(
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

/**
 * Returns the requested term, or the current term if no term is requested. Returns null if there is none, or if the
 * term has not begun.
 */
export async function findRequestedTerm(
  academicTermId: number | null,
  t: ReadTransaction,
): Promise<{ term: TermRow | null; terms: TermRow[] }> {
  const terms = await listMarkSheetTerms(t);
  const term = terms.find((item) =>
    academicTermId === null ? item.is_current : item.academic_term_id === academicTermId,
  );
  return { term: term ?? null, terms };
}

export type LessonOfTeacher = Omit<ScopedLesson, "academic_year_id" | "by_choice" | "is_taught" | "is_over"> &
  Pick<Subject, "abbr"> &
  Pick<FormClass, "form_level">;

type LessonsOfTerm = { employeeId: number; academicYearId: number; academicTermId: number };

/**
 * Lists a teacher's lessons of a term, including the lessons that the teacher takes as a substitute, in the order of
 * the school's classes.
 */
export function listLessonsOfTeacher(params: LessonsOfTerm, t: ReadTransaction): Promise<LessonOfTeacher[]> {
  return queryRows<LessonOfTeacher>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, s.title as subject, s.abbr, c.label as class_label,
            c.form_class_id, f.form_level, e.first_name, e.last_name
       from ${JOIN_LESSONS}
       join employees e using (employee_id)
      where ${isLessonTaughtBySql("l", "$academicTermId")} and ${isLessonTaughtInTermSql("l")} and c.academic_year_id = $academicYearId
      order by ${LESSON_ORDER_SQL}`,
    params,
    t,
  );
}

export type TeacherWithLessons = Pick<Employee, "employee_id" | "first_name" | "last_name"> & {
  lessons: number;
};

/** Lists teachers with lessons in the current year who match every word, by name, with the requester first. */
export function listTeachersWithLessons(
  params: { academicYearId: number; words: readonly string[]; ownEmployeeId: number | null },
  t: ReadTransaction,
): Promise<TeacherWithLessons[]> {
  return queryRows<TeacherWithLessons>(
    `select e.employee_id, e.first_name, e.last_name, count(*)::integer as lessons
       from employees e
       join (select l.employee_id, l.class_id from lessons l where ${isLessonRunningSql("l", CURRENT_TERM_SQL)}
              union all
             select b.employee_id, l.class_id
               from substitutes b
               join lessons l using (lesson_id)
              where ${isLessonRunningSql("l", CURRENT_TERM_SQL)} and ${DAY_OF_CURRENT_TERM_SQL} between b.from_date and b.to_date) l using (employee_id)
       join classes c using (class_id)
      where c.academic_year_id = $academicYearId
        and ${hasEveryWordSql("e.first_name || ' ' || e.last_name")}
      group by e.employee_id
      order by e.employee_id is not distinct from $ownEmployeeId::integer desc, ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

export type ListedMarkSheet = Pick<Mark, "test_id" | "fortnightly_test_id"> &
  NullableColumns<Pick<FortnightlyTest, "title" | "test_date">> & {
    entered: number;
    total: number;
    /** True if the class has no exam and needs the sheet only for the ratings of application and preparedness. */
    is_for_ratings: boolean;
  };

/**
 * Lists the mark sheets of a lesson in a term with their progress: the subject's fortnightly tests by date, the other
 * assessment, and the end-of-term exam. A class graded by criteria has only the exam's sheet; a lesson that had ended
 * by then has none. A class with course work only has no exam, so its sheet is listed only if something is entered
 * there, or for the ratings of application and preparedness, which are stored with it.
 */
export function listMarkSheets(
  params: { lessonId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<ListedMarkSheet[]> {
  return queryRows<ListedMarkSheet>(
    `with lesson as (
       select l.*, c.academic_year_id, c.assessment_type is not null as by_criteria, y.assessment_type,
              c.course_work_only and c.assessment_type is null
                and not (o.flavour = 'primary'
                         and exists (select from jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                                      where g.subject_id = l.subject_id and g.form_level = f.form_level)) as has_no_exam,
              o.flavour = 'secondary' and f.form_level < ${FIRST_SIXTH_FORM_LEVEL} as has_ratings,
              ${criterionIdsSql({ byCriteria: "c.assessment_type is not null", subjectId: "l.subject_id", formLevel: "f.form_level" })} as criteria
         from lessons l
         join classes c using (class_id)
         join form_classes f using (form_class_id)
        cross join schools o
         join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
        where l.lesson_id = $lessonId and ${isLessonTaughtInTermSql("l")}
     ), roster as (
       select r.student_key
         from lesson l
         join registrations r on r.class_id = l.class_id and r.academic_term_id = $academicTermId
        where ${attendsLessonSql("l.")} and ${isOnMarkSheetsSql("l.subject_id")}
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
        where case k.test_id when 2 then not l.by_criteria
                             else not l.has_no_exam or l.has_ratings
                                  or exists (select from marks m
                                               join roster using (student_key)
                                              where m.academic_term_id = $academicTermId and m.subject_id = l.subject_id
                                                and m.test_id = 1) end
     )
     select h.test_id, h.fortnightly_test_id, h.title, h.test_date::text as test_date,
            count(m.mark_id) filter (where ${isEnteredSql("m", "l.criteria")})::integer as entered,
            (select count(*) from roster)::integer as total, h.test_id = 1 and l.has_no_exam and l.has_ratings as is_for_ratings
       from sheets h
      cross join lesson l
       left join marks m on m.academic_term_id = $academicTermId and m.subject_id = l.subject_id
                        and ${isSameTestSql("m", "h")}
                        and m.student_key in (select student_key from roster)
      group by h.test_id, h.fortnightly_test_id, h.title, h.test_date, l.has_no_exam, l.has_ratings
      order by h.test_id desc, h.test_date nulls last, h.fortnightly_test_id`,
    { ...params, gradedSubjects: JSON.stringify(listGradedSubjects("primary")) },
    t,
  );
}

type SheetOfLesson = LessonsOfTerm & {
  lessonId: number;
  testId: number;
  fortnightlyTestId: number | null;
};

type NextSheet = Pick<Lesson, "lesson_id"> & Pick<Mark, "fortnightly_test_id">;

/**
 * Finds the mark sheet of the same test in the teacher's next lesson, in the order of the lesson list. Returns null
 * after the last lesson. A fortnightly test belongs to one class, so the next class's test has the same title and
 * another id.
 */
export function findNextMarkSheet(params: SheetOfLesson, t: ReadTransaction): Promise<NextSheet | null> {
  return queryRow<NextSheet>(
    `with own as materialized (
       select x.lesson_id from lessons x where x.employee_id = $employeeId
        union
       select x.lesson_id from substitutes x where x.employee_id = $employeeId
     ), mine as (
       select l.*, c.assessment_type is not null as by_criteria, row_number() over (order by ${LESSON_ORDER_SQL}) as place
         from own
        cross join lateral (select x.* from lessons x where x.lesson_id = own.lesson_id offset 0) l
         join subjects s using (subject_id)
         join classes c using (class_id)
         join form_classes f using (form_class_id)
        where ${isLessonTaughtBySql("l", "$academicTermId")} and ${isLessonTaughtInTermSql("l")} and c.academic_year_id = $academicYearId
     )
     select n.lesson_id, same.fortnightly_test_id
       from mine h
       join mine n on n.place > h.place
       left join lateral (
              select f.fortnightly_test_id
                from fortnightly_tests g
                join fortnightly_tests f on f.academic_term_id = g.academic_term_id and f.class_id = n.class_id
                join assessments a on a.fortnightly_test_id = f.fortnightly_test_id and a.subject_id = n.subject_id
               where g.fortnightly_test_id = $fortnightlyTestId
                 and (f.class_id = g.class_id and f.fortnightly_test_id = g.fortnightly_test_id
                      or f.class_id <> g.class_id and f.title = g.title)
               order by f.test_date nulls last, f.fortnightly_test_id
               limit 1) same on true
      where h.lesson_id = $lessonId
        and ($testId = 1 or not n.by_criteria)
        and ($testId <> 3 or same.fortnightly_test_id is not null)
      order by n.place
      limit 1`,
    params,
    t,
  );
}
