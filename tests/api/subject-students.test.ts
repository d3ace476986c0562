import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { createClass, createLesson, createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const pierre = await createTeacher({ firstName: "Carol", lastName: "Pierre" });
const villafana = await createTeacher({ firstName: "Maria", lastName: "Villafaña" });
const std4R = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher: pierre });
const std5 = await createClass({ formClassId: "Std 5" });
const subject_id = await createSubject("Spanish");
await createLesson(pierre, std4R, { subject: "Spanish", byChoice: true });
await createLesson(villafana, std4R, { subject: "Spanish", byChoice: true });
const [ali] = await createStudents(std4R, [{ studentId: "SR-1", lastName: "Ali", firstName: "Rayhaan" }]);
await createStudents(std5, [{ studentId: "SR-2", lastName: "Guerra" }]);

test("a student is added, moved and deleted by the specification's names", async () => {
  const student = { subject_id, student_id: "SR-1" };

  const added = await post("/api/subject-students", { ...student, employee_id: pierre.employeeId });
  const twice = await post("/api/subject-students", { ...student, employee_id: pierre.employeeId });
  const moved = await post("/api/student-subject-assignment", {
    ...student,
    employee_id: villafana.employeeId,
  });
  const listed = await answered(getRequest(`/api/subject-students?subject_id=${subject_id}`, clerk));
  const deleted = await post("/api/delete-student-subject-assignment", student);
  const gone = await post("/api/delete-student-subject-assignment", student);
  const after = await answered(getRequest(`/api/subject-students?subject_id=${subject_id}`, clerk));

  expect([added.status, moved.status, deleted.status]).toEqual([200, 200, 200]);
  expect(twice).toMatchObject({
    status: 409,
    body: { message: "Student Not Added. Rayhaan Ali already has Spanish." },
  });
  expect(listed.body).toEqual([
    {
      subject_id,
      student_id: "SR-1",
      last_name: "Ali",
      first_name: "Rayhaan",
      gender: "F",
      form_class: "Std 4",
      employee_id: villafana.employeeId,
      class_id: std4R.classId,
      class: "Std 4 R",
    },
  ]);
  expect(gone).toMatchObject({ status: 404, body: { message: "This student does not have the subject." } });
  expect(after.body).toEqual([]);
});

test("a call that says who the teacher was does not write over a colleague's change", async () => {
  const student = { subject_id, student_id: "SR-1" };
  await post("/api/student-subject-assignment", { ...student, employee_id: villafana.employeeId });

  const stale = await post("/api/student-subject-assignment", {
    ...student,
    employee_id: pierre.employeeId,
    prev_employee_id: pierre.employeeId,
  });

  expect(stale).toMatchObject({
    status: 409,
    body: { message: "The teacher was changed to M. Villafaña." },
  });
});

test.each([
  [{ student_id: "SR-2" }, 422, "does not teach Spanish in Std 5"],
  [{ student_id: "nobody" }, 422, "No student has this ID. Check the ID."],
  [{ student_id: "SR-1", subject_id: 999_999 }, 404, ""],
  [{ student_id: "SR-1", employee_id: 999_999 }, 422, "not a current employee"],
  [{ student_id: "" }, 422, ""],
])("%j is refused", async (body, status, words) => {
  const answer = await post("/api/student-subject-assignment", {
    subject_id,
    employee_id: pierre.employeeId,
    ...body,
  });

  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(words);
});

test("the current students are everybody's who keeps them, else those of one's own classes and lessons", async () => {
  const admin = await createAdmin();
  const other = await createTeacher();
  const marksOnly = await createTeacher({ permissions: [1] });
  const settings = await createTeacher({ permissions: [8] });

  const all = ["SR-1", "SR-2"];
  expect(await studentsOf(clerk)).toEqual(all);
  expect(await studentsOf(admin)).toEqual(all);
  expect(await studentsOf(settings)).toEqual(all);
  expect(await studentsOf(pierre)).toEqual(["SR-1"]);
  expect(await studentsOf(other)).toEqual([]);
  expect((await answered(getRequest("/api/students", marksOnly))).status).toBe(403);
  expect(ali?.studentId).toBe("SR-1");
});

async function studentsOf(visitor: Visitor): Promise<string[]> {
  const { body } = await answered(getRequest("/api/students", visitor));
  return (body as { id: string }[]).map(({ id }) => id);
}

function post(path: string, body: object) {
  return answered(sendJson(path, body, clerk));
}
