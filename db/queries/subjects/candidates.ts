import { rows, type Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { byNames, hasEveryWord } from "../parts.ts";
import type { SubjectOfYear } from "./assigned-students.ts";

export type Candidate = Pick<Student, "id" | "student_id" | "first_name" | "last_name" | "picture"> &
  Pick<SchoolClass, "label"> & { is_assigned: boolean; is_chosen: boolean };

type Looking = SubjectOfYear & {
  /** No words find only the chosen students. */
  words: readonly string[];
  /** Students who are already chosen; they match whatever the search says. */
  chosen: readonly number[];
};

const IN_CLASS = `students s
      cross join schools o
       join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       join classes c using (class_id)
       left join student_subject_assignments x
              on x.student_key = s.id and x.academic_year_id = $academicYearId and x.subject_id = $subjectId`;

const IS_LIKE = `(${hasEveryWord("concat_ws(' ', s.first_name, s.other_name, s.last_name, c.label)")}
                     or cardinality($words::text[]) = 1 and length(($words::text[])[1]) > 3
                        and ${hasEveryWord("s.student_id")})`;

/** Finds students by a part of their name, class or id: chosen students first, then those of a matching class. */
export function listCandidates(params: Looking & { limit: number }, t: Reading): Promise<Candidate[]> {
  return rows<Candidate>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.picture, c.label, x.employee_id is not null as is_assigned,
            s.id = any ($chosen::integer[]) as is_chosen
       from ${IN_CLASS}
      where s.student_status_id = 1
        and (s.id = any ($chosen::integer[])
             or cardinality($words::text[]) > 0 and ${IS_LIKE})
      order by is_chosen desc, ${hasEveryWord("c.label")} desc, ${byNames("s", "s.id")}
      limit $limit`,
    params,
    t,
  );
}

export type WholeClass = Pick<SchoolClass, "class_id" | "label"> & {
  /** The students who do not have the subject yet. */
  student_keys: number[];
};

/** Lists the classes that match by label or are chosen, each with the students who do not have the subject yet. */
export function listWholeClasses(
  params: SubjectOfYear & { words: readonly string[]; classIds: readonly number[] },
  t: Reading,
): Promise<WholeClass[]> {
  return rows<WholeClass>(
    `select c.class_id, c.label, array_agg(s.id order by s.id) as student_keys
       from ${IN_CLASS}
       join form_classes f using (form_class_id)
      where s.student_status_id = 1 and x.employee_id is null
        and (c.class_id = any ($classIds::integer[])
             or cardinality($words::text[]) > 0 and ${hasEveryWord("c.label")})
      group by c.class_id, f.position
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
