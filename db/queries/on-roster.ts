import { REGISTERED } from "#domain/people/students.ts";
import { RECORD_COLUMNS } from "#fields/term-record.ts";
import { HAS_SOMETHING, IS_SET_BACK } from "./parts.ts";

/**
 * Makes PostgreSQL evaluate `exists` once per student who left, and there are few. Without it the planner may read
 * the marks of all years at once.
 */
const EACH = "offset 0";

/** A mark of the term of registration `r` has an entry, in one subject or in any. */
function hasSomethingIn(subjectId: string | null): string {
  return `exists (select 1 from marks m
                   where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                     ${subjectId === null ? "" : `and m.subject_id = ${subjectId}`} and ${HAS_SOMETHING}
                  ${EACH})`;
}

const SAID_IN_RECORD = RECORD_COLUMNS.filter((column) => column !== "total_sessions")
  .map((column) => `nullif(d.${column}::text, '')`)
  .join(", ");

/** The marks or the report of registration `r` have an entry. */
export const HAS_SOMETHING_IN_TERM = `(${hasSomethingIn(null)} or exists (
             select 1 from term_records d
              where d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
                and (d.signed_by is not null or num_nonnulls(${SAID_IN_RECORD}) > 0) ${EACH}))`;

/**
 * The registration `r` counts in its term. A student who has left disappears from the current term unless something
 * was entered. In an earlier term that the school was set back to, everybody stays.
 */
const isHereUnless = (something: string) => `not exists (
             select 1
               from students v
              cross join schools o
              where v.id = r.student_key and v.student_status_id > ${REGISTERED} and r.academic_term_id = o.current_term_id
                and not ${IS_SET_BACK} and not ${something})`;

/** The rule for reports, report cards and boards. In a term that is over, everybody stays. */
export const IS_IN_CLASS = isHereUnless(HAS_SOMETHING_IN_TERM);

/** The rule for mark sheets of a subject. */
export function isOnSheets(subjectId: string): string {
  return isHereUnless(hasSomethingIn(subjectId));
}

/** Joins the registration `r` of each student `s` in the bound term, if it counts. */
export const REGISTRATION_IF_ANY = `left join registrations r
         on r.student_key = s.id and r.academic_term_id = $academicTermId and ${IS_IN_CLASS}`;

/** The student `s` is in a class by that registration, or is a current student without a class. */
export const IS_OF_SCHOOL = `(r.class_id is not null or s.student_status_id <= ${REGISTERED})`;
