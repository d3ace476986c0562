import { queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import { HAS_ANY_ENTRY, isLessonTaughtInTermSql } from "../parts.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";
import type { ConfiguredSubject, AssessmentTestKey } from "./configuration.ts";

type ClassesInTerm = { classIds: readonly number[]; academicTermId: number };

export type SubjectOfClass = Pick<SchoolClass, "class_id"> &
  Pick<ConfiguredSubject, "subject_id" | "title" | "version" | "tests" | "given">;

/** Lists the subjects of classes in a term with tests and entered marks, by title and then by class. */
export function listSubjectsOfClasses(params: ClassesInTerm, t: ReadTransaction): Promise<SubjectOfClass[]> {
  return queryRows<SubjectOfClass>(
    `with held as (
       select l.class_id, l.subject_id from lessons l
        where l.class_id = any ($classIds::integer[]) and ${isLessonTaughtInTermSql("l")}
       union
       select a.class_id, a.subject_id from assessments a
        where a.class_id = any ($classIds::integer[]) and a.academic_term_id = $academicTermId
     ), entered as materialized (
       select r.class_id, m.subject_id, m.test_id, m.fortnightly_test_id, m.max_mark::float8 as out_of,
              count(*)::integer as entered, count(m.mark)::integer as count
         from registrations r
         join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
        where r.class_id = any ($classIds::integer[]) and r.academic_term_id = $academicTermId and ${HAS_ANY_ENTRY}
        group by 1, 2, 3, 4, 5
     )
     select held.class_id, s.subject_id, s.title, coalesce(x.version, 0)::bigint as version,
            coalesce(x.tests, '[]') as tests, coalesce(g.given, '[]') as given
       from held
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       join subjects s using (subject_id)
       left join (select a.class_id, a.subject_id, max(a.version) as version,
                         jsonb_agg(jsonb_build_object('test_id', a.test_id, 'fortnightly_test_id', a.fortnightly_test_id,
                                                      'test_date', a.test_date, 'max_mark', a.max_mark)) as tests
                    from assessments a
                   where a.class_id = any ($classIds::integer[]) and a.academic_term_id = $academicTermId
                   group by a.class_id, a.subject_id) x using (class_id, subject_id)
       left join (select e.class_id, e.subject_id,
                         jsonb_agg(jsonb_build_object('test_id', e.test_id, 'fortnightly_test_id', e.fortnightly_test_id,
                                                      'out_of', e.out_of, 'count', e.count, 'entered', e.entered)
                                   order by e.out_of) as given
                    from entered e
                   group by e.class_id, e.subject_id) g using (class_id, subject_id)
      order by s.title collate names, s.subject_id, f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

export type TestChangeOfClass = Omit<RowChange, "row"> &
  AssessmentTestKey & { class_id: number; subject_id: number };

/** Lists the changes to tests of classes in a term after a version, oldest first. */
export function listTestChangesAfter(
  params: ClassesInTerm & { after: number },
  t: ReadTransaction,
): Promise<TestChangeOfClass[]> {
  return queryRows<TestChangeOfClass>(
    `select s.class_id, s.subject_id, s.test_id, s.fortnightly_test_id, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from assessments s
       join audit_events e on e.table_name = 'assessments' and e.row_id = s.assessment_id::text and e.version > $after
       ${JOIN_CHANGE_AUTHOR}
      where s.class_id = any ($classIds::integer[]) and s.academic_term_id = $academicTermId and s.version > $after
      order by s.class_id, s.subject_id, e.event_id`,
    params,
    t,
  );
}

/** Lists the earlier terms whose tests have dates or maxima, newest first. */
export async function listTermsWithTests(academicTermId: number, t: ReadTransaction): Promise<number[]> {
  const terms = await queryRows<{ academic_term_id: number }>(
    `select y.academic_term_id
       from academic_terms y
      where y.academic_year_id is not null and y.academic_term_id < $academicTermId
        and exists (select 1 from assessments a where a.academic_term_id = y.academic_term_id)
      order by y.academic_term_id desc`,
    { academicTermId },
    t,
  );
  return terms.map((term) => term.academic_term_id);
}
