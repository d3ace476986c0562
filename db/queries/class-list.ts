import { rows } from "../index.ts";
import type { Reading } from "../index.ts";

export type ClassListRow = {
  class_id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  gender: "M" | "F" | null;
  date_of_birth: string | null;
  house: string | null;
};

/** Who was registered in the classes that term, in the order of the register. */
export function classListRows(
  { classIds, academicTermId }: { classIds: readonly number[]; academicTermId: number },
  t: Reading,
): Promise<ClassListRow[]> {
  return rows<ClassListRow>(
    `select r.class_id, s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, h.house
       from registrations r
       join students s on s.id = r.student_key
       left join houses h using (house_id)
      where r.class_id = any($1) and r.academic_term_id = $2
      order by s.last_name collate names, s.first_name collate names, s.id`,
    [classIds, academicTermId],
    t,
  );
}
