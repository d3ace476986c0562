import type { z } from "zod";
import { FORTNIGHTLY, type TestId } from "#domain/terms.ts";
import type { LessonsRequest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { Test } from "#domain/paths.ts";
import { id, name, oneOf } from "./dispatch/wire.ts";

/** 1 is End of Term, 2 the term's other assessment, and 3 fortnightly, with the id of the fortnightly test. */
export const test = oneOf(1, 2, 3);

/** `lesson_id` alone identifies one lesson, whatever else is given. */
export const lessonNames = {
  form_class_id: name.nullish(),
  subject_id: id.nullish(),
  lesson_id: id.nullish(),
};

type Lesson = z.output<z.ZodObject<typeof lessonNames>>;

export function namesLesson({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return lesson_id != null || (form_class_id != null && subject_id != null);
}

/** A term, a teacher and a test without a lesson mean all lessons of that teacher. */
export function namesNoLesson({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return form_class_id == null && subject_id == null && lesson_id == null;
}

export const LESSON_REQUIRED = {
  path: ["subject_id"],
  error: "Give the lesson: form_class_id and subject_id, or lesson_id.",
};

/** Finds the lessons that a call means. @param employeeId a teacher, who only narrows what the caller may see */
export function lessonsMeant(
  lesson: Lesson,
  { academicTermId, employeeId }: { academicTermId: number; employeeId: number | null | undefined },
): LessonsRequest {
  const call = { academicTermId, employeeId: employeeId ?? null };
  const { form_class_id, subject_id, lesson_id } = lesson;
  if (lesson_id != null) return { ...call, lessonId: lesson_id };
  if (namesNoLesson(lesson)) return { ...call, of: "teacher" };
  return { ...call, formClassId: form_class_id ?? "", subjectId: subject_id ?? 0 };
}

export function isWholeTest(
  testId: TestId | undefined,
  fortnightlyTestId: number | null | undefined,
): boolean {
  return (testId === FORTNIGHTLY) === (fortnightlyTestId != null);
}

export const BELONGS_TO_TEST_3 = "Give this with test 3 only.";

export function testMeant(testId: TestId, fortnightlyTestId: number | null | undefined): Test {
  return { testId, fortnightlyTestId: fortnightlyTestId ?? null };
}
