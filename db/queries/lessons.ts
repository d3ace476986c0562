import { row, rows } from "../index.ts";
import type { Reading } from "../index.ts";
import type { FormClass, Lesson, Subject } from "../models/classes.ts";
import type { FortnightlyTest, Mark } from "../models/marks.ts";
import type { Employee } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import type { CalendarTerm } from "../models/school.ts";
import { choseSubject } from "./marks/mark-sheet.ts";
import type { ScopedLesson } from "./visible.ts";

export type TermRow = Pick<
  CalendarTerm,
  "academic_term_id" | "academic_year_id" | "term" | "assessment_type"
> & { is_current: boolean };

/** The terms that have sheets, newest first: those of the calendar that have begun. */
export function sheetTerms(t: Reading): Promise<TermRow[]> {
  return rows<TermRow>(
    `select y.academic_term_id, y.academic_year_id, y.term, y.assessment_type,
            y.academic_term_id = o.current_term_id as is_current
       from academic_terms y
      cross join schools o
      where y.academic_year_id is not null and y.academic_term_id <= o.current_term_id
      order by y.academic_term_id desc`,
    [],
    t,
  );
}

export type LessonRow = Pick<
  ScopedLesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "subject" | "class_label" | "form_class_id"
> &
  Pick<Subject, "abbr"> &
  Pick<FormClass, "form_level">;

/** A teacher's lessons in the classes of a year, in the order of the school's classes. */
export function lessonsOfTeacher(
  { employeeId, academicYearId }: { employeeId: number; academicYearId: number },
  t: Reading,
): Promise<LessonRow[]> {
  return rows<LessonRow>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, s.title as subject, s.abbr, c.label as class_label,
            c.form_class_id, f.form_level
       from lessons l
       join subjects s using (subject_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      where l.employee_id = $1 and c.academic_year_id = $2
      order by f.position, c.label collate names, s.title collate names, l.lesson_id`,
    [employeeId, academicYearId],
    t,
  );
}

export type TeacherRow = Pick<Employee, "employee_id" | "first_name" | "last_name"> & { lessons: number };

/** Teachers with lessons in a year, by name, the asker's own entry first (T2); `search` is part of a name. */
export function teachersWithLessons(
  ask: {
    academicYearId: number;
    search: string;
    ownEmployeeId: number | null;
    limit: number;
  },
  t: Reading,
): Promise<TeacherRow[]> {
  return rows<TeacherRow>(
    `select e.employee_id, e.first_name, e.last_name, count(*)::integer as lessons
       from employees e
       join lessons l using (employee_id)
       join classes c using (class_id)
      where c.academic_year_id = $1
        and strpos(lower(e.first_name || ' ' || e.last_name || ', ' || e.first_name), lower($2)) > 0
      group by e.employee_id
      order by e.employee_id is not distinct from $3::integer desc,
               e.last_name collate names, e.first_name collate names, e.employee_id
      limit $4`,
    [ask.academicYearId, ask.search, ask.ownEmployeeId, ask.limit],
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
  { lessonId, academicTermId }: { lessonId: number; academicTermId: number },
  t: Reading,
): Promise<SheetChoice[]> {
  return rows<SheetChoice>(
    `with lesson as (
       select l.*, c.academic_year_id, c.assessment_type is not null as by_criteria, y.assessment_type
         from lessons l
         join classes c using (class_id)
         join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $2
        where l.lesson_id = $1
     ), roster as (
       select r.student_key
         from lesson l
         join registrations r on r.class_id = l.class_id and r.academic_term_id = $2
        where ${choseSubject({ byChoice: "l.by_choice", subjectId: "l.subject_id", employeeId: "l.employee_id" })}
     ), sheets as (
       select 3 as test_id, n.fortnightly_test_id, n.title, coalesce(a.test_date, n.test_date) as test_date
         from lesson l
         join assessments a on a.class_id = l.class_id and a.academic_term_id = $2 and a.subject_id = l.subject_id
         join fortnightly_tests n on n.fortnightly_test_id = a.fortnightly_test_id
        where not l.by_criteria
       union all
       select k.test_id, null, null, a.test_date
         from lesson l
        cross join (values (1), (2)) as k (test_id)
         left join assessments a on a.class_id = l.class_id and a.academic_term_id = $2
                                and a.subject_id = l.subject_id and a.test_id = k.test_id
        where k.test_id = 1 or not l.by_criteria
     )
     select h.test_id, h.fortnightly_test_id, h.title, h.test_date::text as test_date,
            count(m.mark_id) filter (where ${isEntered("m")})::integer as entered,
            (select count(*) from roster)::integer as total
       from sheets h
      cross join lesson l
       left join marks m on m.academic_term_id = $2 and m.subject_id = l.subject_id and m.test_id = h.test_id
                        and coalesce(m.fortnightly_test_id, 0) = coalesce(h.fortnightly_test_id, 0)
                        and m.student_key in (select student_key from roster)
      group by h.test_id, h.fortnightly_test_id, h.title, h.test_date
      order by h.test_id desc, h.test_date nulls last, h.fortnightly_test_id`,
    [lessonId, academicTermId],
    t,
  );
}

function isEntered(mark: string): string {
  return `(${mark}.mark is not null or ${mark}.grade is not null or ${mark}.attendance <> 1
           or exists (select 1 from criterion_grades g where g.mark_id = ${mark}.mark_id and g.grade is not null))`;
}

type NextLesson = Pick<Lesson, "lesson_id"> & { by_criteria: boolean };

/** The next lesson of the same teacher in that year after this one, in the order of the lesson list; null at the end. */
export function lessonAfter(
  { lessonId, employeeId, academicYearId }: { lessonId: number; employeeId: number; academicYearId: number },
  t: Reading,
): Promise<NextLesson | null> {
  return row<NextLesson>(
    `select n.lesson_id, n.by_criteria
       from (select l.lesson_id, c.assessment_type is not null as by_criteria,
                    lag(l.lesson_id) over (order by f.position, c.label collate names, s.title collate names, l.lesson_id) as after
               from lessons l
               join subjects s using (subject_id)
               join classes c using (class_id)
               join form_classes f using (form_class_id)
              where l.employee_id = $2 and c.academic_year_id = $3) n
      where n.after = $1
      order by n.lesson_id`,
    [lessonId, employeeId, academicYearId],
    t,
  );
}
