/**
 * Pieces of SQL that several queries share. A piece refers to rows by alias and to values by name: the query that
 * uses it binds a value of that name.
 */

import { REGISTERED } from "#domain/people/students.ts";

/** Today in the time zone of the school `o`. */
export const TODAY = "(now() at time zone o.time_zone)::date";

/** The end of the last day on which a password issued today is valid, in the time zone of the school `o`. */
export const UNTIL_AFTER_DAYS = `((${TODAY} + $days::integer + 1)::timestamp at time zone o.time_zone)`;

/** The rows of an employee, or all rows. */
export type Scope = { employeeId: number | null; all: boolean };

/** The school is set back to an earlier term. */
export const IS_SET_BACK = "(select is_set_back())";

/** Stands for the current term where a term is expected. */
export const CURRENT_TERM = "null";

/**
 * The day that decides who has the classes and lessons of the current term: today, its first day before it begins, or
 * its last day when the school was set back to it. Null for any other term.
 */
function dayOfTerm(term: string): string {
  return `(select day_of_term(${term}))`;
}
export const DAY_OF_TERM = dayOfTerm(CURRENT_TERM);

/** The day of the term `y` for which documents name teachers: today, limited to the term. */
export const DAY_IN_TERM = `greatest(y.term_start, least(y.term_end, ${TODAY}))`;

/** The bound employee is form teacher or co-teacher of the class in a term, or its dean, or the scope is everything. */
export function isInScope(ofClass: string, term: string): string {
  return `($all::boolean or ${isTeacherOf(ofClass, term)} or ${isDeanOf(ofClass)})`;
}

/** The lesson is the employee's own, theirs as a substitute, or of a class in their scope. */
export function isLessonInScope(lesson: string, ofClass: string, term: string): string {
  return `(${isTaughtBy(lesson, term)} or ${isInScope(ofClass, term)})`;
}

/** The employee has the lesson in a term: as its teacher, even after it ended, or as the substitute. */
export function isTaughtBy(lesson: string, term: string): string {
  return `(${lesson}.employee_id = $employeeId or ${isSubstituteIn(lesson, term)})`;
}

function isSubstituteIn(lesson: string, term: string): string {
  return `(${isRunning(lesson, term)} and exists (
             select 1
               from substitutes h
              cross join schools o
              where h.lesson_id = ${lesson}.lesson_id and h.employee_id = $employeeId and ${isHeldIn(term)}))`;
}

/** The lesson has not ended, or not by the day of the current term. */
export function isRunning(lesson: string, term: string): string {
  return `(${lesson}.ended_on is null or coalesce(${lesson}.ended_on > ${dayOfTerm(term)}, false))`;
}

/** The lesson is given in the bound term. A lesson that ended is given in the earlier terms that it was part of. */
export function isTaughtInTerm(lesson: string): string {
  return `(${isRunning(lesson, "$academicTermId")} or exists (
             select 1
               from academic_terms z
              cross join schools o
              where z.academic_term_id = $academicTermId and z.academic_term_id <> o.current_term_id
                and z.term_start <= ${lesson}.ended_on))`;
}

/** The employee is form teacher or co-teacher of a class in a term; after a handover, of none of its other terms. */
export function isTeacherOf(ofClass: string, term: string): string {
  return `exists (select 1
                    from class_teachers h
                   cross join schools o
                   where h.class_id = ${ofClass}.class_id and h.employee_id = $employeeId and ${isHeldIn(term)})`;
}

function isDeanOf(ofClass: string): string {
  return `exists (select 1
                    from dean_assignments d
                   where d.employee_id = $employeeId and d.academic_year_id = ${ofClass}.academic_year_id
                     and d.form_class_id = ${ofClass}.form_class_id)`;
}

/** The row `h` of class_teachers or substitutes holds today, or for the current term on the term's day. */
function isHeldIn(term: string): string {
  return `(${isAssignedOn(TODAY)} or ${isAssignedOn(dayOfTerm(term))})`;
}

/** The row `h` of class_teachers or substitutes holds on a day. */
export function isAssignedOn(day: string): string {
  return `${day} between h.from_date and coalesce(h.to_date, 'infinity')`;
}

/** Selects the teachers of a class on a day, the form teacher first. */
export function teachersOn({ classId, day }: { classId: string; day: string }): string {
  return `coalesce((select jsonb_agg(${person("e")} || jsonb_build_object('is_lead', h.is_lead)
                                     order by h.is_lead desc, e.last_name collate names, e.employee_id)
                      from class_teachers h
                      join employees e using (employee_id)
                     where h.class_id = ${classId} and ${isAssignedOn(day)}), '[]')`;
}

/** Selects an employee's name as documents and screens show it. */
export function person(employee: string): string {
  const fields = ["employee_id", "title", "first_name", "last_name"].map(
    (field) => `'${field}', ${employee}.${field}`,
  );
  return `jsonb_build_object(${fields.join(", ")})`;
}

/** The order of the register. */
export function byNames(ofPerson: string, id: string): string {
  return `${ofPerson}.last_name collate names, ${ofPerson}.first_name collate names, ${id}`;
}

/** The picture of the student `s` on a sheet. The picture of a student who has left is shown only in the record. */
export const PICTURE = `case when s.student_status_id <= ${REGISTERED} then s.picture end as picture`;

/** Converts a text to the letters used for searching, like `plainLetters` in the domain. */
export function plain(text: string): string {
  return `plain_letters(${text})`;
}

/** Converts a user name for comparison, like `userNameKey` in the domain, leaving letters outside ASCII unchanged. */
export function userNameKey(text: string): string {
  return `lower(${text} collate "C")`;
}

/** Every bound word, as `splitSearch` splits them, occurs in the text; accents and case are ignored. */
export function hasEveryWord(text: string): string {
  return everyWordIn(plain(text));
}

/** The same for a text that is already in plain letters. */
export function everyWordIn(plainText: string): string {
  return `not exists (select 1 from unnest($words::text[]) as w (word) where strpos(${plainText}, w.word) = 0)`;
}

/** Lessons `l` with subject `s`, class `c` and form class `f`. */
export const LESSONS = `lessons l
       join subjects s using (subject_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)`;
export const LESSON_ORDER = "f.position, c.label collate names, s.title collate names, l.lesson_id";

/**
 * The registration `r` is on the roster of a lesson of its class. When the lesson is by choice, that means students
 * who chose the subject with this teacher. `lesson` is the prefix of its columns: `l.`, or `$` when they are bound.
 */
export function choseSubject(lesson: "l." | "$"): string {
  return `(not ${lesson}by_choice::boolean or exists (
             select 1 from student_subject_assignments x
              where x.student_key = r.student_key and x.academic_year_id = r.academic_year_id
                and x.subject_id = ${lesson}subject_id and x.employee_id = ${lesson}employee_id))`;
}

/** Selects the ids of a subject's criteria at a level, in a class that is graded by criteria (`sheetKind`). */
export function criteriaOf(of: { byCriteria: string; subjectId: string; formLevel: string }): string {
  return `array(select k.criterion_id from assessment_criteria k
                 where ${of.byCriteria} and k.subject_id = ${of.subjectId} and k.form_level = ${of.formLevel})`;
}

export function hasEveryGrade(mark: string, criteria: string): string {
  return `(select count(*) from criterion_grades g
            where g.mark_id = ${mark}.mark_id and g.grade is not null and g.criterion_id = any (${criteria}))
          = cardinality(${criteria})`;
}

/**
 * The mark has a result; absent and no work count (`isEntered` in the domain).
 * @param criteria the ids from `criteriaOf`
 */
export function isEntered(mark: string, criteria: string): string {
  return `(${mark}.attendance <> 1
           or case when cardinality(${criteria}) > 0 then ${hasEveryGrade(mark, criteria)}
                   else ${mark}.mark is not null or ${mark}.grade is not null end)`;
}

/** The mark `m` has a result, a part of one, or a rating. */
export const HAS_SOMETHING = `(m.attendance <> 1
           or num_nonnulls(m.mark, m.grade, m.application, m.preparedness) > 0
           or exists (select 1 from criterion_grades g where g.mark_id = m.mark_id and g.grade is not null))`;

/** The mark belongs to the sheet whose heading and key are bound. */
export function isOfSheet(mark: string): string {
  return `${mark}.academic_term_id = $academicTermId and ${mark}.subject_id = $subject_id and ${mark}.test_id = $testId
          and coalesce(${mark}.fortnightly_test_id, 0) = coalesce($fortnightlyTestId::integer, 0)`;
}

/** The columns of an existing row take the values that were to be inserted. */
export function overwrite(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/** Both rows belong to the same test. */
export function isSameTest(one: string, other: string): string {
  return `${one}.test_id = ${other}.test_id
          and coalesce(${one}.fortnightly_test_id, 0) = coalesce(${other}.fortnightly_test_id, 0)`;
}

/** The position of assessments `a` with their fortnightly tests `n`: the first by date in a class and subject is 1. */
export const PLACE_BY_DATE = `row_number() over (partition by a.class_id, a.subject_id
                                 order by coalesce(a.test_date, n.test_date) nulls last, a.fortnightly_test_id)::integer`;

/**
 * Selects the posting that decides about a class's reports in a term. The class's own posting overrides that of the
 * whole term: a class that was held back (`posted` is false) stays held back when the term is posted.
 */
export function postingOf({ classId, academicTermId }: { classId: string; academicTermId: string }): string {
  return `select g.posting_id, g.posted, g.date_posted
            from postings g
           where g.academic_term_id = ${academicTermId} and (g.class_id is null or g.class_id = ${classId})
           order by g.class_id nulls last
           limit 1`;
}

/** The age of student `s` in whole years on the bound day, like `wholeYears` in the domain. */
export const AGE_ON_DAY = "extract(year from age($day::date, s.date_of_birth))::integer";
