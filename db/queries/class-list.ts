import type { Reading } from "../index.ts";
import type { SchoolClass } from "../models/classes.ts";
import type { House } from "../models/look-ups.ts";
import type { Student } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import { classStudents, type StudentsOf } from "./class-students.ts";

export type ClassListRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "date_of_birth"> &
  OrNull<Pick<House, "house">>;

export function classListRows(asked: StudentsOf, t: Reading): Promise<ClassListRow[]> {
  const columns =
    "s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, h.house";
  return classStudents({ columns, joins: "left join houses h using (house_id)" }, asked, t);
}
