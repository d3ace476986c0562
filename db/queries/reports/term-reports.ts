import { row, rows, type Reading } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Assessment } from "../../models/marks.ts";
import type { Student } from "../../models/people.ts";
import type { AsNumber } from "../../models/rows.ts";
import type { CalendarTerm, School } from "../../models/school.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import { classStudents } from "../class-students.ts";
import { selectEntryWindow } from "../entry/entry-window.ts";
import { gradingIn } from "./report-card-settings.ts";
import type { Grading } from "#domain/grading.ts";
import type { EntryWindow } from "#domain/entry/windows.ts";
import { DAY_IN_TERM, isInScope, isTeacherOf, PICTURE, postingOf, teachersOn, type Scope } from "../parts.ts";

/** A class in a term of its year. */
export type ReportsKey = { classId: number; academicTermId: number };

export type ReportHeading = Pick<SchoolClass, "class_id" | "form_class_id" | "course_work_only"> &
  Pick<FormClass, "form_level"> &
  Pick<
    CalendarTerm,
    "academic_year_id" | "academic_term_id" | "term" | "assessment_type" | "total_sessions"
  > &
  Pick<School, "flavour" | "time_zone"> & {
    class_label: SchoolClass["label"];
    /** The form classes of the level above and of this level: the classes to which a student may move. */
    forms_above: string[];
    forms_beside: string[];
    by_criteria: boolean;
    grading: Grading;
    is_current: boolean;
    /** The entry window of reports as it applies to the employee in the scope. */
    entry: EntryWindow | null;
    /** The teachers of the class at the end of the term, today, or at its future start; the form teacher first. */
    teachers: ClassTeacherRow[];
    /** The employee in the scope has the class. */
    is_teacher: boolean;
    /** The day its reports were released, such as `2026-06-26`; null before that. */
    posted_on: string | null;
  };

/** Returns the common data of a class's reports in a term; null when it has none in that term or is not in scope. */
export function findClassReportsHeading(
  params: Scope & ReportsKey,
  t: Reading,
): Promise<ReportHeading | null> {
  return row<ReportHeading>(
    `select c.class_id, c.label as class_label, c.form_class_id, f.form_level,
            ${formsOf("f.form_level + 1")} as forms_above, ${formsOf("f.form_level")} as forms_beside,
            c.assessment_type is not null as by_criteria, c.course_work_only, c.academic_year_id, y.academic_term_id,
            ${gradingIn("f.form_level", "y.academic_term_id")} as grading,
            y.term, y.assessment_type, y.total_sessions, y.academic_term_id = o.current_term_id as is_current, o.flavour,
            o.time_zone, ${teachersOn({ classId: "c.class_id", day: DAY_IN_TERM })} as teachers,
            ${isTeacherOf("c", "$academicTermId")} as is_teacher, ${selectEntryWindow("reports", "y.academic_term_id")} as entry,
            (p.date_posted at time zone o.time_zone)::date::text as posted_on
       from classes c
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
      cross join schools o
       left join lateral (${postingOf({ classId: "c.class_id", academicTermId: "y.academic_term_id" })}) p on true
      where c.class_id = $classId and y.academic_term_id <= o.current_term_id and ${isInScope("c", "$academicTermId")}
      order by c.class_id`,
    params,
    t,
  );
}

function formsOf(level: string): string {
  return `array(select g.form_class_id from form_classes g where g.form_level = ${level} order by g.position)`;
}

export type ReportStudentRow = { student_key: Student["id"] } & Pick<
  Student,
  "student_id" | "first_name" | "last_name" | "gender" | "picture"
>;

/** Lists the students of a class in a term, in register order. */
export function listReportStudents(key: ReportsKey, t: Reading): Promise<ReportStudentRow[]> {
  const columns = `s.id as student_key, s.student_id, s.first_name, s.last_name, s.gender, ${PICTURE}`;
  return classStudents({ columns }, { ...key, classIds: [key.classId] }, t);
}

export type SubjectMaximum = Pick<Assessment, "subject_id" | "test_id"> &
  AsNumber<Pick<Assessment, "max_mark">>;

/** Lists the maximum of the class's exams and other assessments of a term, where one is set. */
export function listSubjectMaxima(key: ReportsKey, t: Reading): Promise<SubjectMaximum[]> {
  return rows<SubjectMaximum>(
    `select subject_id, test_id, max_mark::float8 as max_mark
       from assessments
      where class_id = $classId and academic_term_id = $academicTermId and test_id in (1, 2)
      order by subject_id, test_id`,
    key,
    t,
  );
}

export function findClassOfStudent(
  params: { studentKey: number; academicTermId: number },
  t: Reading,
): Promise<Pick<SchoolClass, "class_id"> | null> {
  return row<Pick<SchoolClass, "class_id">>(
    `select class_id
       from registrations
      where student_key = $studentKey and academic_term_id = $academicTermId and class_id is not null
      order by class_id`,
    params,
    t,
  );
}
