import type { ClassTest } from "#db/queries/reports/class-tests.ts";
import type { SubjectMaximum } from "#db/queries/reports/term-reports.ts";
import { USUAL_MAXIMUM, type Grade } from "#domain/grades.ts";
import { isEntered, type Scheme, type TestMark } from "#domain/subject-results.ts";
import { END_OF_TERM, FORTNIGHTLY, OTHER_ASSESSMENT, type TestId } from "#domain/terms.ts";
import type { ClassSubject, StudentResults } from "./class-results.server.ts";

/** A column of a class's sheet: one subject in one test. */
export type ResultColumn = {
  subject: ClassSubject;
  /** The number of a fortnightly test within its subject and term, starting at 1; null for other tests. */
  place: number | null;
  maxMark: number;
  /** Returns null for a student who does not take the subject. */
  resultOf: (student: StudentResults) => TestResult | null;
};

export type TestResult = {
  mark: TestMark | null;
  /** The grade that the teacher chose; null when the subject is not graded. */
  grade: Grade | null;
  /** The grade of each criterion; empty when the subject has no criteria. */
  criteria: readonly (number | null)[];
};

/** `fortnightlyTestId` names one of the fortnightly tests; null means all. */
export type SheetTest = { testId: TestId; fortnightlyTestId: number | null };

/** The stored tests of a class, and the day for which the sheet is made. */
export type TestsOfClass = {
  scheme: Scheme;
  maxima: readonly SubjectMaximum[];
  tests: readonly ClassTest[];
  fortnightlyMarks: (studentKey: number, subjectId: number) => readonly TestMark[];
  today: string;
};

/** Returns the columns of one test, or of all fortnightly tests. A fortnightly test has a column once it is held. */
export function resultColumns(
  subjects: readonly ClassSubject[],
  test: SheetTest,
  stored: TestsOfClass,
): ResultColumn[] {
  return subjects.flatMap((subject) => {
    if (test.testId === FORTNIGHTLY) return testColumns(subject, test.fortnightlyTestId, stored);
    return test.testId === END_OF_TERM ? endColumns(subject, stored) : courseColumns(subject, stored);
  });
}

/** Uses the results that count on the report card: the exam, or course work where the class has no exam. */
function endColumns(subject: ClassSubject, stored: TestsOfClass): ResultColumn[] {
  const counted = stored.scheme.course_work_only ? OTHER_ASSESSMENT : END_OF_TERM;
  const resultOf = (student: StudentResults) => {
    const result = resultIn(student, subject);
    if (!result) return null;
    const criteria = result.criteria.map((item) => item.grade);
    return { mark: result.counted ?? result.exam, grade: result.grade, criteria };
  };
  return [{ subject, place: null, maxMark: maximumOf(subject, counted, stored), resultOf }];
}

/** Graded subjects have a column only once a grade was given for course work. */
function courseColumns(subject: ClassSubject, stored: TestsOfClass): ResultColumn[] {
  const resultOf = (student: StudentResults) => {
    const result = resultIn(student, subject);
    return result && { mark: result.course, grade: result.course?.grade ?? null, criteria: [] };
  };
  const hasOne = subject.takers.some(({ result }) => result.course && isEntered(result.course, []));
  if (subject.kind !== "marks" && !hasOne) return [];
  return [{ subject, place: null, maxMark: maximumOf(subject, OTHER_ASSESSMENT, stored), resultOf }];
}

function testColumns(subject: ClassSubject, testId: number | null, stored: TestsOfClass): ResultColumn[] {
  const own = stored.tests.filter(({ subject_id }) => subject_id === subject.subject_id);
  const input = own.filter((item) => testId === null || item.fortnightly_test_id === testId);
  return input.flatMap(({ place, max_mark: maxMark, test_date }) => {
    const markOf = (student: StudentResults) => {
      const marks = stored.fortnightlyMarks(student.student_key, subject.subject_id);
      return marks.find((mark) => mark.place === place) ?? null;
    };
    const resultOf = (student: StudentResults) => {
      const mark = markOf(student);
      return resultIn(student, subject) && { mark, grade: mark?.grade ?? null, criteria: [] };
    };
    const marks = subject.takers.map(({ student }) => markOf(student));
    const isDue = test_date !== null && test_date <= stored.today;
    const isHeld = isDue || marks.some((mark) => mark && isEntered(mark, []));
    return isHeld ? [{ subject, place, maxMark, resultOf }] : [];
  });
}

function resultIn({ subjects }: StudentResults, { subject_id }: ClassSubject) {
  return subjects.find((subject) => subject.subject_id === subject_id) ?? null;
}

function maximumOf({ subject_id }: ClassSubject, testId: TestId, { maxima }: TestsOfClass): number {
  const set = maxima.find((item) => item.subject_id === subject_id && item.test_id === testId);
  return set?.max_mark ?? USUAL_MAXIMUM;
}
