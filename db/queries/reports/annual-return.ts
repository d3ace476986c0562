import { queryRows, type ReadTransaction } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { EmployeePost } from "../../models/employee-records.ts";
import type { Employee, Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { StudentPersonal } from "../../models/student-records.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { IS_PLACED_OR_CURRENT, LEFT_JOIN_REGISTRATION } from "../on-roster.ts";
import { ABSENT_STATES_SQL, LATE_STATES_SQL, AGE_ON_DAY_SQL, registerOrderSql } from "../parts.ts";

/** A student in the annual return, who was in a class of the term or is a current student without a class. */
export type AnnualReturnStudent = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "gender" | "date_of_birth"
> &
  NullableColumns<Pick<SchoolClass, "class_id" | "label">> &
  NullableColumns<Pick<FormClass, "form_level">> &
  NullableColumns<Pick<StudentPersonal, "religion_id" | "ethnic_group_id">> & {
    /** The age in whole years on the bound day. */
    age: number | null;
    /** The form level at the end of the previous year; null if the student was not at the school then. */
    level_before: number | null;
  };

type AskedStudents = { academicTermId: number; previousYearId: number; day: string };

export function listReturnStudents(
  params: AskedStudents,
  t: ReadTransaction,
): Promise<AnnualReturnStudent[]> {
  return queryRows<AnnualReturnStudent>(
    `with before as materialized (
       select distinct on (b.student_key) b.student_key, g.form_level
         from registrations b
         join classes k using (class_id)
         join form_classes g using (form_class_id)
        where b.academic_year_id = $previousYearId
        order by b.student_key, b.academic_term_id desc
     )
     select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth,
            ${AGE_ON_DAY_SQL} as age, c.class_id, c.label, f.form_level,
            p.religion_id, p.ethnic_group_id, b.form_level as level_before
       from students s
       ${LEFT_JOIN_REGISTRATION}
       left join classes c on c.class_id = r.class_id
       left join form_classes f using (form_class_id)
       left join student_personal p on p.student_key = s.id
       left join before b on b.student_key = s.id
      where ${IS_PLACED_OR_CURRENT}
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type AnnualReturnEmployee = Pick<
  Employee,
  "employee_id" | "title" | "first_name" | "last_name" | "gender"
> &
  NullableColumns<Pick<EmployeePost, "employee_post_id" | "post">> & { qualification_ids: number[] };

export function listReturnEmployees(t: ReadTransaction): Promise<AnnualReturnEmployee[]> {
  return queryRows<AnnualReturnEmployee>(
    `select e.employee_id, e.title, e.first_name, e.last_name, e.gender, p.employee_post_id, p.post,
            array(select q.qualification_id::integer from employee_qualifications q
                   where q.employee_id = e.employee_id and q.value <> '' order by q.qualification_id) as qualification_ids
       from employees e
       left join employee_employment m using (employee_id)
       left join employee_posts p on p.employee_post_id = m.substantive_post_id
      where e.employee_status_id = ${ACTIVE_EMPLOYEE}
      order by ${registerOrderSql("e", "e.employee_id")}`,
    [],
    t,
  );
}

export type TermAttendance = Pick<Student, "first_name" | "last_name" | "gender"> &
  Pick<FormClass, "form_level"> & {
    student_key: number;
    academic_term_id: number;
    /** The sessions in which a register of a class of the level has the student. Late counts as present. */
    possible: number;
    absent: number;
    late: number;
  };

/** Counts the sessions, absences and late arrivals of each student in each term of a year. */
export function listTermAttendance(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<TermAttendance[]> {
  return queryRows<TermAttendance>(
    `with counted as materialized (
       select y.academic_term_id, e.class_id, e.student_key, count(*)::integer as possible,
              count(*) filter (where e.state in ${ABSENT_STATES_SQL})::integer as absent,
              count(*) filter (where e.state in ${LATE_STATES_SQL})::integer as late
         from academic_terms y
         join attendance_entries e on e.day between y.term_start and y.term_end
        where y.academic_year_id = $academicYearId
        group by y.academic_term_id, e.class_id, e.student_key
     )
     select n.academic_term_id, n.student_key, s.first_name, s.last_name, s.gender, f.form_level,
            n.possible, n.absent, n.late
       from counted n
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       join students s on s.id = n.student_key
      order by n.academic_term_id, ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type ClassMarkedSessions = Pick<SchoolClass, "class_id" | "label"> &
  Pick<FormClass, "form_level"> & {
    academic_term_id: number;
    /** The number of sessions that have a register. */
    marked: number;
  };

export function listMarkedSessionsByClass(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<ClassMarkedSessions[]> {
  return queryRows<ClassMarkedSessions>(
    `select y.academic_term_id, c.class_id, c.label, f.form_level, count(g.class_id)::integer as marked
       from academic_terms y
       join classes c using (academic_year_id)
       join form_classes f using (form_class_id)
       left join attendance_registers g on g.class_id = c.class_id and g.day between y.term_start and y.term_end
      where y.academic_year_id = $academicYearId
      group by y.academic_term_id, c.class_id, c.label, f.form_level, f.position
      order by y.academic_term_id, f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
