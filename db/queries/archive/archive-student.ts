import { queryRow, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { AcademicTerm, School } from "../../models/school.ts";

export type ArchiveStudent = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "gender" | "student_status_id"
> &
  Pick<School, "flavour" | "time_zone"> &
  NullableColumns<Pick<SchoolClass, "label"> & Pick<FormClass, "form_level"> & Pick<AcademicTerm, "term">> & {
    form_classes: Pick<FormClass, "form_class_id" | "form_level">[];
  };

export function findArchiveStudent(studentKey: number, t: ReadTransaction): Promise<ArchiveStudent | null> {
  return queryRow<ArchiveStudent>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.student_status_id, o.flavour, o.time_zone,
            y.term, c.label, f.form_level,
            (select coalesce(jsonb_agg(jsonb_build_object('form_class_id', g.form_class_id, 'form_level', g.form_level)
                                       order by g.position), '[]')
               from form_classes g) as form_classes
       from students s
      cross join schools o
       left join academic_terms y on y.academic_term_id = o.current_term_id
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c on c.class_id = r.class_id
       left join form_classes f on f.form_class_id = c.form_class_id
      where s.id = $studentKey`,
    { studentKey },
    t,
  );
}
