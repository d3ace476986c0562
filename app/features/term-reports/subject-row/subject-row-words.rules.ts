import { ATTENDANCE_WORDS, PRESENT, type Attendance } from "#domain/attendance.ts";
import { testTitle, type AssessmentType, type TestId } from "#domain/terms.ts";

type GivenMark = {
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
export function formatMarks(marks: readonly GivenMark[], assessmentType: AssessmentType): string[] {
  return marks
    .filter(({ is_entered }) => is_entered)
    .map((mark) => `${testTitle(mark.test_id, assessmentType, mark.fortnightly_title)} ${resultWords(mark)}`);
}

function resultWords({ mark, max_mark, attendance, grade, criteria }: GivenMark): string {
  if (attendance !== PRESENT) return ATTENDANCE_WORDS[attendance as Attendance].toLowerCase();
  const results = [
    mark === null ? null : `${mark} of ${max_mark}`,
    grade && `grade ${grade}`,
    criteria > 0 ? `${criteria} criteria` : null,
  ];
  return results.filter(Boolean).join(", ") || "ratings";
}
