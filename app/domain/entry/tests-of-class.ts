import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  isFortnightly,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
  type AssessmentType,
  type TestId,
} from "../terms.ts";

/** A test as a column in the table of a class. Form field names identify the test by its `key`. */
export type TestOfClass = { key: string; title: string; testId: TestId; fortnightlyTestId: number | null };

type Assessed = {
  assessment_type: AssessmentType;
  by_criteria: boolean;
  course_work_only: boolean;
  fortnightly: readonly { fortnightly_test_id: number; title: string }[];
};

/**
 * Lists the tests of a class in a term: the fortnightly tests, then the term's other assessment, then the exam. In a
 * term with fortnightly tests, the other assessment is the course mark. A class with course work only has just the
 * other assessment, and a class graded by criteria has no tests.
 */
export function listTestsOfClass({
  assessment_type,
  by_criteria,
  course_work_only,
  fortnightly,
}: Assessed): TestOfClass[] {
  if (by_criteria) return [];
  const hasTests = isFortnightly(assessment_type) && !course_work_only;
  const held = hasTests ? fortnightly : [];
  const termly: TestId[] = [
    OTHER_ASSESSMENT_TEST_ID,
    ...(course_work_only ? [] : [END_OF_TERM_TEST_ID as TestId]),
  ];
  return [
    ...held.map(({ fortnightly_test_id: id, title }) => ({
      key: testKey(FORTNIGHTLY_TEST_ID, id),
      title,
      testId: FORTNIGHTLY_TEST_ID as TestId,
      fortnightlyTestId: id,
    })),
    ...termly.map((testId) => ({
      key: testKey(testId, null),
      title: testTitle(testId, assessment_type, null),
      testId,
      fortnightlyTestId: null,
    })),
  ];
}

/** Returns the key that identifies a test in form field names: `1`, `2`, or `f17` for fortnightly test 17. */
export function testKey(testId: number, fortnightlyTestId: number | null): string {
  return fortnightlyTestId === null ? String(testId) : `f${fortnightlyTestId}`;
}
