import { formatCountOf } from "#domain/text/noun.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/** The tabs of the page with the list of subjects. */
export type SubjectListTab = "in use" | "retired";

/** The current tab, and the row that is being edited: a subject's id, or `new` for a new row at the top. */
export type SchoolSubjectsParams = { tab: SubjectListTab; edit: number | "new" | null };

/** The consequences of deleting a subject. A subject in use is retired instead of deleted. */
export type SubjectDeletion = {
  title: string;
  isUsed: boolean;
  classes: number;
  teachers: readonly { name: string; lessons: number }[];
  marks: number;
};

export function schoolSubjectsUrl({
  tab = "in use",
  edit = null,
}: Partial<SchoolSubjectsParams> = {}): string {
  return withQuery(PATHS.schoolSubjects, { show: tab === "retired" ? "retired" : null, edit });
}

export function deleteSubjectUrl(subjectId: number): string {
  return `${PATHS.schoolSubjects}/${subjectId}/delete`;
}

/** The number of teachers or classes that the text names. */
const MOST_NAMED = 3;

/**
 * Describes the use of a subject: `6 classes, 6 lessons with C. Pierre` or `14 classes, 14 lessons with 12 teachers`.
 */
export function formatSubjectUse({ classes, teachers }: SubjectDeletion): string {
  if (teachers.length === 0) return "No classes this year";
  const lessons = teachers.reduce((sum, teacher) => sum + teacher.lessons, 0);
  const names = teachers.map(({ name }) => name).join(", ");
  const whose = teachers.length > MOST_NAMED ? `${teachers.length} teachers` : names;
  return `${classes} ${classes === 1 ? "class" : "classes"}, ${formatCountOf(lessons, "lesson")} with ${whose}`;
}

export function describeKeptMarksOfSubject({ marks }: SubjectDeletion): string {
  return marks === 0
    ? "No marks have been entered"
    : `${formatCountOf(marks, "mark")}, on every report and mark sheet`;
}
