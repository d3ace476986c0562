import {
  boolean,
  date,
  identity,
  integer,
  nullable,
  primaryKey,
  smallint,
  text,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** A form class such as `Std 4` or `2A`, which exists in every year. A `SchoolClass` belongs to one year. */
export const FormClass = table("form_classes", {
  form_class_id: primaryKey(text()),
  form_level: smallint(),
  group_title: text(),
  position: smallint(),
});
export type FormClass = RowOf<typeof FormClass>;

/** A class of one year. If `assessment_type` is `Grade`, the class is graded by criteria instead of by tests. */
export const SchoolClass = table("classes", {
  class_id: identity(integer()),
  academic_year_id: integer(),
  form_class_id: text(),
  label: text(),
  course_work_only: withDefault(boolean(), false),
  assessment_type: nullable(text<"Grade">()),
  /** The subjects that its students take together, such as `Science`; null for a class that is not divided so. */
  subject_group: nullable(text()),
});
export type SchoolClass = RowOf<typeof SchoolClass>;

export const ClassTeacher = table("class_teachers", {
  class_teacher_id: identity(integer()),
  class_id: integer(),
  employee_id: integer(),
  is_lead: boolean(),
  from_date: date(),
  to_date: nullable(date()),
});
export type ClassTeacher = RowOf<typeof ClassTeacher>;

export const DeanAssignment = table("dean_assignments", {
  academic_year_id: primaryKey(integer()),
  form_class_id: primaryKey(text()),
  employee_id: primaryKey(integer()),
});

export const Registration = table("registrations", {
  registration_id: identity(integer()),
  student_key: integer(),
  academic_term_id: integer(),
  academic_year_id: integer(),
  /** Null only between two steps of the year's rollover. */
  class_id: nullable(integer()),
  ...VERSIONED,
});
export type Registration = RowOf<typeof Registration>;

export const Subject = table("subjects", {
  subject_id: identity(integer()),
  title: text(),
  abbr: text(),
  is_active: withDefault(boolean(), true),
  ...VERSIONED,
});
export type Subject = RowOf<typeof Subject>;

export const Lesson = table("lessons", {
  lesson_id: identity(integer()),
  employee_id: integer(),
  subject_id: integer(),
  class_id: integer(),
  by_choice: withDefault(boolean(), false),
  ended_on: nullable(date()),
  /** The lesson of the previous year from which this one was carried over. */
  carried_from: nullable(integer()),
});
export type Lesson = RowOf<typeof Lesson>;

/** A person who takes over a colleague's lesson for a period, including its first and last day. */
export const Substitute = table("substitutes", {
  substitute_id: identity(integer()),
  lesson_id: integer(),
  employee_id: integer(),
  from_date: date(),
  to_date: date(),
});
export type Substitute = RowOf<typeof Substitute>;

export const StudentSubjectAssignment = table("student_subject_assignments", {
  student_key: primaryKey(integer()),
  academic_year_id: primaryKey(integer()),
  subject_id: primaryKey(integer()),
  employee_id: integer(),
});

/** A student's class in an archive term. Such a term belongs to no year, so it has no classes of its own. */
export const ArchiveRegistration = table("archive_registrations", {
  student_key: primaryKey(integer()),
  academic_term_id: primaryKey(integer()),
  form_class_id: text(),
  ...VERSIONED,
});
export type ArchiveRegistration = RowOf<typeof ArchiveRegistration>;
