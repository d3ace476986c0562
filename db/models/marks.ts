import { PRESENT, type Attendance } from "#domain/attendance.ts";
import type { Rating } from "#domain/grades.ts";
import type { Grade } from "#domain/grading.ts";
import type { TestId } from "#domain/terms.ts";
import {
  bigint,
  date,
  decimal,
  identity,
  integer,
  letter,
  nullable,
  primaryKey,
  smallint,
  text,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const FortnightlyTest = table("fortnightly_tests", {
  fortnightly_test_id: identity(integer()),
  class_id: integer(),
  academic_term_id: integer(),
  title: text(),
  test_date: nullable(date()),
  ...VERSIONED,
});
export type FortnightlyTest = RowOf<typeof FortnightlyTest>;

export const Assessment = table("assessments", {
  assessment_id: identity(integer()),
  class_id: integer(),
  academic_term_id: integer(),
  subject_id: integer(),
  test_id: smallint<TestId>(),
  fortnightly_test_id: nullable(integer()),
  test_date: nullable(date()),
  max_mark: withDefault(decimal(6, 2), 100),
  ...VERSIONED,
});
export type Assessment = RowOf<typeof Assessment>;

export const AssessmentCriterion = table("assessment_criteria", {
  criterion_id: identity(integer()),
  subject_id: integer(),
  form_level: smallint(),
  detail: text(),
  position: smallint(),
  ...VERSIONED,
});
export type AssessmentCriterion = RowOf<typeof AssessmentCriterion>;

export const Mark = table("marks", {
  mark_id: identity(bigint()),
  student_key: integer(),
  academic_term_id: integer(),
  subject_id: integer(),
  test_id: smallint<TestId>(),
  fortnightly_test_id: nullable(integer()),
  mark: nullable(decimal(6, 2)),
  max_mark: decimal(6, 2),
  attendance: withDefault(smallint<Attendance>(), PRESENT),
  grade: nullable(letter<Grade>()),
  application: nullable(letter<Rating>()),
  preparedness: nullable(letter<Rating>()),
  remark: nullable(text()),
  employee_id: nullable(integer()),
  ...VERSIONED,
});
export type Mark = RowOf<typeof Mark>;

/** A grade for a criterion. It belongs to a mark and shares the mark's version. */
export const CriterionGrade = table("criterion_grades", {
  mark_id: primaryKey(bigint()),
  criterion_id: primaryKey(integer()),
  grade: nullable(smallint()),
  version: bigint(),
});
export type CriterionGrade = RowOf<typeof CriterionGrade>;
