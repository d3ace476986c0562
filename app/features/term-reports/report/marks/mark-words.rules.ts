import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { SHORT_TITLES } from "#domain/term-reports.ts";

import type { MarkColumns, SubjectRow } from "../report.ts";

type Test = { mark: number | null; most: number | null; attendance: SubjectRow["attendance1"] };

/** What stands under the subject where it has no columns: 'Tests 14/20, Abs', 'App. C, Prep. S'. */
export function narrowWords(subject: SubjectRow, { fortnightly, workRatings }: MarkColumns): string {
  const parts = [...(fortnightly ? testWords(subject) : []), ...(workRatings ? ratingWords(subject) : [])];
  return parts.join(", ");
}

function testWords(subject: SubjectRow): string[] {
  const { mark1, max_mark1, attendance1, mark2, max_mark2, attendance2 } = subject;
  const tests = [
    oneTest({ mark: mark1, most: max_mark1, attendance: attendance1 }),
    oneTest({ mark: mark2, most: max_mark2, attendance: attendance2 }),
  ];
  return tests.every((words) => words === null)
    ? []
    : [`Tests ${tests.map((words) => words ?? "–").join(", ")}`];
}

function oneTest({ mark, most, attendance }: Test): string | null {
  if (attendance !== null && attendance !== PRESENT) return ATTENDANCE_SHORT[attendance];
  return mark === null ? null : `${mark}/${most}`;
}

function ratingWords({ application, preparedness }: SubjectRow): string[] {
  return [
    ...(application ? [`${SHORT_TITLES.application} ${application}`] : []),
    ...(preparedness ? [`${SHORT_TITLES.preparedness} ${preparedness}`] : []),
  ];
}

/** How many columns the widest table has beside the subject's. */
export function columnsAfterSubject({ fortnightly, course, exam, workRatings }: MarkColumns): number {
  return 3 + (fortnightly ? 2 : 0) + (course ? 1 : 0) + (exam ? 1 : 0) + (workRatings ? 2 : 0);
}
