import { row, rows } from "../../index.ts";
import type { Reading } from "../../index.ts";
import { teachersOn } from "../class-teachers.ts";
import type { Flavour } from "#domain/grades.ts";
import type { AssessmentType, TestId } from "#domain/terms.ts";
import { postingOf } from "./postings.ts";
import { isDeanOf, isTeacherOf } from "../visible.ts";
import type { Scope } from "../visible.ts";

/** A class in a term of its year: whose reports they are. */
export type ReportsKey = { classId: number; academicTermId: number };

type Teacher = { firstName: string; lastName: string };

export type ReportHeading = {
  class_id: number;
  class_label: string;
  form_class_id: string;
  form_level: number;
  /** The form classes of the level above and of this one: where a student may go next. */
  forms_above: string[];
  forms_beside: string[];
  by_criteria: boolean;
  course_work_only: boolean;
  academic_year_id: number;
  academic_term_id: number;
  term: number;
  assessment_type: AssessmentType;
  total_sessions: number | null;
  is_current: boolean;
  flavour: Flavour;
  time_zone: string;
  /** Who had the class at the end of the term, or have it today; the lead first. */
  teachers: Teacher[];
  /** The employee in whose scope it was asked for has the class today. */
  is_teacher: boolean;
  /** When its reports were released, as `2026-06-26`; null while they are not. */
  posted_on: string | null;
};

/** What all reports of a class in a term have in common; null when it has none in that term, or is not in scope. */
export function reportHeading(
  { classId, academicTermId, scope }: ReportsKey & { scope: Scope },
  t: Reading,
): Promise<ReportHeading | null> {
  return row<ReportHeading>(
    `select c.class_id, c.label as class_label, c.form_class_id, f.form_level,
            ${formsOf("f.form_level + 1")} as forms_above, ${formsOf("f.form_level")} as forms_beside,
            c.assessment_type is not null as by_criteria, c.course_work_only, c.academic_year_id, y.academic_term_id,
            y.term, y.assessment_type, y.total_sessions, y.academic_term_id = o.current_term_id as is_current, o.flavour,
            o.time_zone, ${teachersOn({ classId: "c.class_id", day: "d.day", each: TEACHER })} as teachers,
            ${isTeacherOf("c")} as is_teacher,
            (p.date_posted at time zone o.time_zone)::date::text as posted_on
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $4
      cross join schools o
      cross join lateral (select least(y.term_end, (now() at time zone o.time_zone)::date) as day) d
       left join lateral (${postingOf({ classId: "c.class_id", academicTermId: "y.academic_term_id" })}) p on true
      where c.class_id = $3 and y.academic_term_id <= o.current_term_id
        and ($1::boolean or ${isTeacherOf("c")} or ${isDeanOf("c")})
      order by c.class_id`,
    [scope.all, scope.employeeId, classId, academicTermId],
    t,
  );
}

function formsOf(level: string): string {
  return `array(select g.form_class_id from form_classes g where g.form_level = ${level} order by g.position)`;
}

const TEACHER = "jsonb_build_object('firstName', e.first_name, 'lastName', e.last_name)";

export type ReportStudentRow = {
  student_key: number;
  student_id: string;
  first_name: string;
  last_name: string;
  gender: "M" | "F" | null;
  picture: string | null;
};

/** Whose reports a class has in a term, in the order of the register. */
export function reportStudents(
  { classId, academicTermId }: ReportsKey,
  t: Reading,
): Promise<ReportStudentRow[]> {
  return rows<ReportStudentRow>(
    `select s.id as student_key, s.student_id, s.first_name, s.last_name, s.gender, s.picture
       from registrations r
       join students s on s.id = r.student_key
      where r.class_id = $1 and r.academic_term_id = $2
      order by s.last_name collate names, s.first_name collate names, s.id`,
    [classId, academicTermId],
    t,
  );
}

export type SubjectMaximum = { subject_id: number; test_id: TestId; max_mark: number };

/** What the class's exams and other assessments of a term are out of, where that was set. */
export function subjectMaxima(
  { classId, academicTermId }: ReportsKey,
  t: Reading,
): Promise<SubjectMaximum[]> {
  return rows<SubjectMaximum>(
    `select subject_id, test_id, max_mark::float8 as max_mark
       from assessments
      where class_id = $1 and academic_term_id = $2 and test_id in (1, 2)
      order by subject_id, test_id`,
    [classId, academicTermId],
    t,
  );
}

/** The class in which a student was registered in a term. */
export function classOfStudent(
  { studentKey, academicTermId }: { studentKey: number; academicTermId: number },
  t: Reading,
): Promise<{ class_id: number } | null> {
  return row<{ class_id: number }>(
    "select class_id from registrations where student_key = $1 and academic_term_id = $2 order by class_id",
    [studentKey, academicTermId],
    t,
  );
}
