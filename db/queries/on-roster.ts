import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";
import { HAS_ANY_ENTRY, IS_TERM_SET_BACK } from "./parts.ts";

/**
 * SQL that keeps PostgreSQL from merging a subquery into the outer query, so that `exists` is evaluated once for each
 * student who has left. There are few such students; otherwise the planner may read the marks of all years.
 */
const EACH = "offset 0";

/** SQL condition: the student of registration `r` has an entry in the term's marks, in this subject or in any. */
function hasSomethingIn(subjectId: string | null): string {
  return `exists (select 1 from marks m
                   where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                     ${subjectId === null ? "" : `and m.subject_id = ${subjectId}`} and ${HAS_ANY_ENTRY}
                  ${EACH})`;
}

const SAID_IN_RECORD = TERM_RECORD_COLUMNS.filter((column) => column !== "total_sessions")
  .map((column) => `nullif(d.${column}::text, '')`)
  .join(", ");

/** SQL condition: the student of registration `r` has an entry in the term's marks or in the report. */
export const HAS_ANY_ENTRY_IN_TERM = `(${hasSomethingIn(null)} or exists (
             select 1 from term_records d
              where d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
                and (d.signed_by is not null or num_nonnulls(${SAID_IN_RECORD}) > 0) ${EACH}))`;

/**
 * SQL condition: the student of registration `r` counts as a member of the class. A student who has left is removed
 * from the current term unless something was entered. If the school is set back to an earlier term, everybody stays.
 */
const isHereUnless = (something: string) => `not exists (
             select 1
               from students v
              cross join schools o
              where v.id = r.student_key and v.student_status_id > ${STUDENT_REGISTERED} and r.academic_term_id = o.current_term_id
                and not ${IS_TERM_SET_BACK} and not ${something})`;

/**
 * SQL condition: `r` counts as a member of the class in reports, report cards and boards. In a past term, everybody
 * does.
 */
export const IS_IN_CLASS_OF_TERM = isHereUnless(HAS_ANY_ENTRY_IN_TERM);

/** SQL condition: `r` counts as a member of the class on mark sheets of this subject. */
export function isOnMarkSheetsSql(subjectId: string): string {
  return isHereUnless(hasSomethingIn(subjectId));
}

/** SQL join: the registration `r` of each student `s` in the bound term, if the student counts as a member. */
export const LEFT_JOIN_REGISTRATION = `left join registrations r
         on r.student_key = s.id and r.academic_term_id = $academicTermId and ${IS_IN_CLASS_OF_TERM}`;

/** SQL condition: the student `s` is in a class by registration `r`, or is a current student without a class. */
export const IS_PLACED_OR_CURRENT = `(r.class_id is not null or s.student_status_id <= ${STUDENT_REGISTERED})`;
