import { DEFAULT_GRADING } from "#domain/grading.ts";
import {
  calculateSubjectResult,
  type Criterion,
  type MarkingScheme,
  type SubjectResult,
  type TestMark,
} from "#domain/subject-results.ts";

export const MATHEMATICS = 33;
export const PHYSICAL_EDUCATION = 7;

export const PRIMARY: MarkingScheme = {
  flavour: "primary",
  form_level: 6,
  by_criteria: false,
  course_work_only: false,
  assessment_type: "Mid Term",
  grading: DEFAULT_GRADING,
};
export const SECONDARY: MarkingScheme = { ...PRIMARY, flavour: "secondary", form_level: 3 };
export const FORTNIGHTLY: MarkingScheme = { ...PRIMARY, assessment_type: "Forthnightly Test" };
export const COURSE_WORK: MarkingScheme = { ...PRIMARY, course_work_only: true };

/** Builds an end-of-term mark in Mathematics. Values that are not given are empty. */
export function testMark(given: Partial<TestMark> = {}): TestMark {
  const blank = { mark: null, max_mark: 100, attendance: 1, grade: null } as const;
  const ratings = { application: null, preparedness: null, remark: null, criteria: {} };
  return { subject_id: MATHEMATICS, test_id: 1, place: null, ...blank, ...ratings, ...given };
}

/** Calculates a student's result in Mathematics, or in Physical Education, which is graded by choosing a grade. */
export function calculateResult(
  marks: readonly Partial<TestMark>[],
  { scheme = PRIMARY, subjectId = MATHEMATICS, criteria = [] as readonly Criterion[] } = {},
): SubjectResult {
  const own = marks.map((mark) => testMark({ subject_id: subjectId, ...mark }));
  return calculateSubjectResult(subjectId, { scheme, marks: own, criteria });
}
