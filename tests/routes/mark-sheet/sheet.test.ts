import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { call, sendJson } from "#tests/support/request.ts";
import { TERM_IDS, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { action as putBack } from "../../../app/routes/mark-sheet/history.tsx";
import { action as saveSheet } from "../../../app/routes/mark-sheet/sheet.tsx";

await freshDatabase();
await createSchool();
const teacher = await createTeacher();
const schoolClass = await createClass();
const { lessonId } = await createLesson(teacher, schoolClass);
const [student] = await createStudents(schoolClass, 1);
const params = {
  lessonId: String(lessonId),
  termId: String(TERM_IDS[2]),
  test: "1",
  studentKey: String(student?.id),
};

test.each([
  ["the sheet's form", saveSheet],
  ["putting back", putBack],
])("a body that is no form is turned away and is no surprise: %s", async (_what, action) => {
  const request = sendJson(`/app/mark-sheet/${lessonId}/${TERM_IDS[2]}/1`, { mark: 72 }, teacher);

  const answer = await call(action, request, params);

  expect(answer.status).toBe(400);
});
