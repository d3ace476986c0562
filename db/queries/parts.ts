/**
 * What several questions ask in the same words, as pieces of SQL. A piece names the rows that it is about by their aliases;
 * what it binds it says by name: the question that uses it binds a value of that name.
 */

/** Today by the calendar of the school `o`. */
export const TODAY = "(now() at time zone o.time_zone)::date";

/** Whose rows are asked for: those of an employee, or all. */
export type Scope = { employeeId: number | null; all: boolean };

/** A class is in the scope that is bound: of its form teacher and co-teachers, or of its dean. */
export function isInScope(ofClass: string): string {
  return `($all::boolean or ${isTeacherOf(ofClass)} or ${isDeanOf(ofClass)})`;
}

/** A lesson is: the employee's own, of their class, or of a class of their deanship. */
export function isLessonInScope(lesson: string, ofClass: string): string {
  return `(${lesson}.employee_id = $employeeId or ${isInScope(ofClass)})`;
}

/** Form teacher or co-teacher today, by the school's calendar; who handed the class over reads it no more. */
export function isTeacherOf(ofClass: string): string {
  return `exists (select 1
                    from class_teachers h
                   cross join schools o
                   where h.class_id = ${ofClass}.class_id and h.employee_id = $employeeId and ${hasOn(TODAY)})`;
}

function isDeanOf(ofClass: string): string {
  return `exists (select 1
                    from dean_assignments d
                   where d.employee_id = $employeeId and d.academic_year_id = ${ofClass}.academic_year_id
                     and d.form_class_id = ${ofClass}.form_class_id)`;
}

/** A row `h` of class_teachers holds on a day. */
function hasOn(day: string): string {
  return `h.from_date <= ${day} and (h.to_date is null or h.to_date >= ${day})`;
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

/** A result was entered in a mark: absent and no work count (domain `isEntered`). */
export function isEntered(mark: string): string {
  return `(${mark}.mark is not null or ${mark}.grade is not null or ${mark}.attendance <> 1
           or exists (select 1 from criterion_grades g where g.mark_id = ${mark}.mark_id and g.grade is not null))`;
}

/** A mark is of the sheet whose heading and key are bound. */
export function isOfSheet(mark: string): string {
  return `${mark}.academic_term_id = $academicTermId and ${mark}.subject_id = $subject_id and ${mark}.test_id = $testId
          and coalesce(${mark}.fortnightly_test_id, 0) = coalesce($fortnightlyTestId::integer, 0)`;
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
