import { listStatesCountedAs } from "#domain/daily/attendance-states.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";

/** SQL: today in the time zone of the school `o`. */
export const TODAY_SQL = "(now() at time zone o.time_zone)::date";

/** SQL: when a password that is issued today expires, at the end of a day in the time zone of the school `o`. */
export const PASSWORD_EXPIRY_SQL = `((${TODAY_SQL} + $days::integer + 1)::timestamp at time zone o.time_zone)`;

/** Limits a query to the classes, lessons or students of one employee. If `all` is true, nothing is limited. */
export type QueryScope = { employeeId: number | null; all: boolean };

/** SQL condition: the school's current term was set back to an earlier term. */
export const IS_TERM_SET_BACK = "(select is_set_back())";

/** SQL that stands for the current term in place of a term's id. */
export const CURRENT_TERM_SQL = "null";

/**
 * SQL: the day that decides who teaches the classes and lessons of the current term. It is today, limited to the
 * term: the first day of the term if today is earlier, or its last day if the school was set back to the term. It is
 * null for any other term.
 */
function dayOfTerm(term: string): string {
  return `(select day_of_term(${term}))`;
}
export const DAY_OF_CURRENT_TERM_SQL = dayOfTerm(CURRENT_TERM_SQL);

/** SQL: the day for which documents name the teachers of term `y`: today, limited to the term. */
export const TODAY_CLAMPED_TO_TERM_SQL = `greatest(y.term_start, least(y.term_end, ${TODAY_SQL}))`;

/** SQL condition: the bound employee is form teacher, co-teacher or dean of the class, or everything is in scope. */
export function isClassInScopeSql(ofClass: string, term: string): string {
  return `($all::boolean or ${isTeacherOfClassSql(ofClass, term)} or ${isDeanOf(ofClass)})`;
}

/** The classes that a query reads: the classes in a person's scope, limited to one level if `level` is set. */
export type ClassScope = QueryScope & { level: number | null };

export const WHOLE_SCHOOL: ClassScope = { all: true, employeeId: null, level: null };

/** SQL condition: the class is in the bound `ClassScope`. */
export function isInClassScopeSql(ofClass: string, formClass: string, term: string): string {
  return `(($level::integer is null or ${formClass}.form_level = $level) and ${isClassInScopeSql(ofClass, term)})`;
}

/**
 * SQL condition: the bound employee teaches the lesson or is its substitute, or the lesson belongs to a class in the
 * employee's scope.
 */
export function isLessonInScopeSql(lesson: string, ofClass: string, term: string): string {
  return `(${isLessonTaughtBySql(lesson, term)} or ${isClassInScopeSql(ofClass, term)})`;
}

/** SQL condition: the bound employee is the lesson's teacher, even if the lesson has ended, or its substitute. */
export function isLessonTaughtBySql(lesson: string, term: string): string {
  return `(${lesson}.employee_id = $employeeId or ${isSubstituteIn(lesson, term)})`;
}

function isSubstituteIn(lesson: string, term: string): string {
  return `exists (
             select 1
               from substitutes h
              cross join schools o
              where h.lesson_id = ${lesson}.lesson_id and h.employee_id = $employeeId
                and (${isLessonRunningSql(lesson, term)} and ${isHeldIn(term)} or ${isHeldForCorrection(lesson, term)}))`;
}

/** SQL condition: the lesson has not ended, or had not ended by the day that decides about the term. */
export function isLessonRunningSql(lesson: string, term: string): string {
  return `(${lesson}.ended_on is null or coalesce(${lesson}.ended_on > ${dayOfTerm(term)}, false))`;
}

/** SQL condition: the lesson is taught in the bound term. A lesson that has ended is taught in earlier terms only. */
export function isLessonTaughtInTermSql(lesson: string): string {
  return `(${isLessonRunningSql(lesson, "$academicTermId")} or exists (
             select 1
               from academic_terms z
              cross join schools o
              where z.academic_term_id = $academicTermId and z.academic_term_id <> o.current_term_id
                and z.term_start <= ${lesson}.ended_on))`;
}

/** SQL condition: the employee is form teacher or co-teacher of the class in a term, and has not handed it over. */
export function isTeacherOfClassSql(ofClass: string, term: string): string {
  return `exists (select 1
                    from class_teachers h
                   cross join schools o
                   where h.class_id = ${ofClass}.class_id and h.employee_id = $employeeId
                     and (${isHeldIn(term)} or ${isHeldForCorrection(ofClass, term)}))`;
}

function isDeanOf(ofClass: string): string {
  return `exists (select 1
                    from dean_assignments d
                   where d.employee_id = $employeeId and d.academic_year_id = ${ofClass}.academic_year_id
                     and d.form_class_id = ${ofClass}.form_class_id)`;
}

/** SQL condition: row `h` of class_teachers or substitutes is valid today, or on the day of the current term. */
function isHeldIn(term: string): string {
  return `(${isAssignedOnSql(TODAY_SQL)} or ${isAssignedOnSql(dayOfTerm(term))})`;
}

/**
 * SQL condition: row `h` of class_teachers or substitutes was valid on the last day of a past term, and that term is
 * open for correction for this person or class.
 */
function isHeldForCorrection(ofClass: string, term: string): string {
  return `(${isAssignedOnSql(`(select correction_day(${term}))`)}
           and is_open_for_correction(${term}, ${ofClass}.class_id, h.employee_id))`;
}

/** SQL condition: row `h` of class_teachers or substitutes is valid on a day. */
export function isAssignedOnSql(day: string): string {
  return `${day} between h.from_date and coalesce(h.to_date, 'infinity')`;
}

/** SQL: the teachers of a class on a day, the form teacher first. */
export function classTeachersSql({ classId, day }: { classId: string; day: string }): string {
  return `coalesce((select jsonb_agg(${employeeNameSql("e")} || jsonb_build_object('is_lead', h.is_lead)
                                     order by h.is_lead desc, e.last_name collate names, e.employee_id)
                      from class_teachers h
                      join employees e using (employee_id)
                     where h.class_id = ${classId} and ${isAssignedOnSql(day)}), '[]')`;
}

/** SQL: an employee's name as documents and pages show it. */
export function employeeNameSql(employee: string): string {
  const fields = ["employee_id", "title", "first_name", "last_name"].map(
    (field) => `'${field}', ${employee}.${field}`,
  );
  return `jsonb_build_object(${fields.join(", ")})`;
}

/** SQL: the order of names in a register. */
export function registerOrderSql(ofPerson: string, id: string): string {
  return `${ofPerson}.last_name collate names, ${ofPerson}.first_name collate names, ${id}`;
}

/** SQL: the picture of the student `s`. For a student who has left, only the student's record shows the picture. */
export const PICTURE_COLUMN = `case when s.student_status_id <= ${STUDENT_REGISTERED} then s.picture end as picture`;

/**
 * SQL: a value that changes with every change of a group of rows. It combines the number of rows with hashes of the
 * transactions that wrote them. Hashes are used because an earlier transaction may write a row later, and the sum of
 * the transactions' numbers could then stay the same.
 */
export function rowGroupVersionSql(row: string): string {
  return `concat_ws(' ', count(*), sum(hashtextextended(${row}.xmin::text, 0)))`;
}

/** SQL: converts a text to plain letters for searching, as `toPlainLetters` in app/domain does. */
export function plainLettersSql(text: string): string {
  return `plain_letters(${text})`;
}

/** SQL: a user name in the form for comparisons, as `normaliseUserName` in app/domain. Non-ASCII letters stay unchanged. */
export function userNameKeySql(text: string): string {
  return `lower(${text} collate "C")`;
}

/** SQL condition: the text contains every bound word of `splitSearch`, ignoring accents and case. */
export function hasEveryWordSql(text: string): string {
  return hasEveryPlainWordSql(plainLettersSql(text));
}

/** The condition of `hasEveryWordSql`, for a text that already consists of plain letters. */
export function hasEveryPlainWordSql(plainText: string): string {
  return `not exists (select 1 from unnest($words::text[]) as w (word) where strpos(${plainText}, w.word) = 0)`;
}

/** SQL: a list for `in` with the register's letters that count as absent. */
export const ABSENT_STATES_SQL = `(${listStatesCountedAs("absent")
  .map((state) => `'${state}'`)
  .join(", ")})`;
export const LATE_STATES_SQL = `(${listStatesCountedAs("late")
  .map((state) => `'${state}'`)
  .join(", ")})`;

/** SQL joins: lessons `l` with subject `s`, class `c` and form class `f`. */
export const JOIN_LESSONS = `lessons l
       join subjects s using (subject_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)`;
export const LESSON_ORDER_SQL = "f.position, c.label collate names, s.title collate names, l.lesson_id";

/**
 * SQL condition: the student of registration `r` attends a lesson of the class. A lesson by choice must be chosen.
 * @param lesson the prefix of the lesson's columns: `l.`, or `$` if they are bound values
 */
export function attendsLessonSql(lesson: "l." | "$"): string {
  return `(not ${lesson}by_choice::boolean or exists (
             select 1 from student_subject_assignments x
              where x.student_key = r.student_key and x.academic_year_id = r.academic_year_id
                and x.subject_id = ${lesson}subject_id and x.employee_id = ${lesson}employee_id))`;
}

/**
 * SQL: the ids of a subject's criteria at a level. The result is empty unless the class is graded by criteria
 * (`getMarkSheetKind`).
 */
export function criterionIdsSql(of: { byCriteria: string; subjectId: string; formLevel: string }): string {
  return `array(select k.criterion_id from assessment_criteria k
                 where ${of.byCriteria} and k.subject_id = ${of.subjectId} and k.form_level = ${of.formLevel})`;
}

export function hasEveryGradeSql(mark: string, criteria: string): string {
  return `(select count(*) from criterion_grades g
            where g.mark_id = ${mark}.mark_id and g.grade is not null and g.criterion_id = any (${criteria}))
          = cardinality(${criteria})`;
}

/**
 * SQL condition: the mark has a result. Absent and no work also count as results (`isResultEntered` in app/domain).
 * @param criteria the ids from `criterionIdsSql`
 */
export function isEnteredSql(mark: string, criteria: string): string {
  return `(${mark}.attendance <> 1
           or case when cardinality(${criteria}) > 0 then ${hasEveryGradeSql(mark, criteria)}
                   else ${mark}.mark is not null or ${mark}.grade is not null end)`;
}

/** SQL condition: the mark `m` has a result, part of a result, or a rating. */
export const HAS_ANY_ENTRY = `(m.attendance <> 1
           or num_nonnulls(m.mark, m.grade, m.application, m.preparedness, m.remark) > 0
           or exists (select 1 from criterion_grades g where g.mark_id = m.mark_id and g.grade is not null))`;

/** SQL condition: the mark belongs to the mark sheet whose heading and key are bound. */
export function isMarkOnMarkSheetSql(mark: string): string {
  return `${mark}.academic_term_id = $academicTermId and ${mark}.subject_id = $subject_id and ${mark}.test_id = $testId
          and coalesce(${mark}.fortnightly_test_id, 0) = coalesce($fortnightlyTestId::integer, 0)`;
}

/** SQL for `on conflict do update`: the existing row gets the values of the new row. */
export function overwriteColumnsSql(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/** SQL condition: both rows belong to the same test. */
export function isSameTestSql(one: string, other: string): string {
  return `${one}.test_id = ${other}.test_id
          and coalesce(${one}.fortnightly_test_id, 0) = coalesce(${other}.fortnightly_test_id, 0)`;
}

/** SQL: the position of assessments `a` with tests `n`. The first by date in a class and subject has position 1. */
export const TEST_POSITION_SQL = `row_number() over (partition by a.class_id, a.subject_id
                                 order by coalesce(a.test_date, n.test_date) nulls last, a.fortnightly_test_id)::integer`;

/**
 * SQL: the posting that decides about a class's reports in a term. The class's own posting overrides the posting of
 * the whole term, so a class that was held back (`posted` is false) stays held back when the term is posted.
 */
export function postingSql({ classId, academicTermId }: { classId: string; academicTermId: string }): string {
  return `select g.posting_id, g.posted, g.date_posted
            from postings g
           where g.academic_term_id = ${academicTermId} and (g.class_id is null or g.class_id = ${classId})
           order by g.class_id nulls last
           limit 1`;
}

/** SQL: the age of student `s` in whole years on the bound day, as `countWholeYears` in app/domain. */
export const AGE_ON_DAY_SQL = "extract(year from age($day::date, s.date_of_birth))::integer";
