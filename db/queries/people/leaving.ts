import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { SchoolClass } from "../../models/classes.ts";
import { Employee, type Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { registerOrderSql, TODAY_SQL } from "../parts.ts";
import { HAS_ANY_ENTRY_IN_TERM } from "../on-roster.ts";
import { CURRENT_REGISTRATIONS_SQL } from "./student-search.ts";

export type LeavingEmployeeRow = Pick<
  Employee,
  "employee_id" | "first_name" | "last_name" | "gender" | "employee_status_id"
> &
  NullableColumns<Pick<Account, "account_id" | "user_name">> & { status: string; permissions: number[] };

export function findEmployeeToLeave(
  employeeId: number,
  t: ReadTransaction,
): Promise<LeavingEmployeeRow | null> {
  return queryRow<LeavingEmployeeRow>(
    `select e.employee_id, e.first_name, e.last_name, e.gender, e.employee_status_id, s.status, a.account_id, a.user_name,
         array(select p.user_permission_id from account_permissions p
                where p.account_id = a.account_id order by p.user_permission_id) as permissions
    from employees e
    join employee_statuses s using (employee_status_id)
    left join accounts a using (employee_id)
   where e.employee_id = $employeeId
   order by e.employee_id`,
    { employeeId },
    t,
  );
}

/**
 * Locks these employees. Until the transaction ends, nobody else can record that they left, restore them or assign
 * anything to them. Returns the ids of current employees among them.
 */
export async function lockColleagues(employeeIds: readonly number[], t: Transaction): Promise<number[]> {
  const found = await queryRows<Pick<Employee, "employee_id" | "employee_status_id">>(
    `select employee_id, employee_status_id
       from employees
      where employee_id = any ($employeeIds::integer[])
      order by employee_id
        for no key update`,
    { employeeIds },
    t,
  );
  return found.filter((item) => item.employee_status_id === 1).map((item) => item.employee_id);
}

export async function setEmployeeStatus(
  { employeeId, statusId }: { employeeId: number; statusId: number },
  t: Transaction,
): Promise<void> {
  await Employee.update({ employee_status_id: statusId }, { employee_id: employeeId }, t);
}

export type ClassToHandOverRow = Pick<SchoolClass, "class_id" | "label"> & { co_teachers: number[] };

export function listClassesToHandOver(employeeId: number, t: ReadTransaction): Promise<ClassToHandOverRow[]> {
  return queryRows<ClassToHandOverRow>(
    `select c.class_id, c.label,
            array(select k.employee_id from class_teachers k
                   where k.class_id = c.class_id and not k.is_lead and k.to_date is null
                   order by k.employee_id) as co_teachers
       from class_teachers h
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      cross join schools o
       join academic_terms y on y.academic_term_id = o.current_term_id and y.academic_year_id = c.academic_year_id
      where h.employee_id = $employeeId and h.is_lead and h.to_date is null
      order by f.position, c.label collate names, c.class_id`,
    { employeeId },
    t,
  );
}

export type LessonsOfClass = Pick<SchoolClass, "label"> & { lessons: number };

export function listLessonsByClass(employeeId: number, t: ReadTransaction): Promise<LessonsOfClass[]> {
  return queryRows<LessonsOfClass>(
    `select c.label, count(*)::integer as lessons
       from lessons l
       join classes c using (class_id)
       join form_classes f using (form_class_id)
      cross join schools o
       join academic_terms y on y.academic_term_id = o.current_term_id and y.academic_year_id = c.academic_year_id
      where l.employee_id = $employeeId and l.ended_on is null
      group by c.class_id, f.position, c.label
      order by f.position, c.label collate names`,
    { employeeId },
    t,
  );
}

export type LessonHandover = {
  leaverId: number;
  successorId: number;
  classIds: readonly number[];
  /** The lessons to hand over. If the list is missing, all lessons in these classes are handed over. */
  lessonIds?: readonly number[];
};

const IS_HANDED_OVER = "($lessonIds::integer[] is null or l.lesson_id = any ($lessonIds::integer[]))";

/**
 * Hands over the lessons in these classes, with the students who chose the subject with the teacher who leaves. If the
 * successor already has such a lesson, the old lesson stays, because its marks belong to it; the successor's lesson is
 * resumed if it had ended.
 */
export async function handOverLessons(params: LessonHandover, t: TermTransaction): Promise<void> {
  const { leaverId, successorId, classIds, lessonIds = null } = params;
  await runQuery(
    `update lessons k
        set ended_on = null
       from lessons l
      where l.employee_id = $leaverId and l.class_id = any ($classIds::integer[]) and l.ended_on is null and ${IS_HANDED_OVER}
        and k.employee_id = $successorId and k.class_id = l.class_id and k.subject_id = l.subject_id
        and k.ended_on is not null`,
    { leaverId, successorId, classIds, lessonIds },
    t,
  );
  await runQuery(
    `update student_subject_assignments x
        set employee_id = $successorId
       from lessons l
       join classes c using (class_id)
      where l.employee_id = $leaverId and l.class_id = any ($classIds::integer[]) and l.by_choice and ${IS_HANDED_OVER}
        and l.ended_on is null
        and x.employee_id = $leaverId and x.subject_id = l.subject_id and x.academic_year_id = c.academic_year_id
        and exists (select 1 from registrations r
                     where r.student_key = x.student_key and r.class_id = l.class_id)`,
    { leaverId, successorId, classIds, lessonIds },
    t,
  );
  await runQuery(
    `update lessons l
        set employee_id = $successorId
      where l.employee_id = $leaverId and l.class_id = any ($classIds::integer[]) and l.ended_on is null and ${IS_HANDED_OVER}
        and not exists (select 1 from lessons k
                         where k.employee_id = $successorId and k.class_id = l.class_id and k.subject_id = l.subject_id)`,
    { leaverId, successorId, classIds, lessonIds },
    t,
  );
}

export type ColleagueRow = Pick<Employee, "employee_id" | "first_name" | "last_name">;

/** Lists all other current employees. */
export function listColleagues(employeeId: number, t: ReadTransaction): Promise<ColleagueRow[]> {
  return queryRows<ColleagueRow>(
    `select e.employee_id, e.first_name, e.last_name
       from employees e
      where e.employee_status_id = 1 and e.employee_id <> $employeeId
      order by ${registerOrderSql("e", "e.employee_id")}`,
    { employeeId },
    t,
  );
}

export type LeavingStudentRow = Pick<
  Student,
  "id" | "student_id" | "first_name" | "last_name" | "gender" | "picture" | "student_status_id"
> &
  NullableColumns<Pick<SchoolClass, "class_id" | "label">> & {
    status: string;
    /** True if the student was registered in any term of any year. */
    was_registered: boolean;
    /** True if the current term's marks or report have entries. The student then stays on the sheets and the report. */
    has_something: boolean;
  };

/** Finds a student who leaves or has left, with the class of the current term. */
export function findStudentToLeave(
  studentKey: number,
  t: ReadTransaction,
): Promise<LeavingStudentRow | null> {
  return queryRow<LeavingStudentRow>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.picture, s.student_status_id, u.detail as status,
            c.class_id, c.label, r.student_key is not null and ${HAS_ANY_ENTRY_IN_TERM} as has_something,
            exists (select 1 from registrations q where q.student_key = s.id) as was_registered
       from students s
       join student_statuses u using (student_status_id)
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
       left join classes c using (class_id)
      where s.id = $studentKey
      order by s.id`,
    { studentKey },
    t,
  );
}

/** Locks a student's status. Until the transaction ends, nobody else can delete the student or change the status. */
export function lockStudentStatus(studentKey: number, t: TermTransaction): Promise<void> {
  return runQuery("select from students where id = $studentKey for no key update", { studentKey }, t);
}

/** Sets a student's status from today on, by the school's time zone. */
export function setStudentStatus(
  params: { studentKey: number; statusId: number },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `update students s
        set student_status_id = $statusId, status_since = ${TODAY_SQL}
       from schools o
      where s.id = $studentKey`,
    params,
    t,
  );
}
