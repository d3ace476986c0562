import { noTransaction, queryRow, queryRows } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { FortnightlyTest, Mark } from "../../models/marks.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import {
  DAY_OF_CURRENT_TERM_SQL,
  isLessonRunningSql,
  isLessonTaughtInTermSql,
  employeeNameSql,
  isInClassScopeSql,
  WHOLE_SCHOOL,
  type ClassScope,
  TODAY_SQL,
  rowGroupVersionSql,
} from "../parts.ts";
import { refreshCounts, type TermToCount } from "./counts.ts";
import { courseWorkWeightSql, gradingSql } from "./report-card-settings.ts";
import { listGradedSubjects } from "#domain/grades.ts";
import type { TermMarkCounts } from "#domain/late/sheets.ts";
import type { ScopedLesson } from "../visible.ts";

export type LateMarkSheetRow = Omit<
  ScopedLesson,
  "academic_year_id" | "form_class_id" | "is_taught" | "is_over"
> &
  Pick<Mark, "test_id" | "fortnightly_test_id"> &
  NullableColumns<Pick<FortnightlyTest, "title">> & {
    /** The current substitute; null in a past term, in which nobody enters marks. */
    substitute: Pick<Employee, "employee_id" | "first_name" | "last_name"> | null;
    due_on: string;
    is_due: boolean;
    entered: number;
    expected: number;
  };

/** Without a date, an exam's sheet is due this many days before the end of term; others halfway through the term. */
const DAYS_FOR_REPORTS = 14;

/**
 * Lists every mark sheet of the school or of some classes in a term with its progress, in the order of the classes. A
 * class graded by criteria has one sheet for each subject. A class with course work only has no exam, except in subjects
 * whose grade is chosen. In a term with fortnightly tests, these replace the other assessment, unless the subject's
 * result needs the course work. Absent and no work count as entered. A lesson by choice that nobody chose has no sheet.
 */
export async function listLateMarkSheets(
  term: TermToCount,
  { classIds = null, ...within }: ClassScope & { classIds?: readonly number[] | null } = WHOLE_SCHOOL,
): Promise<LateMarkSheetRow[]> {
  await refreshCounts(term);
  const { academicTermId, flavour } = term;
  return queryRows<LateMarkSheetRow>(
    `with term as (${TERM}),
     taught as materialized (${TAUGHT}
          and ${isInClassScopeSql("c", "f", "y.academic_term_id")}
          and ($classIds::integer[] is null or c.class_id = any ($classIds))),
     sheets as materialized (${SHEETS})
     select l.lesson_id, l.class_id, l.label as class_label, l.subject_id, s.title as subject, l.employee_id, e.first_name,
            e.last_name, case when b.lesson_id is not null then ${employeeNameSql("w")} end as substitute, l.by_choice, h.test_id, h.fortnightly_test_id, h.title, h.due_on::text as due_on,
            h.due_on <= y.today as is_due, n.entered, n.expected
       from sheets h
       join sheet_counts n on n.academic_term_id = $academicTermId and n.class_id = h.class_id and n.lesson_id = h.lesson_id
                          and n.test_id = h.test_id and n.fortnightly_test_id = coalesce(h.fortnightly_test_id, 0)
       join taught l on l.lesson_id = h.lesson_id
       join subjects s using (subject_id)
       join employees e using (employee_id)
      cross join term y
       left join substitutes b
              on b.lesson_id = l.lesson_id and y.is_current and ${isLessonRunningSql("l", "y.academic_term_id")}
                 and ${DAY_OF_CURRENT_TERM_SQL} between b.from_date and b.to_date
       left join employees w on w.employee_id = b.employee_id
      order by l.position, l.label collate names, s.title collate names, l.lesson_id, h.test_id desc, h.due_on,
               h.fortnightly_test_id`,
    { academicTermId, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)), classIds, ...within },
    noTransaction,
  );
}

/** A class in a term. The state changes with anything that `listLateMarkSheets` returns of the class, and at midnight. */
export type ClassWithMarkSheetsRow = Pick<SchoolClass, "class_id"> & {
  academic_term_id: number;
  state: string;
};

/**
 * Lists the classes in scope with the state of their mark sheets. A count is written again after a change of marks,
 * students, lessons, classes or the term, which changes its `xmin`.
 */
export async function listClassesWithMarkSheets(
  term: TermToCount,
  within: ClassScope,
): Promise<ClassWithMarkSheetsRow[]> {
  await refreshCounts(term);
  return queryRows<ClassWithMarkSheetsRow>(
    `with term as (${TERM})
     select y.academic_term_id, c.class_id, concat_ws('/', n.xmin, y.today, d.state, x.state) as state
       from term y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
       join report_counts n on n.academic_term_id = y.academic_term_id and n.class_id = c.class_id
       left join (select a.class_id, ${rowGroupVersionSql("a")} as state from assessments a
                   where a.academic_term_id = $academicTermId group by a.class_id) d on d.class_id = c.class_id
      cross join (select concat_ws('/', (select ${rowGroupVersionSql("e")} from employees e), (select ${rowGroupVersionSql("s")} from subjects s),
                                   (select ${rowGroupVersionSql("h")} from substitutes h)) as state) x
      where ${isInClassScopeSql("c", "f", "y.academic_term_id")}
      order by f.position, c.label collate names, c.class_id`,
    { academicTermId: term.academicTermId, ...within },
    noTransaction,
  );
}

export type ClassMarkCounts = Pick<SchoolClass, "class_id"> & { done: number; total: number };

/**
 * Adds up the due sheets of each class. The result equals that of `groupMarkSheetsBySubject` in app/domain, which counts a
 * sheet that teachers share once. Reading the whole list for that would take ten times as long in a large school.
 */
export async function listClassMarkCounts(term: TermToCount): Promise<ClassMarkCounts[]> {
  await refreshCounts(term);
  const { academicTermId, flavour } = term;
  return queryRows<ClassMarkCounts>(
    `with term as (${TERM}),
     taught as materialized (${TAUGHT}),
     sheets as materialized (${SHEETS}),
     ones as materialized (${ONES})
     select n.class_id, sum(n.entered)::integer as done, sum(n.expected)::integer as total
       from sheets h
       join ones l on l.lesson_id = h.lesson_id and l.is_first
       join sheet_counts n on n.academic_term_id = $academicTermId and n.class_id = h.class_id and n.lesson_id = h.lesson_id
                          and n.test_id = h.test_id and n.fortnightly_test_id = coalesce(h.fortnightly_test_id, 0)
      cross join term y
      where h.due_on <= y.today
      group by n.class_id
      order by n.class_id`,
    { academicTermId, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)) },
    noTransaction,
  );
}

/**
 * Adds up the lines of `groupMarkSheetsBySubject` for a whole term without reading its sheets. `class_ids` are the classes of
 * the lines that lack the most marks.
 */
export async function countTermMarks(
  term: TermToCount,
  { most }: { most: number },
): Promise<TermMarkCounts & { class_ids: number[] }> {
  await refreshCounts(term);
  const { academicTermId, flavour } = term;
  const found = await queryRow<TermMarkCounts & { class_ids: number[] }>(
    `with term as (${TERM}),
     taught as materialized (${TAUGHT}),
     sheets as materialized (${SHEETS}),
     ones as materialized (${ONES}),
     lines as materialized (
       select l.lesson_id, l.class_id, l.subject_id, l.position, l.label, sum(n.entered)::integer as done,
              sum(n.expected)::integer as total,
              coalesce(sum(n.expected - n.entered) filter (where h.due_on > y.today), 0)::integer as early
         from sheets h
         join ones o on o.lesson_id = h.lesson_id and o.is_first
         join taught l on l.lesson_id = h.lesson_id
         join sheet_counts n on n.academic_term_id = $academicTermId and n.class_id = h.class_id and n.lesson_id = h.lesson_id
                            and n.test_id = h.test_id and n.fortnightly_test_id = coalesce(h.fortnightly_test_id, 0)
        cross join term y
        group by l.lesson_id, l.class_id, l.subject_id, l.position, l.label
     )
     select coalesce(sum(done), 0)::integer as done, coalesce(sum(total), 0)::integer as total,
            coalesce(sum(early), 0)::integer as early, (count(*) filter (where done < total))::integer as open,
            array(select x.class_id
                    from lines x
                    join subjects s using (subject_id)
                   where x.done < x.total
                   order by x.total - x.done desc, x.position, x.label collate names, s.title collate names, x.lesson_id
                   limit $most) as class_ids
       from lines`,
    { academicTermId, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)), most },
    noTransaction,
  );
  if (!found) throw new Error("The count returned no row.");
  return found;
}

/**
 * SQL: the taught lessons, and whether each is the first lesson of its line. Each lesson by choice has its own line.
 */
const ONES = `
       select lesson_id, by_choice or row_number() over (partition by class_id, subject_id, by_choice order by lesson_id) = 1 as is_first
         from taught`;

const TERM = `
       select y.*, ${TODAY_SQL} as today, y.academic_term_id = o.current_term_id as is_current
         from academic_terms y
        cross join schools o
        where y.academic_term_id = $academicTermId and y.academic_term_id <= o.current_term_id
        order by y.academic_term_id
        limit 1`;

const TAUGHT = `
       select l.lesson_id, l.class_id, l.subject_id, l.employee_id, l.by_choice, l.ended_on, c.label, f.position, c.course_work_only,
              c.assessment_type is not null as by_criteria,
              exists (select 1 from jsonb_to_recordset($gradedSubjects::jsonb) as g (subject_id integer, form_level smallint)
                       where g.subject_id = l.subject_id and g.form_level = f.form_level) as is_graded,
              case when y.assessment_type = 'Forthnightly Test' and not c.course_work_only
                   then ${gradingSql("f.form_level", "y.academic_term_id")} -> 'weights' end as weights
         from term y
         join classes c on c.academic_year_id = y.academic_year_id
         join form_classes f using (form_class_id)
         join lessons l using (class_id)
        where ${isLessonTaughtInTermSql("l")}`;

/**
 * SQL: the mark sheets of a lesson in the term, with their due dates. In a term with fortnightly tests, the course work
 * is due with the exam.
 */
const SHEETS = `
       select l.lesson_id, l.class_id, k.test_id, null::integer as fortnightly_test_id, null as title,
              coalesce(a.test_date, case when k.test_id = 1 or l.weights is not null then y.term_end - ${DAYS_FOR_REPORTS}
                                    else y.term_start + (y.term_end - y.term_start) / 2 end) as due_on
         from taught l
        cross join term y
        cross join (values (1), (2)) as k (test_id)
         left join assessments a on a.class_id = l.class_id and a.academic_term_id = y.academic_term_id
                                and a.subject_id = l.subject_id and a.test_id = k.test_id
        where case when l.by_criteria then k.test_id = 1
                   when l.course_work_only and not l.is_graded then k.test_id = 2
                   else k.test_id = 1 or y.assessment_type <> 'Forthnightly Test'
                        or not l.is_graded and ${courseWorkWeightSql("l.weights", "l.subject_id")} > 0 end
       union all
       select l.lesson_id, l.class_id, 3, n.fortnightly_test_id, n.title,
              coalesce(a.test_date, n.test_date, y.term_start + (y.term_end - y.term_start) / 2)
         from taught l
        cross join term y
         join assessments a on a.class_id = l.class_id and a.academic_term_id = y.academic_term_id
                           and a.subject_id = l.subject_id and a.test_id = 3
         join fortnightly_tests n using (fortnightly_test_id)
        where not l.by_criteria and not (l.course_work_only and not l.is_graded)`;
