import { rows, type Reading } from "../../../index.ts";

type Asked = {
  classIds: readonly number[];
  subjectIds: readonly number[];
  fortnightlyTestIds: readonly number[];
  employeeIds: readonly number[];
  academicTermIds: readonly number[];
};

export type Naming = {
  of: "class" | "subject" | "fortnightly test" | "employee" | "assessment";
  id: number;
  words: string;
};

/** Finds the names of what the rows of two students refer to; for a term, also its type of assessment. */
export function namesOfMerged(asked: Asked, t: Reading): Promise<Naming[]> {
  return rows<Naming>(
    `select 'class' as of, c.class_id as id, c.label as words
       from classes c where c.class_id = any ($classIds::integer[])
      union all
     select 'subject', s.subject_id, s.title from subjects s where s.subject_id = any ($subjectIds::integer[])
      union all
     select 'fortnightly test', n.fortnightly_test_id, n.title
       from fortnightly_tests n where n.fortnightly_test_id = any ($fortnightlyTestIds::integer[])
      union all
     select 'employee', e.employee_id, concat_ws(' ', e.first_name, e.last_name)
       from employees e where e.employee_id = any ($employeeIds::integer[])
      union all
     select 'assessment', y.academic_term_id, y.assessment_type
       from academic_terms y where y.academic_term_id = any ($academicTermIds::integer[])
      order by of, id`,
    asked,
    t,
  );
}
