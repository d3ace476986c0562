import { lessonVisibleTo, sheetVisibleTo } from "#access/visible.server.ts";
import type { Reading } from "#db/index.ts";
import { formerLesson, studentsOnceOn } from "#db/queries/unsent-rows.ts";
import { sheetHeading, type SheetHeading } from "#db/queries/marks/mark-sheet.ts";
import { pageOfAddress, type SavedTarget } from "#domain/saved-targets.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel, testTitle } from "#domain/terms.ts";
import { ifVisible, type FoundRows } from "./found-rows.server.ts";

type Marks = Extract<SavedTarget, { kind: "marks" }>;
type Asked = { address: Marks; target: string; students: readonly number[] };

/** @returns null for a lesson that neither is nor was the person's */
export async function nameMarks(
  person: Person,
  { address, target, students }: Asked,
  t: Reading,
): Promise<FoundRows | null> {
  const lesson = await findLesson(person, address, t);
  if (!lesson) return null;
  const { subject, class_label, class_id: classId, subject_id: subjectId, until } = lesson;
  const sheet = await ifVisible(sheetVisibleTo(person, address, t));
  const heading = sheet?.heading ?? (await sheetHeading(address, t));
  const chosen = lesson.by_choice ? { subjectId, employeeId: lesson.employee_id } : null;
  return {
    title: `${subject}, ${class_label}`,
    about: heading ? aboutOf(heading, address) : "",
    url: sheet ? pageOfAddress(target) : null,
    fields: criteriaOf(heading),
    students: await studentsOnceOn({ ...address, classId, chosen, students, until }, t),
  };
}

/** `until`: taken from them since; what they typed is named as far as it was theirs by then. */
async function findLesson(person: Person, address: Marks, t: Reading) {
  const visible = await ifVisible(lessonVisibleTo(person, address, t));
  if (visible) return { ...visible, until: null };
  const { employeeId } = person;
  const former =
    employeeId === null ? null : await formerLesson({ lessonId: address.lessonId, employeeId }, t);
  return former && { ...former, until: former.lost_at };
}

function aboutOf(heading: SheetHeading, { testId }: Marks): string {
  const { assessment_type, fortnightly_title, academic_year_id, term } = heading;
  const test = testTitle(testId, assessment_type, fortnightly_title);
  return `${test}, ${periodLabel(academic_year_id, term)}`;
}

function criteriaOf(heading: SheetHeading | null): Record<string, string> {
  if (!heading?.by_criteria) return {};
  return Object.fromEntries(
    heading.criteria.map(({ criterion_id, detail }) => [`criterion_${criterion_id}`, detail]),
  );
}
