import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass, StudentSubjectAssignment } from "../../models/classes.ts";
import type { Employee, Student } from "../../models/people.ts";
import type { RowOf } from "../../models/table.ts";
import { registerOrderSql, hasEveryWordSql, HAS_ANY_ENTRY } from "../parts.ts";

export type SubjectOfYear = { subjectId: number; academicYearId: number };

/** A search among the students of a subject. Null, or an empty list of words, matches all. */
export type AssignedStudentSearch = SubjectOfYear & {
  words: readonly string[];
  classId: number | null;
  employeeId: number | null;
};

export type AssignedStudent = Pick<Student, "student_id" | "first_name" | "last_name" | "gender"> &
  Pick<RowOf<typeof StudentSubjectAssignment>, "student_key" | "employee_id"> &
  Pick<Employee, "employee_id"> & { first_name_of_teacher: string; last_name_of_teacher: string } & Pick<
    SchoolClass,
    "class_id" | "form_class_id" | "label"
  >;

/** SQL: the assignments `x` of this year, for current students who are in a class this term. */
const ASSIGNED = `student_subject_assignments x
       join students s on s.id = x.student_key and s.student_status_id = 1
       join employees e on e.employee_id = x.employee_id
      cross join schools o
       join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       join classes c using (class_id)
      where x.academic_year_id = $academicYearId and x.subject_id = $subjectId`;

const IS_ASKED = `${hasEveryWordSql("concat_ws(' ', s.first_name, s.other_name, s.last_name, s.student_id)")}
        and ($classId::integer is null or c.class_id = $classId)
        and ($employeeId::integer is null or x.employee_id = $employeeId)`;

/** Counts the students who have the subject, and how many of them match the filter. */
export async function countAssignedStudents(
  params: AssignedStudentSearch,
  t: ReadTransaction,
): Promise<{ total: number; found: number }> {
  const counts = await queryRow<{ total: number; found: number }>(
    `select count(*)::integer as total, count(*) filter (where ${IS_ASKED})::integer as found
       from ${ASSIGNED}
      order by total`,
    params,
    t,
  );
  return counts ?? { total: 0, found: 0 };
}

/** Lists students with the subject in register order. With the limit null, lists all. */
export function listAssignedStudents(
  params: AssignedStudentSearch & { limit: number | null; offset: number },
  t: ReadTransaction,
): Promise<AssignedStudent[]> {
  return queryRows<AssignedStudent>(
    `select x.student_key, s.student_id, s.first_name, s.last_name, s.gender, c.class_id, c.form_class_id, c.label,
            x.employee_id, e.first_name as first_name_of_teacher, e.last_name as last_name_of_teacher
       from ${ASSIGNED} and ${IS_ASKED}
      order by ${registerOrderSql("s", "s.id")}
      limit $limit offset $offset`,
    params,
    t,
  );
}

export type ClassOfSubject = Pick<SchoolClass, "class_id" | "label">;

/** Lists the classes of students who have the subject, in the order of the school. */
export function listClassesOfSubject(params: SubjectOfYear, t: ReadTransaction): Promise<ClassOfSubject[]> {
  return queryRows<ClassOfSubject>(
    `select c.class_id, c.label
       from classes c
       join form_classes f using (form_class_id)
      where c.class_id in (select c.class_id from ${ASSIGNED})
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

export async function countMarksOfStudents(
  params: SubjectOfYear & { studentKeys: readonly number[] },
  t: ReadTransaction,
): Promise<number> {
  const values = await queryRow<{ marks: number }>(
    `select count(*)::integer as marks
       from marks m
       join academic_terms y using (academic_term_id)
      where m.student_key = any ($studentKeys::integer[]) and m.subject_id = $subjectId
        and y.academic_year_id = $academicYearId and ${HAS_ANY_ENTRY}
      order by marks`,
    params,
    t,
  );
  return values?.marks ?? 0;
}

type AssignmentCandidate = Pick<Student, "id" | "student_id" | "first_name" | "last_name" | "picture"> &
  Pick<SchoolClass, "label"> & { is_assigned: boolean; is_chosen: boolean };

type Looking = SubjectOfYear & {
  /** If there are no words, only the chosen students are found. */
  words: readonly string[];
  /** Students who are already chosen. The result always includes them. */
  chosen: readonly number[];
};

const IN_CLASS = `students s
      cross join schools o
       join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       join classes c using (class_id)
       left join student_subject_assignments x
              on x.student_key = s.id and x.academic_year_id = $academicYearId and x.subject_id = $subjectId`;

const IS_LIKE = `(${hasEveryWordSql("concat_ws(' ', s.first_name, s.other_name, s.last_name, c.label)")}
                     or cardinality($words::text[]) = 1 and length(($words::text[])[1]) > 3
                        and ${hasEveryWordSql("s.student_id")})`;

/** Finds students by parts of name, class or ID. Chosen students come first, then students of a matching class. */
export function listAssignmentCandidates(
  params: Looking & { limit: number },
  t: ReadTransaction,
): Promise<AssignmentCandidate[]> {
  return queryRows<AssignmentCandidate>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.picture, c.label, x.employee_id is not null as is_assigned,
            s.id = any ($chosen::integer[]) as is_chosen
       from ${IN_CLASS}
      where s.student_status_id = 1
        and (s.id = any ($chosen::integer[])
             or cardinality($words::text[]) > 0 and ${IS_LIKE})
      order by is_chosen desc, ${hasEveryWordSql("c.label")} desc, ${registerOrderSql("s", "s.id")}
      limit $limit`,
    params,
    t,
  );
}

export type AssignableClass = Pick<SchoolClass, "class_id" | "label"> & {
  /** The students of the class who do not have the subject yet. */
  student_keys: number[];
};

/** Lists classes that match by label or are chosen, with the students who do not have the subject yet. */
export function listAssignableClasses(
  params: SubjectOfYear & { words: readonly string[]; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<AssignableClass[]> {
  return queryRows<AssignableClass>(
    `select c.class_id, c.label, array_agg(s.id order by s.id) as student_keys
       from ${IN_CLASS}
       join form_classes f using (form_class_id)
      where s.student_status_id = 1 and x.employee_id is null
        and (c.class_id = any ($classIds::integer[])
             or cardinality($words::text[]) > 0 and ${hasEveryWordSql("c.label")})
      group by c.class_id, f.position
      order by f.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}
