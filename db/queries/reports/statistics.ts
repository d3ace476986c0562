import { queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { StudentGrouping } from "#domain/people/students.ts";
import { IS_IN_CLASS_OF_TERM, IS_PLACED_OR_CURRENT, LEFT_JOIN_REGISTRATION } from "../on-roster.ts";
import { AGE_ON_DAY_SQL, registerOrderSql } from "../parts.ts";
import type { NullableColumns } from "#db/models/rows.ts";
import type { RegistrationRecord } from "#domain/people/registration.ts";

/** SQL by which students are counted: the id of a group or the age in years; null if nothing is recorded. */
const COUNTED_BY: Readonly<Record<StudentGrouping, string>> = {
  "ethnic group": "p.ethnic_group_id",
  religion: "p.religion_id",
  age: AGE_ON_DAY_SQL,
};

/** The number of students in a class. A class without students has one row with the count 0. */
export type StudentCountOfGroup = Pick<SchoolClass, "class_id" | "label"> &
  Pick<FormClass, "group_title"> &
  Pick<Student, "gender"> & { counted: number | null; students: number };

/** Counts the students of each class in the term by sex and group, in the order of the school's classes. */
export function countStudentsByGroup(
  { by, ...params }: { by: StudentGrouping; academicTermId: number; academicYearId: number; day: string },
  t: ReadTransaction,
): Promise<StudentCountOfGroup[]> {
  return queryRows<StudentCountOfGroup>(
    `select c.class_id, c.label, f.group_title, s.gender, (${COUNTED_BY[by]})::integer as counted,
            count(s.id)::integer as students
       from classes c
       join form_classes f using (form_class_id)
       left join registrations r on r.class_id = c.class_id and r.academic_term_id = $academicTermId and ${IS_IN_CLASS_OF_TERM}
       left join students s on s.id = r.student_key and $day::date is not null
       left join student_personal p on p.student_key = s.id
      where c.academic_year_id = $academicYearId
      group by c.class_id, c.label, f.group_title, f.position, s.gender, counted
      order by f.position, c.label collate names, c.class_id, s.gender, counted`,
    params,
    t,
  );
}

export type RegistrationStatusRow = RegistrationRecord &
  Pick<Student, "id" | "first_name" | "last_name"> &
  NullableColumns<Pick<SchoolClass, "class_id">> & {
    /** The label of the last class of a student who has no class this term; null if there never was one. */
    last_label: SchoolClass["label"] | null;
  };

/** Lists the students of the term in register order, including current students without a class. */
export function listRegistrationStatusRows(
  params: { academicTermId: number },
  t: ReadTransaction,
): Promise<RegistrationStatusRow[]> {
  return queryRows<RegistrationStatusRow>(
    `select s.id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, r.class_id,
            case when r.class_id is null then
                 (select c.label
                    from registrations b
                    join classes c using (class_id)
                   where b.student_key = s.id and b.academic_term_id < $academicTermId
                   order by b.academic_term_id desc
                   limit 1) end as last_label,
            to_jsonb(p) as personal, to_jsonb(m) as medical,
            coalesce((select jsonb_agg(f) from family_contacts f where f.student_key = s.id), '[]') as family,
            array(select d.description from student_documents d where d.student_key = s.id order by d.description)
              as documents
       from students s
       ${LEFT_JOIN_REGISTRATION}
       left join student_personal p on p.student_key = s.id
       left join student_medical m on m.student_key = s.id
      where ${IS_PLACED_OR_CURRENT}
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}
