import type { ReadTransaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import type { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import type { FamilyContact, StudentPersonal } from "../../../models/student-records.ts";
import { selectClassStudents, type ClassesInTerm } from "../../class-students.ts";

export type StudentContactsRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "id" | "first_name" | "last_name"> &
  NullableColumns<Pick<StudentPersonal, "address_home" | "town">> & {
    family: Pick<
      FamilyContact,
      | "relationship"
      | "name"
      | "relation"
      | "phone_mobile"
      | "phone_home"
      | "phone_work"
      | "phone_second"
      | "same_as"
    >[];
  };

/** Lists the contacts of each student of the classes in a term, in register order. */
export function listContactsOfClassStudents(
  params: ClassesInTerm,
  t: ReadTransaction,
): Promise<StudentContactsRow[]> {
  const columns = `s.id, s.first_name, s.last_name, p.address_home, p.town,
            coalesce((select jsonb_agg(f order by f.relationship) from family_contacts f where f.student_key = s.id), '[]') as family`;
  return selectClassStudents(
    { columns, joins: "left join student_personal p on p.student_key = s.id" },
    params,
    t,
  );
}
