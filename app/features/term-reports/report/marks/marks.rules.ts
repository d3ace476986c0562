import { PRESENT_AT_TEST, ATTENDANCE_ABBREVIATIONS } from "#domain/attendance.ts";
import { hasWorkRatings, DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { describeWeight, isWeighted } from "#domain/grading.ts";
import { joinTeacherNames } from "#domain/names.ts";
import type { MarkingScheme, SubjectResult, TestMark } from "#domain/subject-results.ts";
import { MARK_TITLES, RATING_SHORT_TITLES } from "#domain/term-reports.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, testTitle, type TestId } from "#domain/terms.ts";
import type { MarkColumns, ReportSubjectRow, ReportTestMark } from "../report.ts";

type TaughtResult = SubjectResult & {
  subject_id: number;
  subject: string;
  teachers: readonly { first_name: string; last_name: string }[];
};

type Given = {
  /** The maximum of each test, for students whose mark has no maximum of its own. */
  maxima: readonly { subject_id: number; test_id: TestId; max_mark: number }[];
};

export function toReportSubjectRow(result: TaughtResult, { maxima }: Given): ReportSubjectRow {
  const { subject_id, teachers, kind, first, second, course, exam, counted, weight, percent } = result;
  const most = (test: TestId) =>
    maxima.find((set) => set.subject_id === subject_id && set.test_id === test)?.max_mark ?? DEFAULT_MAX_MARK;
  const tests = {
    first: testResult(first, null),
    second: testResult(second, null),
    course: testResult(course, most(OTHER_ASSESSMENT_TEST_ID)),
    exam: testResult(exam, most(END_OF_TERM_TEST_ID)),
  };
  return {
    subject_id,
    title: result.subject,
    teacher: joinTeacherNames(teachers) || null,
    // A weighted result is a percentage and not the mark of a test.
    max_mark: isWeighted(weight)
      ? DEFAULT_MAX_MARK
      : ((weight === 0 ? tests.exam : tests.course).most ?? DEFAULT_MAX_MARK),
    mark: isWeighted(weight) ? percent : (counted?.mark ?? null),
    ...(isWeighted(weight) && { made: describeWeight(weight) }),
    percentage: result.percent,
    grade: result.grade,
    tests,
    application: exam?.application ?? null,
    preparedness: exam?.preparedness ?? null,
    ...(result.remark !== null && { remark: result.remark }),
    criteria: kind === "criteria" ? result.criteria : null,
    isGraded: kind !== "marks",
    editUrl: null,
  };
}

function testResult(given: TestMark | null, most: number | null): ReportTestMark {
  if (!given) return { mark: null, most, attendance: PRESENT_AT_TEST };
  return { mark: given.mark, most: given.max_mark, attendance: given.attendance };
}

/** Returns the columns that the table needs for a class in this term. */
export function chooseMarkColumns(results: readonly SubjectResult[], scheme: MarkingScheme): MarkColumns {
  const { assessment_type, course_work_only, by_criteria, flavour, form_level } = scheme;
  const isFortnightly = assessment_type === "Forthnightly Test" && !by_criteria;
  const columns = [
    { test: "first", title: MARK_TITLES.mark1, wideOnly: true, isThere: isFortnightly },
    { test: "second", title: MARK_TITLES.mark2, wideOnly: true, isThere: isFortnightly },
    { test: "course", ...columnOf(OTHER_ASSESSMENT_TEST_ID, scheme), isThere: hasCourse(results, scheme) },
    { test: "exam", ...columnOf(END_OF_TERM_TEST_ID, scheme), isThere: !course_work_only },
  ] as const;
  const tests = columns.filter(({ isThere }) => isThere).map(({ isThere: _, ...column }) => column);
  return { tests, workRatings: hasWorkRatings(flavour, form_level) };
}

function columnOf(testId: TestId, { assessment_type }: MarkingScheme) {
  return { title: testTitle(testId, assessment_type, null), wideOnly: false };
}

/** Tells whether course marks have a column. Only some schools give them beside fortnightly tests. */
function hasCourse(
  results: readonly SubjectResult[],
  { assessment_type, by_criteria, course_work_only }: MarkingScheme,
): boolean {
  if (course_work_only) return true;
  if (by_criteria) return false;
  if (results.some(({ kind, weight }) => kind === "marks" && weight > 0)) return true;
  const isGiven = results.some(
    ({ course }) => course !== null && (course.mark !== null || course.attendance !== PRESENT_AT_TEST),
  );
  return assessment_type !== "Forthnightly Test" || isGiven;
}

/** Describes the columns that a narrow screen hides: 'Tests 14/20, Abs', 'App. C, Prep. S'. */
export function formatHiddenColumns({ tests, ...ratings }: ReportSubjectRow, columns: MarkColumns): string {
  const words = columns.tests.filter(({ wideOnly }) => wideOnly).map(({ test }) => testWords(tests[test]));
  const parts = [
    words.some(Boolean) ? `Tests ${words.map((word) => word ?? "–").join(", ")}` : null,
    ...(columns.workRatings ? ratingWords(ratings) : []),
  ];
  return parts.filter(Boolean).join(", ");
}

function testWords({ mark, most, attendance }: ReportTestMark): string | null {
  if (attendance !== PRESENT_AT_TEST) return ATTENDANCE_ABBREVIATIONS[attendance];
  return mark === null ? null : `${mark}/${most}`;
}

function ratingWords({ application, preparedness }: Pick<ReportSubjectRow, "application" | "preparedness">) {
  return [
    application && `${RATING_SHORT_TITLES.application} ${application}`,
    preparedness && `${RATING_SHORT_TITLES.preparedness} ${preparedness}`,
  ];
}

/** Returns the number of columns after the subject when all columns are visible. */
export function countColumnsAfterSubject({ tests, workRatings }: MarkColumns): number {
  return 3 + tests.length + (workRatings ? 2 : 0);
}
