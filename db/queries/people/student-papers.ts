import type { StudentDocumentKind } from "#domain/people/students.ts";
import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { FamilyContact, StudentDocument, StudentMedical } from "../../models/student-records.ts";
import type { RowOf } from "../../models/table.ts";
import { CURRENT_TERM_SQL, isTeacherOfClassSql } from "../parts.ts";
import {
  buildStudentQuery,
  CURRENT_REGISTRATIONS_SQL,
  type StudentOrder,
  type StudentSearch,
} from "./student-search.ts";

export type StudentWithDocument = Pick<Student, "id" | "first_name" | "last_name"> &
  Pick<RowOf<typeof StudentDocument>, "original_name"> &
  NullableColumns<Pick<SchoolClass, "label">> & { place: number; found: number };

type Asked = StudentSearch & {
  order: StudentOrder;
  description: StudentDocumentKind;
  studentKey: number;
  /** The number of students that are listed before the given student, and after that student. */
  around: number;
  /** True to list only students of the classes with the person as form teacher or co-teacher. */
  isOwnClassOnly: boolean;
};

/** SQL condition: the bound employee is a teacher of the class of the student `s`. */
const IS_OF_OWN_CLASS = `s.id in (
             select r.student_key
               from registrations r
               join classes c using (class_id)
              where r.academic_term_id = (select current_term_id from schools) and ${isTeacherOfClassSql("c", CURRENT_TERM_SQL)})`;

/**
 * Lists the students of a list who have a document of a kind, around a student. `found` counts all of them. The
 * result is empty if the list lacks the student.
 */
export function listStudentsWithDocument(
  { description, studentKey, around, isOwnClassOnly, ...params }: Asked,
  t: ReadTransaction,
): Promise<StudentWithDocument[]> {
  const { held, from, where, orderBy, bound } = buildStudentQuery(params);
  return queryRows<StudentWithDocument>(
    `with ${held}, listed as (
       select s.id, s.first_name, s.last_name, d.original_name,
              row_number() over (order by ${orderBy})::integer as place, count(*) over ()::integer as found
         from ${from}
         join student_documents d on d.student_key = s.id and d.description = $description
        where ${where}${isOwnClassOnly ? ` and ${IS_OF_OWN_CLASS}` : ""}
     )
     select l.id, l.first_name, l.last_name, l.original_name, l.place, l.found, c.label
       from listed l
       join listed m on m.id = $studentKey and l.place between m.place - $around and m.place + $around
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = l.id
       left join classes c on c.class_id = r.class_id
      order by l.place`,
    { ...bound, description, studentKey, around },
    t,
  );
}

export type DocumentFacts = Pick<
  Student,
  "first_name" | "other_name" | "last_name" | "date_of_birth" | "birth_certificate_pin" | "gender"
> & {
  mother: FamilyContact["name"] | null;
  father: FamilyContact["name"] | null;
  medical: StudentMedical | null;
};

/** Reads the values of a record with which a student's documents are compared. */
export async function findDocumentFacts(studentKey: number, t: ReadTransaction): Promise<DocumentFacts> {
  const nameOf = (relationship: number) =>
    `(select f.name from family_contacts f where f.student_key = s.id and f.relationship = ${relationship})`;
  const found = await queryRow<DocumentFacts>(
    `select s.first_name, s.other_name, s.last_name, s.date_of_birth::text as date_of_birth, s.birth_certificate_pin,
            s.gender, ${nameOf(1)} as father, ${nameOf(2)} as mother, to_jsonb(m) as medical
       from students s
       left join student_medical m on m.student_key = s.id
      where s.id = $studentKey
      order by s.id`,
    { studentKey },
    t,
  );
  if (!found) throw new Error("The student no longer exists.");
  return found;
}
