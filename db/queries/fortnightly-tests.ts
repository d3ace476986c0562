import { queryRows, type ReadTransaction } from "../index.ts";
import type { Subject } from "../models/classes.ts";
import type { Assessment, FortnightlyTest } from "../models/marks.ts";
import type { NumericColumns } from "../models/rows.ts";

export type FortnightlyTestRow = Pick<
  FortnightlyTest,
  "fortnightly_test_id" | "class_id" | "title" | "test_date"
> & {
  subjects: (Pick<Subject, "subject_id" | "title"> &
    Pick<Assessment, "test_date"> &
    NumericColumns<Pick<Assessment, "max_mark">>)[];
};

/** Lists the fortnightly tests of classes in a term by date, each with the subjects that have the test. */
export function listFortnightlyTestRows(
  params: { classIds: readonly number[]; academicTermId: number },
  t: ReadTransaction,
): Promise<FortnightlyTestRow[]> {
  return queryRows<FortnightlyTestRow>(
    `select n.fortnightly_test_id, n.class_id, n.title, n.test_date::text as test_date,
            coalesce(jsonb_agg(jsonb_build_object('subject_id', s.subject_id, 'title', s.title,
                                                  'test_date', coalesce(a.test_date, n.test_date),
                                                  'max_mark', a.max_mark)
                               order by s.title collate names, s.subject_id)
                     filter (where s.subject_id is not null), '[]') as subjects
       from fortnightly_tests n
       left join assessments a using (fortnightly_test_id)
       left join subjects s on s.subject_id = a.subject_id
      where n.class_id = any ($classIds::integer[]) and n.academic_term_id = $academicTermId
      group by n.fortnightly_test_id
      order by n.test_date nulls last, n.title collate names, n.fortnightly_test_id`,
    params,
    t,
  );
}
