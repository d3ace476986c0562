import { queryRow, queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { Lesson, SchoolClass, StudentSubjectAssignment } from "../../models/classes.ts";
import type { Employee, Student } from "../../models/people.ts";
import type { RowOf } from "../../models/table.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { registerOrderSql } from "../parts.ts";
import type { SubjectOfYear } from "./assigned-students.ts";

type OfStudents = SubjectOfYear & { studentKeys: readonly number[] };

export type SubjectTeacher = Pick<Employee, "employee_id" | "first_name" | "last_name"> & {
  /** The classes in which only students who chose the lesson attend it. */
  class_ids: number[];
};

/** Lists this year's teachers of lessons by choice in the subject. */
export function listSubjectTeachers(params: SubjectOfYear, t: ReadTransaction): Promise<SubjectTeacher[]> {
  return queryRows<SubjectTeacher>(
    `select e.employee_id, e.first_name, e.last_name, array_agg(l.class_id order by l.class_id) as class_ids
       from lessons l
       join classes c using (class_id)
       join employees e using (employee_id)
      where l.subject_id = $subjectId and c.academic_year_id = $academicYearId and l.by_choice
        and l.ended_on is null and e.employee_status_id = 1
      group by e.employee_id
      order by ${registerOrderSql("e", "e.employee_id")}`,
    params,
    t,
  );
}

export type StudentToAssign = Pick<Student, "student_id" | "first_name" | "last_name"> &
  Pick<RowOf<typeof StudentSubjectAssignment>, "student_key"> &
  Pick<SchoolClass, "label"> & {
    /** The student's teacher in the subject now; null if the student does not have the subject. */
    employee_id: number | null;
    /** Whether the teacher's lesson in the student's class is by choice; null if there is no such lesson. */
    by_choice: Lesson["by_choice"] | null;
  };

/**
 * Locks students who are in a class this term until the transaction ends, so that changes to their subjects follow one
 * another. Returns their current assignments.
 * @param params.employeeId the teacher of the lesson, or null for none
 */
export async function lockStudentsOfTerm(
  { employeeId, ...params }: OfStudents & { employeeId: number | null },
  t: TermTransaction,
): Promise<StudentToAssign[]> {
  const { studentKeys } = params;
  await runQuery(
    "select id from students where id = any ($studentKeys::integer[]) order by id for no key update",
    { studentKeys },
    t,
  );
  return queryRows<StudentToAssign>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, c.label, x.employee_id,
            (select l.by_choice
               from lessons l
              where l.class_id = c.class_id and l.subject_id = $subjectId and l.employee_id = $employeeId
                and l.ended_on is null) as by_choice
       from students s
      cross join schools o
       join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       join classes c using (class_id)
       left join student_subject_assignments x
              on x.student_key = s.id and x.academic_year_id = $academicYearId and x.subject_id = $subjectId
      where s.id = any ($studentKeys::integer[]) and s.student_status_id = 1
      order by ${registerOrderSql("s", "s.id")}`,
    { ...params, employeeId },
    t,
  );
}

/** Assigns the subject and its teacher to students, replacing another teacher. Call `lockStudentsOfTerm` first. */
export function assignSubject(
  params: OfStudents & { employeeId: number },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into student_subject_assignments (student_key, academic_year_id, subject_id, employee_id)
     select student_key, $academicYearId, $subjectId, $employeeId
       from unnest($studentKeys::integer[]) student_key
      order by student_key
     on conflict (student_key, academic_year_id, subject_id) do update set employee_id = excluded.employee_id`,
    params,
    t,
  );
}

/** Removes the subject from students. Returns the students who had it. Call `lockStudentsOfTerm` first. */
export async function unassignSubject(params: OfStudents, t: TermTransaction): Promise<number[]> {
  const gone = await queryRows<Pick<StudentToAssign, "student_key">>(
    `delete from student_subject_assignments
      where student_key = any ($studentKeys::integer[]) and academic_year_id = $academicYearId
        and subject_id = $subjectId
     returning student_key`,
    params,
    t,
  );
  return gone.map(({ student_key }) => student_key);
}

/** Finds a student's key by the ID that people see, or null. The ID of a merged record finds the remaining record. */
export async function findStudentKeyById(studentId: string, t: ReadTransaction): Promise<number | null> {
  const found = await queryRow<Pick<Student, "id">>(
    `with recursive named as (
       select s.id, s.merged_into from students s where s.student_id = $studentId
        union all
       select s.id, s.merged_into from named n join students s on s.id = n.merged_into)
     select n.id from named n where n.merged_into is null order by n.id`,
    { studentId },
    t,
  );
  return found?.id ?? null;
}
