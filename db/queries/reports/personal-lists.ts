import type { ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { StudentPersonal } from "../../models/student-records.ts";
import { selectClassStudents, type ClassesInTerm } from "../class-students.ts";

export type PersonalListRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "first_name" | "last_name" | "gender"> &
  NullableColumns<Pick<StudentPersonal, "school_feeding" | "device_type" | "internet_access">>;

export function listPersonalListRows(params: ClassesInTerm, t: ReadTransaction): Promise<PersonalListRow[]> {
  const columns = "s.first_name, s.last_name, s.gender, p.school_feeding, p.device_type, p.internet_access";
  return selectClassStudents(
    { columns, joins: "left join student_personal p on p.student_key = s.id" },
    params,
    t,
  );
}
