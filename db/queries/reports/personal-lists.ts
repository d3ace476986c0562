import type { Reading } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { OrNull } from "../../models/rows.ts";
import type { StudentPersonal } from "../../models/student-records.ts";
import { classStudents, type ClassesInTerm } from "../class-students.ts";

export type PersonalListRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "first_name" | "last_name" | "gender"> &
  OrNull<Pick<StudentPersonal, "school_feeding" | "device_type" | "internet_access">>;

export function listPersonalListRows(params: ClassesInTerm, t: Reading): Promise<PersonalListRow[]> {
  const columns = "s.first_name, s.last_name, s.gender, p.school_feeding, p.device_type, p.internet_access";
  return classStudents({ columns, joins: "left join student_personal p on p.student_key = s.id" }, params, t);
}
