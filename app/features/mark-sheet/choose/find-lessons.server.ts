import {
  getVisibleLesson,
  listVisibleLessons,
  requireTerm,
  type VisibleLesson,
} from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassesOfFormClass } from "#db/queries/form-classes.ts";
import { listMarkSheets } from "#db/queries/lessons.ts";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM_TEST_ID } from "#domain/terms.ts";
import { invalid, itemNotFound } from "#runtime/errors.ts";
import type { LessonTestKey } from "#domain/paths.ts";

/**
 * A request for one lesson by its id, for the lessons in a class and subject, or for all lessons of a teacher.
 * `employeeId` only narrows the lessons that the person may see anyway.
 */
export type LessonsRequest = { academicTermId: number; employeeId: number | null } & (
  { lessonId: number } | { formClassId: string; subjectId: number } | { of: "teacher" }
);

/**
 * Finds the lessons that an API call refers to. With a class and subject but no teacher, these are the lessons in all
 * classes of the form class that the person may see. With a teacher, they are the teacher's lessons or, if there are
 * none, the lessons of the class of which the teacher is form teacher. Without class and subject, they are all lessons
 * of the teacher, who is the caller by default.
 * @throws notFound
 */
export async function findLessons(person: Person, input: LessonsRequest): Promise<VisibleLesson[]> {
  if ("lessonId" in input) return [await getVisibleLesson(person, input, noTransaction)];
  const { term } = await requireTerm(input.academicTermId, noTransaction);
  const { academic_year_id: academicYearId } = term;
  const visible = await listVisibleLessons(person, term, noTransaction);
  const lessons =
    "of" in input
      ? ofTeacher(visible, teacherMeant(person, input), person)
      : await narrowed(person, ofSubject(visible, input), { ...input, academicYearId });
  if (lessons.length === 0) throw itemNotFound("lesson");
  return lessons;
}

/** Returns the lesson's first mark sheet of the term that is not the End of Term exam, or null if there is none. */
export async function findFirstTest(lesson: {
  lessonId: number;
  academicTermId: number;
}): Promise<LessonTestKey | null> {
  const choices = await listMarkSheets(lesson, noTransaction);
  const first = choices.find(({ test_id }) => test_id !== END_OF_TERM_TEST_ID);
  return first ? { testId: first.test_id, fortnightlyTestId: first.fortnightly_test_id } : null;
}

/**
 * Returns the requested teacher. The default is the caller.
 * @throws invalid
 */
function teacherMeant(person: Person, input: { employeeId: number | null }): number {
  const employeeId = input.employeeId ?? person.employeeId;
  if (employeeId === null) throw invalid("Enter the teacher's ID in employeeId.", "employeeId");
  return employeeId;
}

/** Keeps only a teacher's own lessons. For the caller, these include lessons as a substitute. */
function ofTeacher(lessons: readonly VisibleLesson[], employeeId: number, person: Person): VisibleLesson[] {
  const isOwn = employeeId === person.employeeId;
  return lessons.filter(({ employee_id, is_taught }) => employee_id === employeeId || (isOwn && is_taught));
}

function ofSubject(
  lessons: readonly VisibleLesson[],
  { formClassId, subjectId }: { formClassId: string; subjectId: number },
): VisibleLesson[] {
  return lessons.filter(
    ({ form_class_id, subject_id }) => form_class_id === formClassId && subject_id === subjectId,
  );
}

async function narrowed(
  person: Person,
  lessons: VisibleLesson[],
  input: { formClassId: string; employeeId: number | null; academicYearId: number },
): Promise<VisibleLesson[]> {
  const { employeeId, academicYearId } = input;
  if (employeeId === null) return lessons;
  const given = ofTeacher(lessons, employeeId, person);
  if (given.length > 0) return given;
  const classes = await listClassesOfFormClass(
    { formClassId: input.formClassId, academicYearId },
    noTransaction,
  );
  const led = new Set(
    classes.filter(({ lead_id }) => lead_id === employeeId).map(({ class_id }) => class_id),
  );
  return lessons.filter(({ class_id }) => led.has(class_id));
}
