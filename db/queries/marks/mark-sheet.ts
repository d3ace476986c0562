import { queryRow, queryRows, type ReadTransaction, runQuery } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type {
  Assessment,
  AssessmentCriterion,
  FortnightlyTest,
  Mark,
  CriterionGrade,
} from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { NumericColumns, NullableColumns } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";
import type { ReportCardSettings } from "#domain/documents/card-parts.ts";
import type { GradingScale } from "#domain/grading.ts";
import type { OpenCorrection } from "#domain/entry/corrections.ts";
import type { PersonalEntryWindow } from "#domain/entry/windows.ts";
import type { MarkSheetKey } from "#domain/paths.ts";
import { MARK_COLUMNS, type MarkColumn } from "#fields/mark.ts";
import { entryWindowSql, openCorrectionsSql, WAS_TEACHER_OF_LESSON } from "../entry/entry-windows.ts";
import { isOnMarkSheetsSql } from "../on-roster.ts";
import {
  registerOrderSql,
  attendsLessonSql,
  isLessonTaughtInTermSql,
  isLessonInScopeSql,
  isMarkOnMarkSheetSql,
  JOIN_LESSONS,
  PICTURE_COLUMN,
  type QueryScope,
  overwriteColumnsSql,
} from "../parts.ts";
import { reportCardSettingsSql, gradingChangedAtSql, gradingSql } from "../reports/report-card-settings.ts";
import { teacherRelationSql, type ScopedLesson } from "../visible.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import type { ColumnValue } from "#fields/value.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

export type { MarkSheetKey };

export type MarkSheetHeading = ScopedLesson &
  Pick<FormClass, "form_level"> &
  Pick<SchoolClass, "course_work_only"> &
  Pick<CalendarTerm, "academic_term_id" | "term" | "assessment_type"> &
  Pick<School, "flavour" | "time_zone"> &
  Pick<Assessment, "test_date"> &
  NumericColumns<Pick<Assessment, "max_mark">> & {
    by_criteria: boolean;
    grading: GradingScale;
    card: ReportCardSettings;
    /** The reports of the class that were signed before its grades last changed. */
    signed_before_grading: number;
    is_current: boolean;
    /** The dates of entering marks for the employee in the scope. */
    entry: PersonalEntryWindow | null;
    /** The corrections that are open for this sheet of a past term. */
    corrections: OpenCorrection[] | null;
    /** True if the employee in the scope taught the lesson in this past term. */
    was_taught: boolean;
    fortnightly_title: FortnightlyTest["title"] | null;
    criteria: Pick<AssessmentCriterion, "criterion_id" | "detail">[];
  };

/** Finds the heading of a mark sheet, or null if the lesson has no such sheet in that term. */
export function findMarkSheetHeading(
  key: MarkSheetKey,
  t: ReadTransaction,
): Promise<MarkSheetHeading | null> {
  return sheetWhere("true", { ...NOBODYS, ...key }, t);
}

const NOBODYS: QueryScope = { employeeId: null, all: false };

/**
 * Finds the heading of a mark sheet if the lesson is in scope: the employee teaches it, or is form teacher or dean of
 * its class. The lesson must be taught in that term. If the lesson has ended, only sheets of past terms are found.
 */
export function findMarkSheetInScope(
  params: QueryScope & MarkSheetKey,
  t: ReadTransaction,
): Promise<MarkSheetHeading | null> {
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
): Promise<MarkSheetHeading | null> {
  return queryRow<MarkSheetHeading>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, l.by_choice, s.title as subject, c.label as class_label,
            c.form_class_id, f.form_level, c.assessment_type is not null as by_criteria, c.course_work_only, e.first_name, e.last_name,
            ${gradingSql("f.form_level", "y.academic_term_id")} as grading,
            ${reportCardSettingsSql("f.form_level", "y.academic_term_id")} as card,
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

export type MarkSheetStudentRow = Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "gender" | "picture"
> &
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

export type MarkSheetKeyWithHeading = { heading: MarkSheetHeading; key: MarkSheetKey };

/**
 * Lists the students of a lesson with their stored marks, in register order. These are the students registered in the
 * class in that term. For a lesson by choice, only the students who chose this subject with this teacher are listed.
 * @param students limits the list to these students; null for all
 */
export function listMarkSheetRows(
  { heading, key, students = null }: MarkSheetKeyWithHeading & { students?: readonly number[] | null },
  t: ReadTransaction,
): Promise<MarkSheetStudentRow[]> {
  return queryRows<MarkSheetStudentRow>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.gender, ${PICTURE_COLUMN}, m.mark_id,
            coalesce(m.version, 0) as version, m.max_mark::float8 as max_mark, ${COLUMNS},
            ${heading.by_criteria ? criteriaOfMark("m.mark_id") : "null"} as criteria
       from registrations r
       join students s on s.id = r.student_key
       left join marks m on m.student_key = r.student_key and ${isMarkOnMarkSheetSql("m")}
      where r.class_id = $class_id and r.academic_term_id = $academicTermId
        and ($students::integer[] is null or r.student_key = any ($students)) and ${attendsLessonSql("$")}
        and ${isOnMarkSheetsSql("$subject_id")}
      order by ${registerOrderSql("s", "s.id")}`,
    { ...heading, ...key, students },
    t,
  );
}

export type OtherTestMark = Pick<Mark, "student_key" | "attendance"> &
  NumericColumns<Pick<Mark, "mark" | "max_mark">>;

/**
 * Lists the marks of another test in the same subject and class, which count together with the marks of the sheet.
 */
export function listMarksOfOtherTest(
  params: { classId: number; academicTermId: number; subjectId: number; testId: number },
  t: ReadTransaction,
): Promise<OtherTestMark[]> {
  return queryRows<OtherTestMark>(
    `select m.student_key, m.attendance, m.mark::float8 as mark, m.max_mark::float8 as max_mark
       from registrations r
       join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
      where r.class_id = $classId and r.academic_term_id = $academicTermId and m.subject_id = $subjectId
        and m.test_id = $testId and (m.mark is not null or m.attendance <> 1)
      order by m.student_key`,
    params,
    t,
  );
}

function criteriaOfMark(markId: string): string {
  return `(select jsonb_object_agg(g.criterion_id, g.grade) from criterion_grades g where g.mark_id = ${markId})`;
}

/** The advisory lock for first saves. Marks that do not exist yet cannot be locked as rows. */
const FIRST_SAVES = 7_210_211;

type MarksOfStudents = MarkSheetKeyWithHeading & { students: readonly number[] };

/** Returns the students who have no mark on this sheet yet. */
export function listStudentsWithoutMark(
  { heading, key, students }: MarksOfStudents,
  t: TermTransaction,
): Promise<Pick<Mark, "student_key">[]> {
  return queryRows<Pick<Mark, "student_key">>(
    `select i.student_key
       from unnest($students::integer[]) as i (student_key)
      where not exists (select 1 from marks m where m.student_key = i.student_key and ${isMarkOnMarkSheetSql("m")})
      order by i.student_key`,
    { ...heading, ...key, students },
    t,
  );
}

export type TaughtSubject = { classId: number; academicTermId: number; subjectId: number };

/** Locks first saves in these subjects until the transaction ends. A fixed order avoids deadlocks. */
export function lockFirstMarkSaves(subjects: readonly TaughtSubject[], t: TermTransaction): Promise<void> {
  const names = subjects.map(({ classId, academicTermId, subjectId }) =>
    [academicTermId, classId, subjectId].join(":"),
  );
  return runQuery(
    `select pg_advisory_xact_lock($lock, s.subject)
       from (select distinct hashtext(name) as subject from unnest($names::text[]) as name order by subject) s`,
    { lock: FIRST_SAVES, names },
    t,
  );
}

/**
 * Locks marks of the sheet until the transaction ends. A fixed order avoids deadlocks. The marks must be read by a
 * separate statement afterwards, because a statement that waited for a lock still sees the rows as they were before.
 */
export function lockMarks({ heading, key, students }: MarksOfStudents, t: TermTransaction): Promise<void> {
  return runQuery(
    `select m.mark_id
       from marks m
      where m.student_key = any ($students::integer[]) and ${isMarkOnMarkSheetSql("m")}
      order by m.mark_id
        for update`,
    { ...heading, ...key, students },
    t,
  );
}

/** A mark's new values. `version` is the version that the write was checked against; 0 if nothing was stored. */
export type MarkWrite = Readonly<Record<string, ColumnValue>> &
  Pick<Mark, "student_key" | "version"> & { max_mark: number };

/**
 * Writes marks of one sheet in one statement. Returns the id and the new version of each. A mark is overwritten only at
 * the version that the write was checked against, so a mark that somebody else has changed is missing from the result.
 */
export function saveMarks(
  { heading, key, writes }: MarkSheetKeyWithHeading & { writes: readonly MarkWrite[] },
  t: TermTransaction,
): Promise<Pick<Mark, "student_key" | "mark_id" | "version">[]> {
  return queryRows(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, fortnightly_test_id, max_mark, employee_id,
                        ${MARK_COLUMNS.join(", ")})
     select i.student_key, $academicTermId, $subject_id, $testId, $fortnightlyTestId, i.max_mark, $employee_id,
            ${MARK_COLUMNS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::marks, $marks::jsonb) as i
      order by i.student_key
     on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
     do update set ${overwriteColumnsSql(MARK_COLUMNS)}
      where marks.version = any ($versions::bigint[])
     returning student_key, mark_id, version`,
    { ...heading, ...key, marks: JSON.stringify(writes), versions: writes.map(({ version }) => version) },
    t,
  );
}

export function saveCriterionGrades(writes: readonly CriterionGrade[], t: TermTransaction): Promise<void> {
  return runQuery(
    `insert into criterion_grades (mark_id, criterion_id, grade, version)
     select i.mark_id, i.criterion_id, i.grade, i.version
       from jsonb_to_recordset($grades::jsonb) as i (mark_id bigint, criterion_id integer, grade smallint, version bigint)
      order by i.mark_id, i.criterion_id
     on conflict (mark_id, criterion_id) do update set grade = excluded.grade, version = excluded.version`,
    { grades: JSON.stringify(writes) },
    t,
  );
}

/** SQL: the field name of a criterion's grade in the history, which shows the grade as a field of its mark. */
const CRITERION_FIELD = "'criterion_' || split_part(e.row_id, ':', 2)";

/**
 * Lists the changes to marks after the given version of each mark, oldest first. A deleted mark is found by its student
 * and test, because its row and version no longer exist.
 */
export function listMarkChangesAfter(
  { heading, key, bases }: MarkSheetKeyWithHeading & { bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return queryRows<RowChange>(
    `with wanted as (
       select i.student_key, i.base, m.mark_id
         from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
         left join marks m on m.student_key = i.student_key and ${isMarkOnMarkSheetSql("m")}
     ), events as (
       select w.student_key, e.event_id, e.old_values, e.new_values
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.row_id = w.mark_id::text and e.version > w.base
       union all
       select w.student_key, e.event_id, jsonb_build_object(${CRITERION_FIELD}, e.old_values -> 'grade'),
              jsonb_build_object(${CRITERION_FIELD}, e.new_values -> 'grade')
         from wanted w
         join criterion_grades g on g.mark_id = w.mark_id
         join audit_events e on e.table_name = 'criterion_grades'
          and e.row_id = g.mark_id || ':' || g.criterion_id and e.version > w.base
       union all
       select w.student_key, e.event_id, e.old_values, null
         from wanted w
         join audit_events e on e.table_name = 'marks' and e.operation = 'delete' and e.version >= w.base
          and (e.old_values ->> 'student_key')::integer = w.student_key
          and (e.old_values ->> 'academic_term_id')::integer = $academicTermId
          and (e.old_values ->> 'subject_id')::integer = $subject_id
          and (e.old_values ->> 'test_id')::integer = $testId
          and coalesce((e.old_values ->> 'fortnightly_test_id')::integer, 0) = coalesce($fortnightlyTestId::integer, 0)
        where w.base > 0
     )
     select v.student_key as row, ${CHANGE_COLUMNS}, v.old_values, v.new_values
       from events v
       join audit_events e using (event_id)
       ${JOIN_CHANGE_AUTHOR}
      order by v.student_key, e.version, e.event_id`,
    { ...heading, ...key, wanted: JSON.stringify(wanted) },
    t,
  );
}
