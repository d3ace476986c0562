import { queryRow, queryRows, type ReadTransaction } from "../index.ts";
import type { Student } from "../models/people.ts";
import { JOIN_LESSONS, TODAY_SQL } from "./parts.ts";
import type { ScopedLesson } from "./visible.ts";

/** A lesson that an employee no longer has. It was reassigned or ended at `lost_at`. */
export type FormerLesson = Pick<
  ScopedLesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "by_choice" | "subject" | "class_label"
> & { lost_at: Date };

/**
 * Finds in the audit trail a lesson that was reassigned or removed from the timetable, or a substitution that ended or
 * was cancelled. This explains why a former teacher's unsent rows were rejected.
 */
export function findFormerLesson(
  params: { lessonId: number; employeeId: number },
  t: ReadTransaction,
): Promise<FormerLesson | null> {
  return queryRow<FormerLesson>(
    `select * from (${LOST} union all ${SUBSTITUTED}) gone order by lost_at desc limit 1`,
    params,
    t,
  );
}

const LOST = `
     select $lessonId::integer as lesson_id, $employeeId::integer as employee_id, s.subject_id, c.class_id,
            s.title as subject, c.label as class_label, coalesce(x.lesson -> 'by_choice' = 'true', false) as by_choice,
            e.at as lost_at
       from audit_events e
       left join lessons l on l.lesson_id = $lessonId
       left join audit_events d on d.table_name = 'lessons' and d.row_id = e.row_id and d.operation = 'delete'
      cross join lateral (select coalesce(to_jsonb(l), d.old_values) as lesson) x
       join subjects s on s.subject_id = (x.lesson ->> 'subject_id')::integer
       join classes c on c.class_id = (x.lesson ->> 'class_id')::integer
      where e.table_name = 'lessons' and e.row_id = ($lessonId::integer)::text
        and (e.old_values ->> 'employee_id')::integer = $employeeId and l.employee_id is distinct from $employeeId`;

/**
 * SQL: the lessons that the employee taught as a substitute. Their students are the students of the lesson's own
 * teacher.
 */
const SUBSTITUTED = `
     select l.lesson_id, l.employee_id, s.subject_id, c.class_id, s.title, c.label, l.by_choice, had.lost_at
       from ${JOIN_LESSONS}
      cross join lateral (
        select (b.to_date + 1)::timestamp at time zone o.time_zone as lost_at
          from substitutes b
         cross join schools o
         where b.lesson_id = l.lesson_id and b.employee_id = $employeeId and b.from_date <= ${TODAY_SQL}
        union all
        select e.at
          from audit_events e
         where e.table_name = 'substitutes' and e.operation = 'delete'
           and (e.old_values ->> 'lesson_id')::integer = l.lesson_id
           and (e.old_values ->> 'employee_id')::integer = $employeeId) had
      where l.lesson_id = $lessonId`;

/** A class that the employee had as form teacher or co-teacher, and has no longer. */
export type FormerClass = Pick<FormerLesson, "class_id" | "class_label" | "lost_at">;

/** Finds a former class. After a handover its row has a last day; a deleted row is in the audit trail. */
export function findFormerClass(
  params: { classId: number; employeeId: number },
  t: ReadTransaction,
): Promise<FormerClass | null> {
  return queryRow<FormerClass>(
    `select c.class_id, c.label as class_label, max(gone.lost_at) as lost_at
       from classes c
      cross join lateral (
        select (h.to_date + 1)::timestamp at time zone o.time_zone as lost_at
          from class_teachers h
         cross join schools o
         where h.class_id = c.class_id and h.employee_id = $employeeId and h.to_date is not null
        union all
        select e.at
          from audit_events e
         where e.table_name = 'class_teachers' and e.operation = 'delete'
           and (e.old_values ->> 'class_id')::integer = c.class_id and (e.old_values ->> 'employee_id')::integer = $employeeId
      ) gone
      where c.class_id = $classId
      group by c.class_id
      order by c.class_id`,
    params,
    t,
  );
}

export type FormerRosterStudent = { student_key: Student["id"] } & Pick<Student, "first_name" | "last_name">;

type Roster = {
  classId: number;
  academicTermId: number;
  /** The subject and the teacher whom the students must have chosen; null if the whole class has the lesson. */
  chosen: { subjectId: number; employeeId: number } | null;
  students: readonly number[];
  /** Leaves out students who joined the lesson after this time; null to leave out nobody. */
  until: Date | null;
};

/**
 * Returns which of these students attend a lesson or a class, or did so at some time before `until`: they were
 * registered in the class that term and, if the lesson is by choice, had chosen the subject with this teacher. Students
 * who have left the class are included.
 */
export function listStudentsOnceOnRoster(
  { chosen, ...roster }: Roster,
  t: ReadTransaction,
): Promise<FormerRosterStudent[]> {
  return queryRows<FormerRosterStudent>(
    `select s.id as student_key, s.first_name, s.last_name
       from students s
      where s.id = any ($students::integer[])
        and (${isRegistered} or ${wasRegistered})
        and ($subjectId::integer is null or ${hasChosen} or ${hadChosen})
      order by s.id`,
    { ...roster, subjectId: chosen?.subjectId ?? null, employeeId: chosen?.employeeId ?? null },
    t,
  );
}

/** Today's rows do not show whether a student joined before `until`. With `until`, only the audit trail decides. */
const isRegistered = `($until::timestamptz is null and exists (
          select 1 from registrations r
           where r.student_key = s.id and r.academic_term_id = $academicTermId and r.class_id = $classId))`;

const wasRegistered = `exists (
          select 1
            from (select r.registration_id::text as row_id
                    from registrations r
                   where r.student_key = s.id and r.academic_term_id = $academicTermId
                   union
                  select d.row_id
                    from audit_events d
                   where d.table_name = 'registrations' and d.operation = 'delete'
                     and (d.old_values ->> 'student_key')::integer = s.id
                     and (d.old_values ->> 'academic_term_id')::integer = $academicTermId) r
            join audit_events e on e.table_name = 'registrations' and e.row_id = r.row_id
           where (e.new_values ->> 'class_id')::integer = $classId and e.at <= coalesce($until::timestamptz, now()))`;

const hasChosen = `($until::timestamptz is null and exists (
          select 1
            from student_subject_assignments x
            join classes c on c.class_id = $classId and c.academic_year_id = x.academic_year_id
           where x.student_key = s.id and x.subject_id = $subjectId::integer and x.employee_id = $employeeId))`;

const hadChosen = `exists (
          select 1
            from classes c
            join audit_events e on e.table_name = 'student_subject_assignments'
                               and e.row_id = s.id || ':' || c.academic_year_id || ':' || ($subjectId::integer)::text
           where c.class_id = $classId and (e.new_values ->> 'employee_id')::integer = $employeeId
             and e.at <= coalesce($until::timestamptz, now()))`;
