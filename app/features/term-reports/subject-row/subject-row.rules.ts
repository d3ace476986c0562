import { ATTENDANCE_WORDS, PRESENT, type Attendance } from "#domain/attendance.ts";
import type { SheetKind } from "#domain/sheets.ts";
import { testTitle, type AssessmentType, type TestId } from "#domain/terms.ts";

type GivenMark = {
  fortnightly_test_id: number | null;
  mark: number | null;
  grade: string | null;
  is_entered: boolean;
};

/** The numbers of a subject's fortnightly tests in the term, in order of date: 1, 2, … by the ID of the test. */
export type Places = ReadonlyMap<number, number>;

/** The subject to which marks move: its kind of marking, its fortnightly tests, and those of the old subject. */
export type Move = { kind: SheetKind; from: Places; to: Places };

/** A report prints a subject's first two fortnightly tests; later ones appear on mark sheets only. */
const ON_THE_REPORT = 2;

/**
 * Lists the marks that would appear nowhere in the other subject: a chosen grade if grades follow from marks, marks and
 * grades if the subject is graded by criteria, or a fortnightly test that the subject does not have, or has too late
 * for the report.
 */
export function unseenAfterMove<Mark extends GivenMark>(marks: readonly Mark[], move: Move): Mark[] {
  return marks.filter((mark) => mark.is_entered && !(hasTest(mark, move) && hasColumn(mark, move)));
}

function hasTest({ fortnightly_test_id: test }: GivenMark, { from, to }: Move): boolean {
  if (test === null) return true;
  const place = to.get(test);
  if (place === undefined) return false;
  return place <= ON_THE_REPORT || (from.get(test) ?? Infinity) > ON_THE_REPORT;
}

function hasColumn({ mark, grade }: GivenMark, { kind }: Move): boolean {
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

/** Lists the entered results of a subject by test, such as `End of Term 84 of 100`. A blank row is no loss. */
export function formatMarks(marks: readonly EnteredMark[], assessmentType: AssessmentType): string[] {
  return marks
    .filter(({ is_entered }) => is_entered)
    .map((mark) => `${testTitle(mark.test_id, assessmentType, mark.fortnightly_title)} ${resultWords(mark)}`);
}

function resultWords({ mark, max_mark, attendance, grade, criteria }: EnteredMark): string {
  if (attendance !== PRESENT) return ATTENDANCE_WORDS[attendance as Attendance].toLowerCase();
  const results = [
    mark === null ? null : `${mark} of ${max_mark}`,
    grade && `grade ${grade}`,
    criteria > 0 ? `${criteria} criteria` : null,
  ];
  return results.filter(Boolean).join(", ") || "ratings";
}
