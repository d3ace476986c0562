import { noTransaction } from "#db/index.ts";
import { isSubjectUsed, listedSubjects, subjectWith, subjectUse } from "#db/queries/school-subjects.ts";
import { shortName } from "#domain/names.ts";
import { notFound } from "#runtime/errors.ts";
import type { SchoolSubjects, SubjectLeaving } from "./school-subjects.rules.ts";
import { subjectsPlaceIn } from "./subject.schema.server.ts";

/** The subjects of the school, which are some dozens. */
export async function readSchoolSubjects(query: URLSearchParams): Promise<SchoolSubjects> {
  const place = subjectsPlaceIn(query);
  const all = await listedSubjects(noTransaction);
  const [used, retired] = [
    all.filter(({ is_active }) => is_active),
    all.filter(({ is_active }) => !is_active),
  ];
  const shown = place.tab === "retired" ? retired : used;
  return {
    ...place,
    counts: { "in use": used.length, retired: retired.length },
    subjects: shown.map(({ subject_id: id, is_active: _, ...subject }) => ({ id, ...subject })),
  };
}

/** What deleting a subject would do. @throws notFound for none that is in use */
export async function readLeaving(subjectId: number): Promise<SubjectLeaving> {
  const subject = await subjectWith(subjectId, noTransaction);
  if (!subject?.is_active) throw notFound("There is no such subject.");
  const [isUsed, { teachers, ...use }] = await Promise.all([
    isSubjectUsed(subjectId, noTransaction),
    subjectUse(subjectId, noTransaction),
  ]);
  return {
    ...use,
    title: subject.title,
    isUsed,
    teachers: teachers.map(({ lessons, ...teacher }) => ({ name: shortName(teacher), lessons })),
  };
}
