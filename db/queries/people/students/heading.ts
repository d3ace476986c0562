import { queryRow, queryRows, type ReadTransaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import type { StudentStatus } from "../../../models/look-ups.ts";
import type { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import type { RowOf } from "../../../models/table.ts";
import type { ClassTeacherRow } from "../../class-teachers.ts";
import {
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  isClassInScopeSql,
  isTeacherOfClassSql,
  classTeachersSql,
  type QueryScope,
} from "../../parts.ts";
import type { CalendarTerm } from "#db/models/school.ts";

export type StudentHeading = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "last_name"
  | "picture"
  | "student_status_id"
  | "serial_number"
  | "serial_locked"
> &
  NullableColumns<Pick<SchoolClass, "class_id" | "label">> & {
    status: RowOf<typeof StudentStatus>["detail"];
    teachers: ClassTeacherRow[];
    is_teacher: boolean;
    is_in_scope: boolean;
    /** True if there is a custody or court order. Everybody who opens the record sees this. */
    has_court_order: boolean;
  };

/** Finds a student, who may have left, because the record of a former student stays readable. */
export function findStudentHeading(
  params: QueryScope & { studentKey: number },
  t: ReadTransaction,
): Promise<StudentHeading | null> {
  return queryRow<StudentHeading>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.picture, s.student_status_id, s.serial_number,
            s.serial_locked, u.detail as status,
            c.class_id, c.label, ${classTeachersSql({ classId: "c.class_id", day: DAY_OF_CURRENT_TERM_SQL })} as teachers,
            c.class_id is not null and ${isTeacherOfClassSql("c", CURRENT_TERM_SQL)} as is_teacher,
            c.class_id is not null and ${isClassInScopeSql("c", CURRENT_TERM_SQL)} as is_in_scope,
            coalesce(k.court_order, false) as has_court_order
       from students s
       join student_statuses u using (student_status_id)
      cross join schools o
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c using (class_id)
       left join student_home k on k.student_key = s.id
      where s.id = $studentKey
      order by s.id`,
    params,
    t,
  );
}

type CardTerm = Pick<CalendarTerm, "academic_term_id" | "academic_year_id" | "term">;

/** Lists the begun terms in which the student was in a class that is in scope, newest first. */
export function listReportCardTerms(
  params: QueryScope & { studentKey: number },
  t: ReadTransaction,
): Promise<CardTerm[]> {
  return queryRows<CardTerm>(
    `select y.academic_term_id, y.academic_year_id, y.term
       from registrations r
       join classes c using (class_id)
       join academic_terms y on y.academic_term_id = r.academic_term_id
      cross join schools o
      where r.student_key = $studentKey and y.academic_term_id <= o.current_term_id and ${isClassInScopeSql("c", "y.academic_term_id")}
      order by y.academic_term_id desc`,
    params,
    t,
  );
}

type StudentName = Pick<Student, "first_name" | "last_name"> & { student_key: number };

/** Lists the names of these students, who may have left. */
export function listNamesOfStudents(
  params: { studentKeys: readonly number[] },
  t: ReadTransaction,
): Promise<StudentName[]> {
  return queryRows<StudentName>(
    `select s.id as student_key, s.first_name, s.last_name
       from students s
      where s.id = any ($studentKeys::integer[])
      order by s.last_name collate names, s.first_name collate names, s.id`,
    params,
    t,
  );
}
