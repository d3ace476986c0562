import { expect, test } from "vitest";
import { markSheetUrl } from "#domain/paths.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  type TestId,
} from "#domain/terms.ts";
import { loadMarkSheet } from "#features/mark-sheet/sheet/load-sheet.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  type Lesson,
} from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool({ assessmentType: "Forthnightly Test" });
const teacher = await createTeacher();
const [first, second] = [
  await createClass({ formClassId: "Std 1" }),
  await createClass({ formClassId: "Std 2" }),
];
const graded = await createClass({ formClassId: "Std 3", assessmentType: "Grade" });
/** The subjects are in the order of the teacher's list of lessons. */
const art = await createLesson(teacher, first, { subject: "Art" });
const music = await createLesson(teacher, first, { subject: "Music" });
const sums = await createLesson(teacher, first, { subject: "Sums" });
const others = await createLesson(teacher, second, { subject: "Sums" });
const criteria = await createLesson(teacher, graded, { subject: "Sums" });
const [tenth, other] = [
  await createFortnightlyTest(first, { title: "Test 10" }),
  await createFortnightlyTest(second, { title: "Test 10" }),
];
for (const lesson of [art, sums]) await hold(lesson, tenth);
await hold(others, other);

test.each<{ title: string; lesson: Lesson; testId: TestId; next: Lesson | null }>([
  { title: "the next lesson's exam", lesson: art, testId: END_OF_TERM_TEST_ID, next: music },
  {
    title: "the exam of a class that is graded by criteria",
    lesson: others,
    testId: END_OF_TERM_TEST_ID,
    next: criteria,
  },
  {
    title: "no other assessment of such a class",
    lesson: others,
    testId: OTHER_ASSESSMENT_TEST_ID,
    next: null,
  },
  { title: "nothing after the last lesson", lesson: criteria, testId: END_OF_TERM_TEST_ID, next: null },
])("Next Subject leads to $title", async ({ lesson, testId, next }) => {
  const sheet = await loadMarkSheet(teacher.person, keyOf(lesson, testId));

  expect(sheet.nextSubjectUrl).toBe(next && markSheetUrl(keyOf(next, testId)));
});

test.each([
  { title: "past a subject that has not got it", lesson: art, of: tenth, next: sums, then: tenth },
  { title: "to the test of that name in another class", lesson: sums, of: tenth, next: others, then: other },
  { title: "nowhere from the last subject that has it", lesson: others, of: other, next: null, then: null },
])("from a fortnightly test Next Subject leads $title", async ({ lesson, of, next, then }) => {
  const sheet = await loadMarkSheet(teacher.person, keyOf(lesson, FORTNIGHTLY_TEST_ID, of));

  expect(sheet.nextSubjectUrl).toBe(next && markSheetUrl(keyOf(next, FORTNIGHTLY_TEST_ID, then)));
});

function hold(lesson: Lesson, fortnightlyTestId: number): Promise<number> {
  return createAssessment(lesson, { testId: FORTNIGHTLY_TEST_ID, fortnightlyTestId });
}

function keyOf({ lessonId }: Lesson, testId: TestId, fortnightlyTestId: number | null = null) {
  return { lessonId, academicTermId: TERM_IDS[2], testId, fortnightlyTestId };
}
