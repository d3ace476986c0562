import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Assessment, AssessmentCriterion, FortnightlyTest, Mark } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { NumericColumns, NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";
import type { CardSettings } from "#domain/documents/card-parts.ts";
import type { GradingScale } from "#domain/grading.ts";
import type { OpenCorrection } from "#domain/entry/corrections.ts";
import type { EntryWindow } from "#domain/entry/windows.ts";
import type { MarkSheetKey } from "#domain/paths.ts";
import { MARK_COLUMNS, type MarkColumn } from "#fields/mark.ts";
import { entryWindowSql } from "../entry/entry-window.ts";
import { openCorrectionsSql, WAS_TEACHER_OF_LESSON } from "../entry/open-corrections.ts";
import { isOnSheetsSql } from "../on-roster.ts";
import {
  registerOrderSql,
  attendsLessonSql,
  isLessonTaughtInTermSql,
  isLessonInScopeSql,
  isMarkOfSheetSql,
  JOIN_LESSONS,
  PICTURE_COLUMN,
  type QueryScope,
} from "../parts.ts";
import { cardSettingsSql, gradingChangedAtSql, gradingSql } from "../reports/report-card-settings.ts";
import { teacherRelationSql, type ScopedLesson } from "../visible.ts";

export type { MarkSheetKey };

export type SheetHeading = ScopedLesson &
  Pick<FormClass, "form_level"> &
  Pick<SchoolClass, "course_work_only"> &
  Pick<CalendarTerm, "academic_term_id" | "term" | "assessment_type"> &
  Pick<School, "flavour" | "time_zone"> &
  Pick<Assessment, "test_date"> &
  NumericColumns<Pick<Assessment, "max_mark">> & {
    by_criteria: boolean;
    grading: GradingScale;
    card: CardSettings;
    /** The reports of the class that were signed before its grades last changed. */
    signed_before_grading: number;
    is_current: boolean;
    /** The dates of entering marks for the employee in the scope. */
    entry: EntryWindow | null;
    /** The corrections that are open for this sheet of a past term. */
    corrections: OpenCorrection[] | null;
    /** True if the employee in the scope taught the lesson in this past term. */
    was_taught: boolean;
    fortnightly_title: FortnightlyTest["title"] | null;
    criteria: Pick<AssessmentCriterion, "criterion_id" | "detail">[];
  };

/** Finds the heading of a mark sheet, or null if the lesson has no such sheet in that term. */
export function findSheetHeading(key: MarkSheetKey, t: ReadTransaction): Promise<SheetHeading | null> {
  return sheetWhere("true", { ...NOBODYS, ...key }, t);
}

const NOBODYS: QueryScope = { employeeId: null, all: false };

/**
 * Finds the heading of a mark sheet if the lesson is in scope: the employee's own, of their class, or of a class they
 * are dean of. The lesson must be taught in that term. If the lesson has ended, only sheets of past terms are found.
 */
export function findSheetInScope(
  params: QueryScope & MarkSheetKey,
  t: ReadTransaction,
): Promise<SheetHeading | null> {
  return sheetWhere(
    `${isLessonInScopeSql("l", "c", "$academicTermId")} and ${isLessonTaughtInTermSql("l")}`,
    params,
    t,
  );
}

const GRADED_AT = gradingChangedAtSql("f.form_level", "y.academic_term_id");

/** SQL: how many of the class's reports were signed before the grade scale or pass mark last changed. */
const SIGNED_BEFORE = `(select count(*)::integer
                          from registrations r
                          join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
                         where r.class_id = c.class_id and r.academic_term_id = y.academic_term_id
                           and d.signed_at < ${GRADED_AT})`;

function sheetWhere(
  which: string,
  params: QueryScope & MarkSheetKey,
  t: ReadTransaction,
): Promise<SheetHeading | null> {
  return queryRow<SheetHeading>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, l.by_choice, s.title as subject, c.label as class_label,
            c.form_class_id, f.form_level, c.assessment_type is not null as by_criteria, c.course_work_only, e.first_name, e.last_name,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading,
            ${cardSettingsSql("f.form_level", "y.academic_term_id")} as card,
            case when ${GRADED_AT} is null then 0 else ${SIGNED_BEFORE} end as signed_before_grading,
            ${teacherRelationSql("$academicTermId")},
            y.academic_term_id, y.academic_year_id, y.term, y.assessment_type, o.flavour, o.time_zone,
            y.academic_term_id = o.current_term_id as is_current,
            ${entryWindowSql("marks", "y.academic_term_id")} as entry,
            ${openCorrectionsSql(WAS_TEACHER_OF_LESSON)} as corrections, ${WAS_TEACHER_OF_LESSON} as was_taught,
            coalesce(a.max_mark, 100)::float8 as max_mark, coalesce(a.test_date, n.test_date)::text as test_date,
            n.title as fortnightly_title,
            coalesce((select jsonb_agg(jsonb_build_object('criterion_id', k.criterion_id, 'detail', k.detail) order by k.position)
                        from assessment_criteria k
                       where k.subject_id = l.subject_id and k.form_level = f.form_level), '[]') as criteria
       from ${JOIN_LESSONS}
       join employees e using (employee_id)
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
      cross join schools o
       left join fortnightly_tests n
              on n.fortnightly_test_id = $fortnightlyTestId and n.class_id = c.class_id and n.academic_term_id = y.academic_term_id
       left join assessments a
              on a.class_id = c.class_id and a.academic_term_id = y.academic_term_id and a.subject_id = l.subject_id
             and a.test_id = $testId and coalesce(a.fortnightly_test_id, 0) = coalesce($fortnightlyTestId::integer, 0)
      where l.lesson_id = $lessonId and y.academic_term_id <= o.current_term_id
        and ($fortnightlyTestId::integer is null or (n.fortnightly_test_id is not null and a.assessment_id is not null))
        and ${which}
      order by l.lesson_id`,
    params,
    t,
  );
}

export type SheetRow = Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "picture"> &
  NullableColumns<Pick<Mark, "mark_id"> & NumericColumns<Pick<Mark, "mark" | "max_mark">>> &
  Pick<Mark, "student_key" | "version" | Exclude<MarkColumn, "mark">> & {
    criteria: Record<string, number> | null;
  };

/** Columns of a mark that are read by an expression: defaults for a missing mark, and decimals as numbers. */
const READ_AS: Partial<Record<MarkColumn, string>> = {
  attendance: "coalesce(m.attendance, 1)",
  mark: "m.mark::float8",
};

const COLUMNS = MARK_COLUMNS.map((name) => `${READ_AS[name] ?? `m.${name}`} as ${name}`).join(", ");

export type SheetKeyWithHeading = { heading: SheetHeading; key: MarkSheetKey };

/**
 * Lists the students of a lesson with their stored marks, in register order. These are the students registered in the
 * class in that term. For a lesson by choice, only those who chose this subject with this teacher.
 * @param students limits the list to these students; null for all
 */
export function listSheetRows(
  { heading, key, students = null }: SheetKeyWithHeading & { students?: readonly number[] | null },
  t: ReadTransaction,
): Promise<SheetRow[]> {
  return queryRows<SheetRow>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.gender, ${PICTURE_COLUMN}, m.mark_id,
            coalesce(m.version, 0) as version, m.max_mark::float8 as max_mark, ${COLUMNS},
            ${heading.by_criteria ? criteriaOfMark("m.mark_id") : "null"} as criteria
       from registrations r
       join students s on s.id = r.student_key
       left join marks m on m.student_key = r.student_key and ${isMarkOfSheetSql("m")}
      where r.class_id = $class_id and r.academic_term_id = $academicTermId
        and ($students::integer[] is null or r.student_key = any ($students)) and ${attendsLessonSql("$")}
        and ${isOnSheetsSql("$subject_id")}
      order by ${registerOrderSql("s", "s.id")}`,
    { ...heading, ...key, students },
    t,
  );
}

function criteriaOfMark(markId: string): string {
  return `(select jsonb_object_agg(g.criterion_id, g.grade) from criterion_grades g where g.mark_id = ${markId})`;
}
