import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import { AcademicTerm, type CalendarTerm } from "../../models/school.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_ANY_ENTRY } from "../parts.ts";

export type TermAssessmentType = Pick<CalendarTerm, "academic_term_id" | "assessment_type"> &
  NumericColumns<Pick<CalendarTerm, "version">> & { is_current: boolean };

/** Locks a term and returns its kind of assessment. Returns null for a term that is not in the calendar. */
export function lockTermAssessmentType(
  academicTermId: number,
  t: TermTransaction,
): Promise<TermAssessmentType | null> {
  return queryRow<TermAssessmentType>(
    `select y.academic_term_id, y.assessment_type, y.version, y.academic_term_id = o.current_term_id as is_current
       from academic_terms y
      cross join schools o
      where y.academic_term_id = $academicTermId and y.academic_year_id is not null
      order by y.academic_term_id
        for update of y`,
    { academicTermId },
    t,
  );
}

export async function updateTermAssessmentType(
  { academic_term_id, assessment_type }: Pick<CalendarTerm, "academic_term_id" | "assessment_type">,
  t: TermTransaction,
): Promise<void> {
  await AcademicTerm.update({ assessment_type }, { academic_term_id }, t);
}

export type TermEntryCounts = {
  /** Entries in the other assessment, except in classes with course work only, which always have it. */
  other: number;
  fortnightly: number;
  tests: number;
};

export async function countTermEntries(academicTermId: number, t: ReadTransaction): Promise<TermEntryCounts> {
  const [held] = await queryRows<TermEntryCounts>(
    `select (select count(*)::integer
               from registrations r
               join classes c using (class_id)
               join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
              where r.academic_term_id = $academicTermId and m.test_id = 2 and not c.course_work_only
                and c.assessment_type is null and ${HAS_ANY_ENTRY}) as other,
            (select count(*)::integer
               from marks m
              where m.academic_term_id = $academicTermId and m.test_id = 3 and ${HAS_ANY_ENTRY}) as fortnightly,
            (select count(*)::integer from fortnightly_tests where academic_term_id = $academicTermId) as tests`,
    { academicTermId },
    t,
  );
  return held ?? { other: 0, fortnightly: 0, tests: 0 };
}
