import { PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import type { Rating } from "#domain/grades.ts";
import type { Grade } from "#domain/grading.ts";
import type { TestId } from "#domain/terms.ts";
import {
  bigintColumn,
  dateColumn,
  decimalColumn,
  identityColumn,
  integerColumn,
  charColumn,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const FortnightlyTest = table("fortnightly_tests", {
  fortnightly_test_id: identityColumn(integerColumn()),
  class_id: integerColumn(),
  academic_term_id: integerColumn(),
  title: textColumn(),
  test_date: nullable(dateColumn()),
  ...VERSION_COLUMNS,
});
export type FortnightlyTest = RowOf<typeof FortnightlyTest>;

export const Assessment = table("assessments", {
  assessment_id: identityColumn(integerColumn()),
  class_id: integerColumn(),
  academic_term_id: integerColumn(),
  subject_id: integerColumn(),
  test_id: smallintColumn<TestId>(),
  fortnightly_test_id: nullable(integerColumn()),
  test_date: nullable(dateColumn()),
  max_mark: withDefault(decimalColumn(6, 2), 100),
  ...VERSION_COLUMNS,
});
export type Assessment = RowOf<typeof Assessment>;

export const AssessmentCriterion = table("assessment_criteria", {
  criterion_id: identityColumn(integerColumn()),
  subject_id: integerColumn(),
  form_level: smallintColumn(),
  detail: textColumn(),
  position: smallintColumn(),
  ...VERSION_COLUMNS,
});
export type AssessmentCriterion = RowOf<typeof AssessmentCriterion>;

export const Mark = table("marks", {
  mark_id: identityColumn(bigintColumn()),
  student_key: integerColumn(),
  academic_term_id: integerColumn(),
  subject_id: integerColumn(),
  test_id: smallintColumn<TestId>(),
  fortnightly_test_id: nullable(integerColumn()),
  mark: nullable(decimalColumn(6, 2)),
  max_mark: decimalColumn(6, 2),
  attendance: withDefault(smallintColumn<TestAttendance>(), PRESENT_AT_TEST),
  grade: nullable(charColumn<Grade>()),
  application: nullable(charColumn<Rating>()),
  preparedness: nullable(charColumn<Rating>()),
  remark: nullable(textColumn()),
  employee_id: nullable(integerColumn()),
  ...VERSION_COLUMNS,
});
export type Mark = RowOf<typeof Mark>;

/** A grade for a criterion. It belongs to a mark and shares the mark's version. */
export const CriterionGrade = table("criterion_grades", {
  mark_id: primaryKey(bigintColumn()),
  criterion_id: primaryKey(integerColumn()),
  grade: nullable(smallintColumn()),
  version: bigintColumn(),
});
export type CriterionGrade = RowOf<typeof CriterionGrade>;
