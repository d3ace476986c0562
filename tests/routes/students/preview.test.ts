import { expect, test } from "vitest";
import { loader } from "../../../app/routes/students/preview.tsx";
import { transaction } from "#db/index.ts";
import { StoredFile } from "#db/models/files.ts";
import { Student } from "#db/models/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const other = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const [nia, gone] = await createStudents(std4, [
  { firstName: "Nia", lastName: "Noel", studentId: "SR-1" },
  { lastName: "Ali" },
]);
const file = { file_name: `${"a".repeat(32)}.jpg`, kind: "picture", media_type: "image/jpeg" };
await transaction(TEST, async (t) => {
  await StoredFile.insert({ ...file, bytes: 9, sha256: Buffer.from("a"), width: 300, height: 380 }, t);
  await Student.update({ picture: file.file_name }, { id: nia?.id ?? 0 }, t);
  await Student.update({ student_status_id: 4 }, { id: gone?.id ?? 0 }, t);
});

test("the large picture of a student whom one may see, and the way back to the same list", async () => {
  const { body } = await preview(nia?.id, formTeacher);

  expect(body).toEqual({
    shown: { name: "Nia Noel", about: "SR-1, Std 4 R", picture: `/img/students/${file.file_name}` },
    closeTo: "/app/students?search=noel",
  });
});

test("nobody else's, and who left is for admins", async () => {
  const answers = [
    await preview(nia?.id, other),
    await preview(nia?.id, null),
    await preview(gone?.id, clerk),
    await preview(gone?.id, admin),
    await preview(999_999, admin),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 302, 404, 200, 404]);
});

function preview(id: number | undefined, visitor: Visitor) {
  const request = getRequest(`/app/students/${id}/preview?search=noel`, visitor);
  return callRoute(loader, request, { studentKey: String(id) });
}
