import { noTransaction } from "#db/index.ts";
import { currentTerm } from "#db/queries/school.ts";
import { timetableOfTeacher } from "#db/queries/timetable.ts";
import type { TeacherLessonRow } from "#db/queries/timetable.ts";
import type { Person } from "#domain/person.ts";
import { requireTimetableOf } from "./colleague.server.ts";

/** An employee's lessons this year, or in the year of another term. @throws notFound when they are not theirs to see */
export async function listTeacherLessons(
  person: Person,
  { employeeId, academicTermId }: { employeeId: number; academicTermId: number | null },
): Promise<TeacherLessonRow[]> {
  await requireTimetableOf(person, employeeId);
  const termId = academicTermId ?? (await currentTerm(noTransaction))?.academic_term_id;
  return termId === undefined
    ? []
    : timetableOfTeacher({ employeeId, academicTermId: termId }, noTransaction);
}
