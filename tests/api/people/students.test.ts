import { expect, test } from "vitest";
import { noTransaction } from "#db/index.ts";
import { Student } from "#db/models/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
await createStudents(std4, [
  { studentId: "SR-1", firstName: "Nia", lastName: "Noel" },
  { studentId: "SR-2", firstName: "Zion", lastName: "Ali" },
]);

test("the statuses are a list of ids and words", async () => {
  const { status, body } = await answered(getRequest("/api/student-status", formTeacher));

  expect([status, body]).toEqual([
    200,
    [
      { id: 1, detail: "Current" },
      { id: 2, detail: "Registered" },
      { id: 3, detail: "Transferred" },
      { id: 4, detail: "Left" },
      { id: 5, detail: "Graduated" },
    ],
  ]);
});

test("a student is deleted with a status, 3 without a word, and only once", async () => {
  const transferred = await remove({ student_id: "SR-1" }, clerk);
  const left = await remove({ student_id: "SR-2", student_status_id: "4" }, clerk);
  const again = await remove({ student_id: "SR-1", student_status_id: 5 }, admin);

  expect(transferred).toMatchObject({ status: 200, body: { message: "Nia Noel deleted." } });
  expect(left.body).toEqual({ message: "Zion Ali deleted." });
  expect(again).toMatchObject({ status: 409, body: { message: "Nia Noel has already been deleted." } });
  expect([await statusOf("SR-1"), await statusOf("SR-2")]).toEqual([3, 4]);
});

test.each([
  ["nobody", () => null, { student_id: "SR-3" }, 401],
  ["the form teacher", () => formTeacher, { student_id: "SR-3" }, 403],
  ["somebody unknown", () => clerk, { student_id: "SR-9" }, 404],
  ["without an id", () => clerk, {}, 422],
  ["a status that is not offered", () => clerk, { student_id: "SR-3", student_status_id: 2 }, 422],
  ["a status that is none", () => clerk, { student_id: "SR-3", student_status_id: "gone" }, 422],
])("%s: refused, and nothing changes", async (_what, visitor, body, status) => {
  if ((await statusOf("SR-3")) === undefined) await createStudents(std4, [{ studentId: "SR-3" }]);

  const answer = await remove(body, visitor());

  expect(answer.status).toBe(status);
  expect(await statusOf("SR-3")).toBe(1);
});

function remove(body: object, visitor: Visitor) {
  return answered(sendJson("/api/student", body, visitor, "DELETE"));
}

async function statusOf(studentId: string): Promise<number | undefined> {
  const where = { student_id: studentId };
  return (await Student.selectOne(["student_status_id"], { where }, noTransaction))?.student_status_id;
}
