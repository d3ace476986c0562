import type { Reading } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { listActiveSubjects, type SubjectRow } from "#db/queries/subjects.ts";
import { parseId } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";

export type FoundSubject = SubjectRow & { academicYearId: number };

/** Returns a subject that the school teaches, with the current year. @throws notFound */
export async function subjectOfYear(subjectId: number, t: Reading): Promise<FoundSubject> {
  const subject = (await listActiveSubjects(t)).find(({ subject_id }) => subject_id === subjectId);
  if (!subject) throw notFound("This subject no longer exists, or you cannot open it.");
  const academicYearId = (await getCurrentTerm(t))?.academic_year_id;
  if (!academicYearId) throw notFound("The school has no current year yet.");
  return { ...subject, academicYearId };
}

/** @throws notFound */
export function subjectIdOf({ subjectId }: Record<string, string | undefined>): number {
  const id = parseId(subjectId);
  if (id === null) throw notFound("This subject no longer exists, or you cannot open it.");
  return id;
}
