import {
  booleanColumn,
  dateColumn,
  identityColumn,
  integerColumn,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

/** A form class such as `Std 4` or `2A`, which exists in every year. A `SchoolClass` belongs to one year. */
export const FormClass = table("form_classes", {
  form_class_id: primaryKey(textColumn()),
  form_level: smallintColumn(),
  group_title: textColumn(),
  position: smallintColumn(),
});
export type FormClass = RowOf<typeof FormClass>;

/** A class of one year. If `assessment_type` is `Grade`, the class is graded by criteria instead of by tests. */
export const SchoolClass = table("classes", {
  class_id: identityColumn(integerColumn()),
  academic_year_id: integerColumn(),
  form_class_id: textColumn(),
  label: textColumn(),
  course_work_only: withDefault(booleanColumn(), false),
  assessment_type: nullable(textColumn<"Grade">()),
  /** The subjects that its students take together, such as `Science`; null for a class without a subject group. */
  subject_group: nullable(textColumn()),
});
export type SchoolClass = RowOf<typeof SchoolClass>;

export const ClassTeacher = table("class_teachers", {
  class_teacher_id: identityColumn(integerColumn()),
  class_id: integerColumn(),
  employee_id: integerColumn(),
  is_lead: booleanColumn(),
  from_date: dateColumn(),
  to_date: nullable(dateColumn()),
});
export type ClassTeacher = RowOf<typeof ClassTeacher>;

export const DeanAssignment = table("dean_assignments", {
  academic_year_id: primaryKey(integerColumn()),
  form_class_id: primaryKey(textColumn()),
  employee_id: primaryKey(integerColumn()),
});

export const Registration = table("registrations", {
  registration_id: identityColumn(integerColumn()),
  student_key: integerColumn(),
  academic_term_id: integerColumn(),
  academic_year_id: integerColumn(),
  /** Null only between two steps of the year's rollover. */
  class_id: nullable(integerColumn()),
  ...VERSION_COLUMNS,
});
export type Registration = RowOf<typeof Registration>;

export const Subject = table("subjects", {
  subject_id: identityColumn(integerColumn()),
  title: textColumn(),
  abbr: textColumn(),
  is_active: withDefault(booleanColumn(), true),
  ...VERSION_COLUMNS,
});
export type Subject = RowOf<typeof Subject>;

export const Lesson = table("lessons", {
  lesson_id: identityColumn(integerColumn()),
  employee_id: integerColumn(),
  subject_id: integerColumn(),
  class_id: integerColumn(),
  by_choice: withDefault(booleanColumn(), false),
  ended_on: nullable(dateColumn()),
  /** The lesson of the previous year from which this one was carried over. */
  carried_from: nullable(integerColumn()),
});
export type Lesson = RowOf<typeof Lesson>;

/** A person who takes over a colleague's lesson for a period, including its first and last day. */
export const Substitute = table("substitutes", {
  substitute_id: identityColumn(integerColumn()),
  lesson_id: integerColumn(),
  employee_id: integerColumn(),
  from_date: dateColumn(),
  to_date: dateColumn(),
});
export type Substitute = RowOf<typeof Substitute>;

export const StudentSubjectAssignment = table("student_subject_assignments", {
  student_key: primaryKey(integerColumn()),
  academic_year_id: primaryKey(integerColumn()),
  subject_id: primaryKey(integerColumn()),
  employee_id: integerColumn(),
});

/** A student's class in an archive term. Such a term belongs to no year, so it has no classes of its own. */
export const ArchiveRegistration = table("archive_registrations", {
  student_key: primaryKey(integerColumn()),
  academic_term_id: primaryKey(integerColumn()),
  form_class_id: textColumn(),
  ...VERSION_COLUMNS,
});
export type ArchiveRegistration = RowOf<typeof ArchiveRegistration>;
