import {
  lessonVisibleTo,
  lessonsVisibleTo,
  requireTerm,
  type VisibleLesson,
} from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassesOfFormClass } from "#db/queries/form-classes.ts";
import { listMarkSheets } from "#db/queries/lessons.ts";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import { invalid, notFound } from "#runtime/errors.ts";
import type { LessonTestKey } from "#domain/paths.ts";

/**
 * A request for one lesson by its id, for the lessons in a class and subject, or for all lessons of a teacher.
 * `employeeId` only narrows the lessons that the person may see.
 */
export type LessonsRequest = { academicTermId: number; employeeId: number | null } & (
  { lessonId: number } | { formClassId: string; subjectId: number } | { of: "teacher" }
);

/**
 * Finds the lessons that an API call refers to. With a class and subject, but no teacher: the lessons of all classes of
 * the form class that the person may see. With a teacher: the lessons that this teacher gives, or else those of the
 * class of which the teacher is form teacher. Without class and subject: all lessons of the teacher or, by default, of
 * the person.
 * @throws notFound
 */
export async function findLessons(person: Person, input: LessonsRequest): Promise<VisibleLesson[]> {
  if ("lessonId" in input) return [await lessonVisibleTo(person, input, noTransaction)];
  const { term } = await requireTerm(input.academicTermId, noTransaction);
  const { academic_year_id: academicYearId } = term;
  const visible = await lessonsVisibleTo(person, term, noTransaction);
  const lessons =
    "of" in input
      ? ofTeacher(visible, teacherMeant(person, input), person)
      : await narrowed(person, ofSubject(visible, input), { ...input, academicYearId });
  if (lessons.length === 0) throw notFound("This lesson no longer exists, or you cannot open it.");
  return lessons;
}

/** Returns the term's first mark sheet of this lesson, other than the End of Term exam; null if there is none. */
export async function findFirstTest(lesson: {
  lessonId: number;
  academicTermId: number;
}): Promise<LessonTestKey | null> {
  const choices = await listMarkSheets(lesson, noTransaction);
  const first = choices.find(({ test_id }) => test_id !== END_OF_TERM);
  return first ? { testId: first.test_id, fortnightlyTestId: first.fortnightly_test_id } : null;
}

/** Returns the requested teacher or, by default, the person. @throws invalid */
function teacherMeant(person: Person, input: { employeeId: number | null }): number {
  const employeeId = input.employeeId ?? person.employeeId;
  if (employeeId === null) throw invalid("Enter the teacher's ID in employeeId.", "employeeId");
  return employeeId;
}

/** Keeps the lessons that a teacher gives. A person's own lessons include those in which they are the substitute. */
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
