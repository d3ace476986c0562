import { formatCountOf } from "#domain/text/noun.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export type SubjectTab = "in use" | "retired";

/** The part of the list that is shown, and the row that is a form: a subject's, or a new one on top. */
export type SubjectsParams = { tab: SubjectTab; edit: number | "new" | null };

/** The consequences of deleting a subject; a subject in use is retired instead. */
export type SubjectLeaving = {
  title: string;
  isUsed: boolean;
  classes: number;
  teachers: readonly { name: string; lessons: number }[];
  marks: number;
};

export const LONGEST_SUBJECT = 80;
export const LONGEST_ABBREVIATION = 20;

export function subjectsUrl({ tab = "in use", edit = null }: Partial<SubjectsParams> = {}): string {
  return withQuery(PATHS.schoolSubjects, { show: tab === "retired" ? "retired" : null, edit });
}

export function deleteSubjectUrl(subjectId: number): string {
  return `${PATHS.schoolSubjects}/${subjectId}/delete`;
}

/** The words name at most this many. */
const MOST_NAMED = 3;

/** Returns words such as `6 classes, 6 lessons with C. Pierre` or `14 classes, 14 lessons with 12 teachers`. */
export function formatUse({ classes, teachers }: SubjectLeaving): string {
  if (teachers.length === 0) return "No classes this year";
  const lessons = teachers.reduce((sum, teacher) => sum + teacher.lessons, 0);
  const names = teachers.map(({ name }) => name).join(", ");
  const whose = teachers.length > MOST_NAMED ? `${teachers.length} teachers` : names;
  return `${classes} ${classes === 1 ? "class" : "classes"}, ${formatCountOf(lessons, "lesson")} with ${whose}`;
}

export function describeKeptMarks({ marks }: SubjectLeaving): string {
  return marks === 0
    ? "No marks have been entered"
    : `${formatCountOf(marks, "mark")}, on every report and mark sheet`;
}
