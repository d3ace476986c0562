import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Assessment, FortnightlyTest } from "../../models/marks.ts";
import type { NumericColumns } from "../../models/rows.ts";
import type { ClassesInTerm } from "../class-students.ts";
import { TEST_POSITION_SQL } from "../parts.ts";

export type ClassTest = Pick<Assessment, "class_id" | "subject_id"> &
  Pick<FortnightlyTest, "fortnightly_test_id"> &
  NumericColumns<Pick<Assessment, "max_mark">> & {
    /** The position by date. The subject's first test of the term has position 1. */
    place: number;
    test_date: string | null;
  };

export function listClassTests(params: ClassesInTerm, t: ReadTransaction): Promise<ClassTest[]> {
  return queryRows<ClassTest>(
    `select a.class_id, a.subject_id, a.fortnightly_test_id, a.max_mark::float8 as max_mark,
            coalesce(a.test_date, n.test_date)::text as test_date, ${TEST_POSITION_SQL} as place
       from assessments a
       join fortnightly_tests n using (fortnightly_test_id)
      where a.class_id = any ($classIds) and a.academic_term_id = $academicTermId
      order by a.class_id, a.subject_id, place`,
    params,
    t,
  );
}
