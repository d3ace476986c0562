import { rows, type Reading } from "../index.ts";
import type { Registration } from "../models/classes.ts";
import type { House } from "../models/look-ups.ts";
import type { Student } from "../models/people.ts";
import type { OrNull } from "../models/rows.ts";
import { byNames } from "./parts.ts";

export type ClassListRow = Pick<Registration, "class_id"> &
  Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "date_of_birth"> &
  OrNull<Pick<House, "house">>;

/** Who was registered in the classes that term, in the order of the register. */
export function classListRows(
  asked: { classIds: readonly number[]; academicTermId: number },
  t: Reading,
): Promise<ClassListRow[]> {
  return rows<ClassListRow>(
    `select r.class_id, s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, h.house
       from registrations r
       join students s on s.id = r.student_key
       left join houses h using (house_id)
      where r.class_id = any ($classIds) and r.academic_term_id = $academicTermId
      order by ${byNames("s", "s.id")}`,
    asked,
    t,
  );
}
