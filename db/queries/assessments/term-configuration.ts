import { rows, type Reading } from "../../index.ts";
import type { SchoolClass, Subject } from "../../models/classes.ts";
import type { Assessment } from "../../models/marks.ts";
import type { AsNumber } from "../../models/rows.ts";
import { isGiven } from "../parts.ts";
import type { OfTest } from "./configuration.ts";

export type SubjectOfTerm = Pick<SchoolClass, "class_id"> &
  Pick<Subject, "subject_id" | "title" | "abbr"> & {
    tests: (OfTest & Pick<Assessment, "test_date"> & AsNumber<Pick<Assessment, "max_mark">>)[];
  };

/** Lists what is taught in classes of a term, with the tests that are set for each subject. */
export function subjectsOfTerm(
  asked: { academicTermId: number; classIds: readonly number[] },
  t: Reading,
): Promise<SubjectOfTerm[]> {
  return rows<SubjectOfTerm>(
    `with taught as (
       select distinct l.class_id, l.subject_id
         from lessons l
        where l.class_id = any ($classIds::integer[]) and ${isGiven("l")}
     )
     select l.class_id, s.subject_id, s.title, s.abbr,
            coalesce(jsonb_agg(jsonb_build_object('test_id', a.test_id, 'fortnightly_test_id', a.fortnightly_test_id,
                                                  'test_date', a.test_date, 'max_mark', a.max_mark)
                               order by a.assessment_id)
                     filter (where a.assessment_id is not null), '[]') as tests
       from taught l
       join subjects s using (subject_id)
       left join assessments a on a.class_id = l.class_id and a.academic_term_id = $academicTermId
                              and a.subject_id = l.subject_id
      group by l.class_id, s.subject_id
      order by l.class_id, s.title collate names, s.subject_id`,
    asked,
    t,
  );
}
