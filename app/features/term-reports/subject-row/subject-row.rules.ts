import { ATTENDANCE_WORDS, PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import type { MarkSheetKind } from "#domain/sheets.ts";
import { testTitle, type AssessmentType, type TestId } from "#domain/terms.ts";

type GivenMark = {
  fortnightly_test_id: number | null;
  mark: number | null;
  grade: string | null;
  is_entered: boolean;
};

/** The number of each fortnightly test of a subject, by the test's id. Tests are numbered 1, 2, … in order of date. */
export type FortnightlyTestNumbers = ReadonlyMap<number, number>;

/** A move of marks to another subject, with the numbers of both subjects' fortnightly tests. */
export type MarksMove = { kind: MarkSheetKind; from: FortnightlyTestNumbers; to: FortnightlyTestNumbers };

/** The number of fortnightly tests of a subject on a report. Later tests are on mark sheets only. */
const ON_THE_REPORT = 2;

/**
 * Lists the marks that the new subject cannot show: chosen grades if its grades follow from marks, all marks and grades
 * if it is graded by criteria, and the marks of fortnightly tests that it does not have or that are not on the report.
 */
export function findMarksLostByMove<Mark extends GivenMark>(marks: readonly Mark[], move: MarksMove): Mark[] {
  return marks.filter((mark) => mark.is_entered && !(hasTest(mark, move) && hasColumn(mark, move)));
}

function hasTest({ fortnightly_test_id: test }: GivenMark, { from, to }: MarksMove): boolean {
  if (test === null) return true;
  const place = to.get(test);
  if (place === undefined) return false;
  return place <= ON_THE_REPORT || (from.get(test) ?? Infinity) > ON_THE_REPORT;
}

function hasColumn({ mark, grade }: GivenMark, { kind }: MarksMove): boolean {
  if (kind === "criteria") return mark === null && grade === null;
  return kind === "grades" || grade === null;
}

type EnteredMark = {
  test_id: TestId;
  fortnightly_title: string | null;
  mark: number | null;
  max_mark: number;
  attendance: number;
  grade: string | null;
  criteria: number;
  is_entered: boolean;
};

/** Describes the entered marks of a subject by test, such as `End of Term 84 of 100`. Blank rows are left out. */
export function formatEnteredMarks(marks: readonly EnteredMark[], assessmentType: AssessmentType): string[] {
  return marks
    .filter(({ is_entered }) => is_entered)
    .map((mark) => `${testTitle(mark.test_id, assessmentType, mark.fortnightly_title)} ${resultWords(mark)}`);
}

function resultWords({ mark, max_mark, attendance, grade, criteria }: EnteredMark): string {
  if (attendance !== PRESENT_AT_TEST) return ATTENDANCE_WORDS[attendance as TestAttendance].toLowerCase();
  const results = [
    mark === null ? null : `${mark} of ${max_mark}`,
    grade && `grade ${grade}`,
    criteria > 0 ? `${criteria} criteria` : null,
  ];
  return results.filter(Boolean).join(", ") || "ratings";
}
