import { queryRows, type ReadTransaction } from "../index.ts";
import { IS_IN_CLASS_OF_TERM } from "./on-roster.ts";
import { PICTURE_COLUMN, registerOrderSql, hasEveryPlainWordSql, plainLettersSql } from "./parts.ts";
import type { SchoolClass } from "../models/classes.ts";
import type { House } from "../models/look-ups.ts";
import type { Student } from "../models/people.ts";
import type { NullableColumns } from "../models/rows.ts";
import type { StudentPersonal } from "../models/student-records.ts";

export type ClassesInTerm = { classIds: readonly number[]; academicTermId: number };

/** SQL condition: the registration `r` belongs to the bound classes and term, and the student counts as a member. */
export const IS_STUDENT_OF_CLASSES = `r.class_id = any ($classIds) and r.academic_term_id = $academicTermId and ${IS_IN_CLASS_OF_TERM}`;

/**
 * Selects columns for each student `s` of the classes in a term, in register order.
 * @param joins SQL joins of further tables about the student
 */
export function selectClassStudents<Row extends object>(
  { columns, joins = "" }: { columns: string; joins?: string },
  params: ClassesInTerm,
  t: ReadTransaction,
): Promise<(Row & { class_id: number })[]> {
  return queryRows<Row & { class_id: number }>(
    `select r.class_id, ${columns}
       from registrations r
       join students s on s.id = r.student_key
       ${joins}
      where ${IS_STUDENT_OF_CLASSES}
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type ClassListRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "date_of_birth"> &
  NullableColumns<Pick<House, "house">>;

/** Lists the students of the classes in a term, in register order. */
export function listClassListRows(params: ClassesInTerm, t: ReadTransaction): Promise<ClassListRow[]> {
  const columns =
    "s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, h.house";
  return selectClassStudents({ columns, joins: "left join houses h using (house_id)" }, params, t);
}

export type PicturedStudentRow = Pick<SchoolClass, "class_id"> &
  Pick<Student, "student_id" | "first_name" | "last_name" | "gender" | "picture"> &
  NullableColumns<Pick<House, "house">>;

/** Lists the students of the classes in a term with their pictures, in register order. */
export function listPicturedStudents(
  params: ClassesInTerm,
  t: ReadTransaction,
): Promise<PicturedStudentRow[]> {
  const columns = `s.student_id, s.first_name, s.last_name, s.gender, ${PICTURE_COLUMN}, h.house`;
  return selectClassStudents({ columns, joins: "left join houses h using (house_id)" }, params, t);
}

/** Lists these students by class in the current term, in register order. Students without a class come last. */
export function listStudentListRows(
  studentKeys: readonly number[],
  t: ReadTransaction,
): Promise<(Omit<ClassListRow, "class_id"> & NullableColumns<Pick<SchoolClass, "label">>)[]> {
  return queryRows(
    `select s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth, h.house, c.label
       from students s
       left join registrations r on r.student_key = s.id and r.academic_term_id = (select current_term_id from schools)
       left join classes c using (class_id)
       left join form_classes f using (form_class_id)
       left join houses h using (house_id)
      where s.id = any ($studentKeys::integer[])
      order by f.position nulls last, c.label collate names, ${registerOrderSql("s", "s.id")}`,
    { studentKeys },
    t,
  );
}

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

type ClassCount = Pick<SchoolClass, "class_id"> & { students: number; signed: number };

/** Counts the students and signed reports of classes in a term. A class without students has no row. */
export function countStudentsByClass(params: ClassesInTerm, t: ReadTransaction): Promise<ClassCount[]> {
  return queryRows<ClassCount>(
    `select r.class_id, count(*)::integer as students, count(d.signed_by)::integer as signed
       from registrations r
       left join term_records d using (student_key, academic_term_id)
      where ${IS_STUDENT_OF_CLASSES}
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
  /** Parts of a name, ID, PIN or class that must all match. An empty list matches everybody. */
  words: readonly string[];
  /** Limits the list to the student with this ID; null for all. */
  studentId: string | null;
  limit: number;
  offset: number;
};

/**
 * Lists matching students of the classes in a term, in register order. Each row also has the total number of matches.
 * Class labels are converted to plain letters once for each class, not once for each student.
 */
export function listStudentsOfClasses(params: Looking, t: ReadTransaction): Promise<FoundStudent[]> {
  return queryRows<FoundStudent>(
    `with held as materialized (
       select class_id, label, ${plainLettersSql("' ' || label")} as search_text from classes where class_id = any ($classIds))
     select r.class_id, s.student_id, s.first_name, s.last_name, c.label, count(*) over ()::integer as found
       from registrations r
       join students s on s.id = r.student_key
       join held c using (class_id)
      where ${IS_STUDENT_OF_CLASSES} and ($studentId::text is null or s.student_id = $studentId)
        and ${hasEveryPlainWordSql("s.search_text || c.search_text")}
      order by ${registerOrderSql("s", "s.id")}
      limit $limit offset $offset`,
    params,
    t,
  );
}
