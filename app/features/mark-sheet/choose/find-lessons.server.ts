import {
  lessonVisibleTo,
  lessonsVisibleTo,
  requireTerm,
  type VisibleLesson,
} from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfFormClass } from "#db/queries/form-classes.ts";
import { sheetChoices } from "#db/queries/lessons.ts";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import type { Test } from "#domain/paths.ts";

/** A lesson by its own id, or by class and subject. `employeeId` only narrows what the person may see anyway. */
export type AskedLessons = { academicTermId: number; employeeId: number | null } & (
  { lessonId: number } | { formClassId: string; subjectId: number }
);

/**
 * The lessons that the specification's calls mean: without a teacher those of every class of the form class that the
 * person sees, with one those that this teacher gives, else those of the class that this teacher leads.
 * @throws notFound when there is none, or none is theirs to see
 */
export async function findLessons(person: Person, asked: AskedLessons): Promise<VisibleLesson[]> {
  if ("lessonId" in asked) return [await lessonVisibleTo(person, asked.lessonId, noTransaction)];
  const { term } = await requireTerm(asked.academicTermId, noTransaction);
  const visible = await lessonsVisibleTo(person, term.academic_year_id, noTransaction);
  const meant = visible.filter(
    ({ form_class_id, subject_id }) => form_class_id === asked.formClassId && subject_id === asked.subjectId,
  );
  const lessons = await narrowed(meant, { ...asked, academicYearId: term.academic_year_id });
  if (lessons.length === 0) throw notFound("There is no such lesson, or it is not yours to see.");
  return lessons;
}

/** The first sheet of the term for this lesson, before the End of Term exam; null where there is no other. */
export async function firstTest(lesson: { lessonId: number; academicTermId: number }): Promise<Test | null> {
  const choices = await sheetChoices(lesson, noTransaction);
  const first = choices.find(({ test_id }) => test_id !== END_OF_TERM);
  return first ? { testId: first.test_id, fortnightlyTestId: first.fortnightly_test_id } : null;
}

async function narrowed(
  lessons: VisibleLesson[],
  asked: { formClassId: string; employeeId: number | null; academicYearId: number },
): Promise<VisibleLesson[]> {
  const { employeeId, academicYearId } = asked;
  if (employeeId === null) return lessons;
  const given = lessons.filter(({ employee_id }) => employee_id === employeeId);
  if (given.length > 0) return given;
  const classes = await classesOfFormClass({ formClassId: asked.formClassId, academicYearId }, noTransaction);
  const led = new Set(
    classes.filter(({ lead_id }) => lead_id === employeeId).map(({ class_id }) => class_id),
  );
  return lessons.filter(({ class_id }) => led.has(class_id));
}
