import { rows, type Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { OrNull } from "../../models/rows.ts";
import type { RegistrationRecord } from "#domain/people/registration.ts";
import { IS_OF_SCHOOL, REGISTRATION_IF_ANY } from "../on-roster.ts";
import { byNames } from "../parts.ts";

export type RegistrationStatusRow = RegistrationRecord &
  Pick<Student, "id" | "first_name" | "last_name"> &
  OrNull<Pick<SchoolClass, "class_id">> & {
    /** The last class, if any, of a student without a class this term. */
    last_label: SchoolClass["label"] | null;
  };

/** Lists the students in a class of the term and current students without one, in register order. */
export function registrationStatusRows(
  asked: { academicTermId: number },
  t: Reading,
): Promise<RegistrationStatusRow[]> {
  return rows<RegistrationStatusRow>(
    `select s.id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, r.class_id,
            case when r.class_id is null then
                 (select c.label
                    from registrations b
                    join classes c using (class_id)
                   where b.student_key = s.id and b.academic_term_id < $academicTermId
                   order by b.academic_term_id desc
                   limit 1) end as last_label,
            to_jsonb(p) as personal, to_jsonb(m) as medical,
            coalesce((select jsonb_agg(f) from student_family f where f.student_key = s.id), '[]') as family,
            array(select d.description from student_documents d where d.student_key = s.id order by d.description)
              as documents
       from students s
       ${REGISTRATION_IF_ANY}
       left join student_personal p on p.student_key = s.id
       left join student_medical m on m.student_key = s.id
      where ${IS_OF_SCHOOL}
      order by ${byNames("s", "s.id")}`,
    asked,
    t,
  );
}
