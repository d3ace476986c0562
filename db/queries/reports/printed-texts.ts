import { queryRows, type ReadTransaction } from "../../index.ts";
import type { Student } from "../../models/people.ts";
import { IS_STUDENT_OF_CLASSES, type ClassesInTerm } from "../class-students.ts";

/** A student with a text that report cards print and that has characters outside the usual alphabets. */
export type UnusualText = Pick<Student, "first_name" | "last_name"> & { class_id: number; text: string };

/** The characters of Latin, Greek and Cyrillic with their usual signs. PostgreSQL has no names for alphabets. */
const UNUSUAL = "'[^\u0001-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf]'";

/** Lists the names, comments, remarks and other words of the students of these classes that have unusual characters. */
export function listUnusualTexts(params: ClassesInTerm, t: ReadTransaction): Promise<UnusualText[]> {
  return queryRows<UnusualText>(
    `with texts as (
       select r.class_id, s.first_name, s.last_name, s.id,
              concat_ws(' ', s.first_name, s.other_name, s.last_name, d.participation, d.project, d.conduct,
                        d.teacher_comment, d.principal_comment,
                        (select string_agg(m.remark, ' ' order by m.mark_id)
                           from marks m
                          where m.student_key = s.id and m.academic_term_id = r.academic_term_id
                            and m.remark is not null)) as text
         from registrations r
         join students s on s.id = r.student_key
         left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
        where ${IS_STUDENT_OF_CLASSES}
     )
     select class_id, first_name, last_name, text
       from texts
      where text ~ ${UNUSUAL}
      order by class_id, last_name collate names, first_name collate names, id`,
    params,
    t,
  );
}
