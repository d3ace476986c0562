import { queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { registerOrderSql, hasEveryWordSql } from "../parts.ts";
import type { SubjectOfYear } from "./assigned-students.ts";

export type AssignmentCandidate = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "picture"
> &
  Pick<SchoolClass, "label"> & { is_assigned: boolean; is_chosen: boolean };

type Looking = SubjectOfYear & {
  /** If there are no words, only the chosen students are found. */
  words: readonly string[];
  /** Students who are already chosen. The result always includes them. */
  chosen: readonly number[];
};

const IN_CLASS = `students s
      cross join schools o
       join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       join classes c using (class_id)
       left join student_subject_assignments x
              on x.student_key = s.id and x.academic_year_id = $academicYearId and x.subject_id = $subjectId`;

const IS_LIKE = `(${hasEveryWordSql("concat_ws(' ', s.first_name, s.other_name, s.last_name, c.label)")}
                     or cardinality($words::text[]) = 1 and length(($words::text[])[1]) > 3
                        and ${hasEveryWordSql("s.student_id")})`;

/** Finds students by parts of name, class or ID. Chosen students come first, then students of a matching class. */
export function listAssignmentCandidates(
  params: Looking & { limit: number },
  t: ReadTransaction,
): Promise<AssignmentCandidate[]> {
  return queryRows<AssignmentCandidate>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.picture, c.label, x.employee_id is not null as is_assigned,
            s.id = any ($chosen::integer[]) as is_chosen
       from ${IN_CLASS}
      where s.student_status_id = 1
        and (s.id = any ($chosen::integer[])
             or cardinality($words::text[]) > 0 and ${IS_LIKE})
      order by is_chosen desc, ${hasEveryWordSql("c.label")} desc, ${registerOrderSql("s", "s.id")}
      limit $limit`,
    params,
    t,
  );
}

export type AssignableClass = Pick<SchoolClass, "class_id" | "label"> & {
  /** The students of the class who do not have the subject yet. */
  student_keys: number[];
};

/** Lists classes that match by label or are chosen, with the students who do not have the subject yet. */
export function listAssignableClasses(
  params: SubjectOfYear & { words: readonly string[]; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<AssignableClass[]> {
  return queryRows<AssignableClass>(
    `select c.class_id, c.label, array_agg(s.id order by s.id) as student_keys
       from ${IN_CLASS}
       join form_classes f using (form_class_id)
      where s.student_status_id = 1 and x.employee_id is null
        and (c.class_id = any ($classIds::integer[])
             or cardinality($words::text[]) > 0 and ${hasEveryWordSql("c.label")})
      group by c.class_id, f.position
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
