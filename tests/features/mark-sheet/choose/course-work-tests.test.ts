import { expect, test } from "vitest";
import { listTests } from "#features/mark-sheet/choose/list-tests.server.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const teacher = await createTeacher();

test.each([
  ["with an exam", { formClassId: "6A" }, ["Mid Term", "End of Term"]],
  ["without an exam", { formClassId: "6A", label: "6B", courseWorkOnly: true }, ["Mid Term"]],
  [
    "without an exam, but rated for application",
    { formClassId: "1A", courseWorkOnly: true },
    ["Mid Term", "Application and preparedness"],
  ],
])("the teacher of a class %s is offered the sheets that count there", async (_, input, titles) => {
  const lesson = await createLesson(teacher, await createClass(input));

  expect(await offered(lesson.lessonId)).toEqual(titles);
});

test("a mark that was entered before the class had no exam stays in reach", async () => {
  const sixth = await createClass({ formClassId: "6A", label: "6C", courseWorkOnly: true });
  const [student] = await createStudents(sixth, 1);
  const lesson = await createLesson(teacher, sixth);
  if (student) await createMark(student, lesson, { testId: 1, mark: 60 });

  expect(await offered(lesson.lessonId)).toEqual(["Mid Term", "End of Term"]);
});

async function offered(lessonId: number): Promise<string[]> {
  const query = new URLSearchParams({ term: String(TERM_IDS[2]) });
  const { tests } = await listTests(teacher.person, String(lessonId), query);
  return tests.map(({ title }) => title);
}
