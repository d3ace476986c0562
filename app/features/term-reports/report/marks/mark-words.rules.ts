import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { SHORT_TITLES } from "#domain/term-reports.ts";
import type { MarkColumns, SubjectRow, TestResult } from "../report.ts";

/** Returns the line under the subject for columns that a narrow screen hides: 'Tests 14/20, Abs', 'App. C, Prep. S'. */
export function formatHiddenColumns({ tests, ...ratings }: SubjectRow, columns: MarkColumns): string {
  const words = columns.tests.filter(({ wideOnly }) => wideOnly).map(({ test }) => testWords(tests[test]));
  const parts = [
    words.some(Boolean) ? `Tests ${words.map((word) => word ?? "–").join(", ")}` : null,
    ...(columns.workRatings ? ratingWords(ratings) : []),
  ];
  return parts.filter(Boolean).join(", ");
}

function testWords({ mark, most, attendance }: TestResult): string | null {
  if (attendance !== PRESENT) return ATTENDANCE_SHORT[attendance];
  return mark === null ? null : `${mark}/${most}`;
}

function ratingWords({ application, preparedness }: Pick<SubjectRow, "application" | "preparedness">) {
  return [
    application && `${SHORT_TITLES.application} ${application}`,
    preparedness && `${SHORT_TITLES.preparedness} ${preparedness}`,
  ];
}

/** Returns the number of columns beside the subject in the widest table. */
export function columnsAfterSubject({ tests, workRatings }: MarkColumns): number {
  return 3 + tests.length + (workRatings ? 2 : 0);
}
