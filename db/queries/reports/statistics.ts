import { rows, type Reading } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { CountedBy } from "#domain/people/students.ts";
import { IS_IN_CLASS } from "../on-roster.ts";
import { AGE_ON_DAY } from "../parts.ts";

/** The columns for counting: the id of a group, or age in whole years; null when it is not recorded. */
const COUNTED_BY: Readonly<Record<CountedBy, string>> = {
  "ethnic group": "p.ethnic_group_id",
  religion: "p.religion_id",
  age: AGE_ON_DAY,
};

/** A class without students has one row with a count of 0. */
export type CountedStudents = Pick<SchoolClass, "class_id" | "label"> &
  Pick<FormClass, "group_title"> &
  Pick<Student, "gender"> & { counted: number | null; students: number };

/** Counts the students of each class of the term by sex and group, in the order of the school's classes. */
export function countedStudents(
  { by, ...asked }: { by: CountedBy; academicTermId: number; academicYearId: number; day: string },
  t: Reading,
): Promise<CountedStudents[]> {
  return rows<CountedStudents>(
    `select c.class_id, c.label, f.group_title, s.gender, (${COUNTED_BY[by]})::integer as counted,
            count(s.id)::integer as students
       from classes c
       join form_classes f using (form_class_id)
       left join registrations r on r.class_id = c.class_id and r.academic_term_id = $academicTermId and ${IS_IN_CLASS}
       left join students s on s.id = r.student_key and $day::date is not null
       left join student_personal p on p.student_key = s.id
      where c.academic_year_id = $academicYearId
      group by c.class_id, c.label, f.group_title, f.position, s.gender, counted
      order by f.position, c.label collate names, c.class_id, s.gender, counted`,
    asked,
    t,
  );
}
