import type { z } from "zod";
import { FORTNIGHTLY_TEST_ID, type TestId } from "#domain/terms.ts";
import type { LessonsRequest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";
import { idSchema, nameSchema, oneOfNumbersSchema } from "./dispatch/wire.ts";

/** The test: 1 is End of Term, 2 the term's other assessment, and 3 a fortnightly test, which also needs its id. */
export const testNumberSchema = oneOfNumbersSchema(1, 2, 3);

/** If `lesson_id` is sent, it alone identifies the lesson. */
export const lessonQueryFields = {
  form_class_id: nameSchema.nullish(),
  subject_id: idSchema.nullish(),
  lesson_id: idSchema.nullish(),
};

type Lesson = z.output<z.ZodObject<typeof lessonQueryFields>>;

export function hasLessonFields({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return lesson_id != null || (form_class_id != null && subject_id != null);
}

/** Tells whether a call names no lesson. With a term, teacher and test, it then means all lessons of the teacher. */
export function hasNoLessonFields({ form_class_id, subject_id, lesson_id }: Lesson): boolean {
  return form_class_id == null && subject_id == null && lesson_id == null;
}

export const LESSON_REQUIRED = {
  path: ["subject_id"],
  error: "Give the lesson: form_class_id and subject_id, or lesson_id.",
};

/** Finds the lessons that a call names. @param employeeId a teacher whose lessons alone are found */
export function toLessonsRequest(
  lesson: Lesson,
  { academicTermId, employeeId }: { academicTermId: number; employeeId: number | null | undefined },
): LessonsRequest {
  const call = { academicTermId, employeeId: employeeId ?? null };
  const { form_class_id, subject_id, lesson_id } = lesson;
  if (lesson_id != null) return { ...call, lessonId: lesson_id };
  if (hasNoLessonFields(lesson)) return { ...call, of: "teacher" };
  return { ...call, formClassId: form_class_id ?? "", subjectId: subject_id ?? 0 };
}

export function isFortnightlyTestIdValid(
  testId: TestId | undefined,
  fortnightlyTestId: number | null | undefined,
): boolean {
  return (testId === FORTNIGHTLY_TEST_ID) === (fortnightlyTestId != null);
}

export const FORTNIGHTLY_TEST_ONLY = "Give this field with test 3, and with no other test.";

export function toLessonTestKey(testId: TestId, fortnightlyTestId: number | null | undefined): LessonTestKey {
  return { testId, fortnightlyTestId: fortnightlyTestId ?? null };
}
