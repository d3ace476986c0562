/**
 * What several questions ask in the same words, as pieces of SQL. A piece names the rows that it is about by their aliases;
 * what it binds it says by name: the question that uses it binds a value of that name.
 */

import { REGISTERED } from "#domain/people/students.ts";

/** Today by the calendar of the school `o`. */
export const TODAY = "(now() at time zone o.time_zone)::date";

/** The end of the last day on which a password that is given today is good, by the calendar of the school `o`. */
export const UNTIL_AFTER_DAYS = `((${TODAY} + $days::integer + 1)::timestamp at time zone o.time_zone)`;

/** Whose rows are asked for: those of an employee, or all. */
export type Scope = { employeeId: number | null; all: boolean };

/** The school was set back to an earlier term. */
export const IS_SET_BACK = "(select is_set_back())";

/** In the place of a term: the current one. */
export const CURRENT_TERM = "null";

/**
 * The day that decides who has the classes and lessons of the current term: today; its first day where it has not begun;
 * its last day where the school was set back to it. Null for any other term.
 */
function dayOfTerm(term: string): string {
  return `(select day_of_term(${term}))`;
}
export const DAY_OF_TERM = dayOfTerm(CURRENT_TERM);

/** The day of the term `y` on which documents name its teachers: today, as far as it is in the term. */
export const DAY_IN_TERM = `greatest(y.term_start, least(y.term_end, ${TODAY}))`;

/** A class is in the scope that is bound: of its form teacher and co-teachers in a term, or of its dean. */
export function isInScope(ofClass: string, term: string): string {
  return `($all::boolean or ${isTeacherOf(ofClass, term)} or ${isDeanOf(ofClass)})`;
}

/** A lesson is: the employee's own or given to them as a substitute, of their class, or of a class of their deanship. */
export function isLessonInScope(lesson: string, ofClass: string, term: string): string {
  return `(${isTaughtBy(lesson, term)} or ${isInScope(ofClass, term)})`;
}

/** The employee has the lesson in a term: as its teacher, also after it ended, or as the substitute. */
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

/** The lesson is given in the term that is bound: where it ended, in the terms before of which it saw a part. */
export function isGiven(lesson: string): string {
  return `(${isRunning(lesson, "$academicTermId")} or exists (
             select 1
               from academic_terms z
              cross join schools o
              where z.academic_term_id = $academicTermId and z.academic_term_id <> o.current_term_id
                and z.term_start <= ${lesson}.ended_on))`;
}

/** Form teacher or co-teacher of a class in a term; who handed the class over has none of its other terms any more. */
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

/** A row `h` of class_teachers or substitutes holds today in the school `o`, or in the current term on the term's day. */
function isHeldIn(term: string): string {
  return `(${hasOn(TODAY)} or ${hasOn(dayOfTerm(term))})`;
}

/** A row `h` of class_teachers or substitutes holds on a day. */
export function hasOn(day: string): string {
  return `${day} between h.from_date and coalesce(h.to_date, 'infinity')`;
}

/** Who has a class on a day, the lead first. */
export function teachersOn({ classId, day }: { classId: string; day: string }): string {
  return `coalesce((select jsonb_agg(${person("e")} || jsonb_build_object('is_lead', h.is_lead)
                                     order by h.is_lead desc, e.last_name collate names, e.employee_id)
                      from class_teachers h
                      join employees e using (employee_id)
                     where h.class_id = ${classId} and ${hasOn(day)}), '[]')`;
}

/** An employee as documents and screens name them. */
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

/** The picture of the student `s` on a sheet: of who has left it is shown with the record alone. */
export const PICTURE = `case when s.student_status_id <= ${REGISTERED} then s.picture end as picture`;

/** A text in the letters that are searched (domain `plainLetters`). */
export function plain(text: string): string {
  return `plain_letters(${text})`;
}

/** A user name as it is compared (domain `userNameKey`): the collation keeps every letter outside ASCII as it is. */
export function userNameKey(text: string): string {
  return `lower(${text} collate "C")`;
}

/** Every word that is bound, as `searchWords` has them, stands somewhere in a text, however both are written. */
export function hasEveryWord(text: string): string {
  return everyWordIn(plain(text));
}

/** The same of a text in plain letters. */
export function everyWordIn(plainText: string): string {
  return `not exists (select 1 from unnest($words::text[]) as w (word) where strpos(${plainText}, w.word) = 0)`;
}

/** Lessons `l` with subject `s`, class `c` and form class `f`; and the order of a list of lessons. */
export const LESSONS = `lessons l
       join subjects s using (subject_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)`;
export const LESSON_ORDER = "f.position, c.label collate names, s.title collate names, l.lesson_id";

/**
 * A registration `r` in the class of a lesson is on its roster: where the lesson is by choice, only who chose the subject
 * with this teacher is (design section 4). `lesson` is what stands before its columns: `l.`, or `$` where they are bound.
 */
export function choseSubject(lesson: "l." | "$"): string {
  return `(not ${lesson}by_choice::boolean or exists (
             select 1 from student_subject_assignments x
              where x.student_key = r.student_key and x.academic_year_id = r.academic_year_id
                and x.subject_id = ${lesson}subject_id and x.employee_id = ${lesson}employee_id))`;
}

/** What a subject is graded by at a level, in a class that is graded by criteria (domain `sheetKind`): an array of ids. */
export function criteriaOf(of: { byCriteria: string; subjectId: string; formLevel: string }): string {
  return `array(select k.criterion_id from assessment_criteria k
                 where ${of.byCriteria} and k.subject_id = ${of.subjectId} and k.form_level = ${of.formLevel})`;
}

/** Each of these criteria has its grade in a mark. */
export function hasEveryGrade(mark: string, criteria: string): string {
  return `(select count(*) from criterion_grades g
            where g.mark_id = ${mark}.mark_id and g.grade is not null and g.criterion_id = any (${criteria}))
          = cardinality(${criteria})`;
}

/** A result was entered in a mark: absent and no work count (domain `isEntered`). @param criteria as `criteriaOf` has them */
export function isEntered(mark: string, criteria: string): string {
  return `(${mark}.attendance <> 1
           or case when cardinality(${criteria}) > 0 then ${hasEveryGrade(mark, criteria)}
                   else ${mark}.mark is not null or ${mark}.grade is not null end)`;
}

/** The mark `m` has a result, a part of one, or a rating. */
export const HAS_SOMETHING = `(m.attendance <> 1
           or num_nonnulls(m.mark, m.grade, m.application, m.preparedness) > 0
           or exists (select 1 from criterion_grades g where g.mark_id = m.mark_id and g.grade is not null))`;

/** A mark is of the sheet whose heading and key are bound. */
export function isOfSheet(mark: string): string {
  return `${mark}.academic_term_id = $academicTermId and ${mark}.subject_id = $subject_id and ${mark}.test_id = $testId
          and coalesce(${mark}.fortnightly_test_id, 0) = coalesce($fortnightlyTestId::integer, 0)`;
}

/** Columns of a row that is there already become what was to be inserted. */
export function overwrite(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/** Two rows are of the same test. */
export function isSameTest(one: string, other: string): string {
  return `${one}.test_id = ${other}.test_id
          and coalesce(${one}.fortnightly_test_id, 0) = coalesce(${other}.fortnightly_test_id, 0)`;
}

/** Of assessments `a` and their fortnightly tests `n`: the first of the class and subject by date is 1. */
export const PLACE_BY_DATE = `row_number() over (partition by a.class_id, a.subject_id
                                 order by coalesce(a.test_date, n.test_date) nulls last, a.fortnightly_test_id)::integer`;

/**
 * The posting that decides about a class's reports in a term. The class's own says more than the whole term's: a class that
 * was held back (`posted` false) stays so when the term is posted.
 */
export function postingOf({ classId, academicTermId }: { classId: string; academicTermId: string }): string {
  return `select g.posting_id, g.posted, g.date_posted
            from postings g
           where g.academic_term_id = ${academicTermId} and (g.class_id is null or g.class_id = ${classId})
           order by g.class_id nulls last
           limit 1`;
}

/** How old the student `s` is on the day that is bound, as `wholeYears` has it. */
export const AGE_ON_DAY = "extract(year from age($day::date, s.date_of_birth))::integer";
