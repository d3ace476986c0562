import { lessonVisibleTo, type VisibleLesson } from "#access/visible.server.ts";
import type { Reading } from "#db/index.ts";
import { formerLesson, studentsOnceOn } from "#db/queries/unsent-rows.ts";
import { sheetHeading, type SheetHeading } from "#db/queries/marks/mark-sheet.ts";
import { pageOfAddress, type SavedTarget } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel, testTitle } from "#domain/terms.ts";
import { ifVisible, type FoundRows } from "./found-rows.server.ts";

type Marks = Extract<SavedTarget, { kind: "marks" }>;
type Asked = { address: Marks; target: string; students: readonly number[] };

/** @returns null for a lesson that neither is nor was the person's */
export async function nameMarks(person: Person, asked: Asked, t: Reading): Promise<FoundRows | null> {
  const lesson = await ifVisible(lessonVisibleTo(person, asked.address.lessonId, t));
  return lesson ? nameOpen(lesson, asked, t) : nameFormer(person, asked, t);
}

async function nameOpen(
  lesson: VisibleLesson,
  { address, target, students }: Asked,
  t: Reading,
): Promise<FoundRows> {
  const heading = await sheetHeading(address, t);
  const { class_id: classId, subject_id: subjectId, employee_id: employeeId } = lesson;
  const chosen = lesson.by_choice ? { subjectId, employeeId } : null;
  return {
    title: `${lesson.subject}, ${lesson.class_label}`,
    about: heading ? aboutOf(heading, address) : "",
    url: heading ? pageOfAddress(target) : null,
    fields: criteriaOf(heading),
    students: await studentsOnceOn({ ...address, classId, chosen, students, until: null }, t),
  };
}

/** Taken from them since: what they typed is named as far as it was theirs by then. */
async function nameFormer(
  { employeeId }: Person,
  { address, students }: Asked,
  t: Reading,
): Promise<FoundRows | null> {
  if (employeeId === null) return null;
  const lesson = await formerLesson({ lessonId: address.lessonId, employeeId }, t);
  if (!lesson) return null;
  const { subject_id: subjectId, class_id: classId, lost_at: until } = lesson;
  const heading = await sheetHeading(address, t);
  const chosen = lesson.by_choice ? { subjectId, employeeId } : null;
  return {
    title: `${lesson.subject}, ${lesson.class_label}`,
    about: heading ? aboutOf(heading, address) : "",
    url: null,
    fields: criteriaOf(heading),
    students: await studentsOnceOn({ ...address, classId, chosen, students, until }, t),
  };
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
