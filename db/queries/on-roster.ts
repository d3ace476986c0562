import { REGISTERED } from "#domain/people/students.ts";
import { RECORD_COLUMNS } from "#fields/term-record.ts";
import { HAS_SOMETHING, IS_SET_BACK } from "./parts.ts";

/**
 * An `exists` that is looked up for each who left, and they are few: without it the planner may read the marks of all
 * years at once, to have them ready.
 */
const EACH = "offset 0";

/** Of the registration `r`: a mark of its term has something in it, in that subject or in any. */
function hasSomethingIn(subjectId: string | null): string {
  return `exists (select 1 from marks m
                   where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                     ${subjectId === null ? "" : `and m.subject_id = ${subjectId}`} and ${HAS_SOMETHING}
                  ${EACH})`;
}

const SAID_IN_RECORD = RECORD_COLUMNS.filter((column) => column !== "total_sessions")
  .map((column) => `nullif(d.${column}::text, '')`)
  .join(", ");

/** Of the registration `r`: its marks or its report have something in them. */
export const HAS_SOMETHING_IN_TERM = `(${hasSomethingIn(null)} or exists (
             select 1 from term_records d
              where d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
                and (d.signed_by is not null or num_nonnulls(${SAID_IN_RECORD}) > 0) ${EACH}))`;

/**
 * The registration `r` counts in its term: who has left is gone from the current one unless something was entered (design
 * section 8). In an earlier term that the school was set back to everybody stays.
 */
const isHereUnless = (something: string) => `not exists (
             select 1
               from students v
              cross join schools o
              where v.id = r.student_key and v.student_status_id > ${REGISTERED} and r.academic_term_id = o.current_term_id
                and not ${IS_SET_BACK} and not ${something})`;

/** On reports, cards and boards; of a term that is over everybody stays. */
export const IS_IN_CLASS = isHereUnless(HAS_SOMETHING_IN_TERM);

/** On the sheets of a subject. */
export function isOnSheets(subjectId: string): string {
  return isHereUnless(hasSomethingIn(subjectId));
}

/** Of each student `s` the registration `r` of the term that is bound, where it counts. */
export const REGISTRATION_IF_ANY = `left join registrations r
         on r.student_key = s.id and r.academic_term_id = $academicTermId and ${IS_IN_CLASS}`;

/** The student `s` is in a class by that registration, or belongs to the school and is in none. */
export const IS_OF_SCHOOL = `(r.class_id is not null or s.student_status_id <= ${REGISTERED})`;
