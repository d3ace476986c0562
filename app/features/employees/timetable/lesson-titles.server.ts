import type { Transaction } from "#db/index.ts";
import { lessonsInTimetable } from "#db/queries/timetable/lesson-rows.ts";
import { currentYear } from "./timetable-of.server.ts";

/** `Mathematics, Std 4 R; Science, Std 4 R`, of an employee's lessons of this year. */
export async function lessonTitles(
  { employeeId, lessonIds }: { employeeId: number; lessonIds: readonly number[] },
  t: Transaction,
): Promise<string> {
  const { academic_year_id: academicYearId } = await currentYear(t);
  const lessons = await lessonsInTimetable({ employeeId, academicYearId }, t);
  const meant = lessons.filter(({ lesson_id }) => lessonIds.includes(lesson_id));
  return meant.map(({ subject, class_label }) => `${subject}, ${class_label}`).join("; ");
}
