import { rows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import { IS_OF_CLASSES, type ClassesInTerm } from "../class-students.ts";
import { registerOrderSql, hasEveryPlainWordSql, plainLettersSql } from "../parts.ts";

export type ClassCount = Pick<SchoolClass, "class_id"> & { students: number; signed: number };

/** Counts the students of the classes in a term and their signed reports. A class without students has no row. */
export function countStudentsByClass(params: ClassesInTerm, t: ReadTransaction): Promise<ClassCount[]> {
  return rows<ClassCount>(
    `select r.class_id, count(*)::integer as students, count(d.signed_by)::integer as signed
       from registrations r
       left join term_records d using (student_key, academic_term_id)
      where ${IS_OF_CLASSES}
      group by r.class_id
      order by r.class_id`,
    params,
    t,
  );
}

export type FoundStudent = Pick<SchoolClass, "class_id"> &
  Pick<Student, "student_id" | "first_name" | "last_name"> &
  Pick<SchoolClass, "label"> & { found: number };

type Looking = ClassesInTerm & {
  /** Parts of a name, an ID, a PIN or the class that must all match. Empty to match everybody. */
  words: readonly string[];
  /** Limits the list to the student with this public ID; null for all. */
  studentId: string | null;
  limit: number;
  offset: number;
};

/**
 * Lists matching students of the classes in a term, in register order. Each row also contains the total number found.
 * Class labels are converted to plain letters once per class rather than once per student.
 */
export function listStudentsOfClasses(params: Looking, t: ReadTransaction): Promise<FoundStudent[]> {
  return rows<FoundStudent>(
    `with held as materialized (
       select class_id, label, ${plainLettersSql("' ' || label")} as search_text from classes where class_id = any ($classIds))
     select r.class_id, s.student_id, s.first_name, s.last_name, c.label, count(*) over ()::integer as found
       from registrations r
       join students s on s.id = r.student_key
       join held c using (class_id)
      where ${IS_OF_CLASSES} and ($studentId::text is null or s.student_id = $studentId)
        and ${hasEveryPlainWordSql("s.search_text || c.search_text")}
      order by ${registerOrderSql("s", "s.id")}
      limit $limit offset $offset`,
    params,
    t,
  );
}
