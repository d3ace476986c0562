import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import {
  addCoTeacher,
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste", userName: "ann.baptiste" });
const colleague = await createFormTeacher({ firstName: "Roy", lastName: "Ali", userName: "roy.ali" });
const principal = await createPrincipal({ firstName: "Merle", lastName: "Joseph" });
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 Ali", formTeacher: colleague });
const std2 = await createClass({ formClassId: "Std 2" });
await addCoTeacher(std2, teacher);
const maths = await createLesson(teacher, std1, { subject: "Mathematics" });
const art = await createLesson(teacher, std2, { subject: "Art" });
await createAssessment(maths, { maxMark: 40 });

test("those who manage people see everybody by name, with user names", async () => {
  const { body } = await answered(getRequest("/api/employees", clerk));

  expect(body).toMatchObject([
    { last_name: "Ali", user_name: "roy.ali" },
    { last_name: "Baptiste" },
    { last_name: "Joseph" },
    { last_name: "Khan" },
  ]);
  expect((body as object[])[1]).toEqual({
    id: teacher.employeeId,
    employee_id: teacher.employeeId,
    first_name: "Ann",
    last_name: "Baptiste",
    user_name: "ann.baptiste",
    gender: "F",
    employee_status_id: 1,
    picture: null,
  });
});

test("the principal sees everybody without their user names", async () => {
  const { body } = await answered(getRequest("/api/employees", principal));

  expect((body as { user_name: string | null }[]).map(({ user_name }) => user_name)).toEqual([
    null,
    null,
    principal.userName,
    null,
  ]);
});

test("a teacher sees oneself", async () => {
  const { body } = await answered(getRequest("/api/employees", teacher));

  expect(body).toMatchObject([{ id: teacher.employeeId, user_name: "ann.baptiste" }]);
});

test("who has left is not listed", async () => {
  const leaver = await createTeacher({ lastName: "Zephyrine" });
  await transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = 2 where employee_id = $1", [leaver.employeeId], t),
  );

  const { body } = await answered(getRequest("/api/employees", admin));

  expect(body).toHaveLength(4);
});

test("a teacher's lessons come in the order of the classes, with what their exam is out of", async () => {
  const { body } = await answered(getRequest(`/api/teacher-lessons/${teacher.employeeId}`, teacher));

  expect(body).toEqual([
    {
      lesson_id: maths.lessonId,
      employee_id: teacher.employeeId,
      form_class_id: "Std 1",
      class: "Std 1 Ali",
      subject_id: maths.subjectId,
      title: "Mathematics",
      subject_title: "Mathematics",
      form_level: 3,
      max_mark: 40,
    },
    expect.objectContaining({ lesson_id: art.lessonId, title: "Art", max_mark: 100 }),
  ]);
});

test.each([
  ["a colleague", colleague, 404],
  ["the principal", principal, 200],
  ["who makes the timetable", clerk, 200],
  ["the admin", admin, 200],
])("lessons of a teacher, asked by %s", async (_, visitor: Visitor, expected) => {
  const lessons = await answered(getRequest(`/api/teacher-lessons/${teacher.employeeId}`, visitor));
  const formClass = await answered(
    getRequest(`/api/form-teacher-class/${teacher.employeeId}/${YEAR_ID}`, visitor),
  );

  expect(lessons.status).toBe(expected);
  expect(formClass.status).toBe(expected);
});

test.each(["abc", "0", "-1", "999999999999", "123456789"])("there is no employee %s", async (id) => {
  const lessons = await answered(getRequest(`/api/teacher-lessons/${id}`, clerk));
  const formClass = await answered(getRequest(`/api/form-teacher-class/${id}/${YEAR_ID}`, clerk));

  expect([lessons.status, formClass.status]).toEqual([404, 404]);
});

test("a term that is no number is refused, one that does not exist has no lessons", async () => {
  const path = `/api/teacher-lessons/${teacher.employeeId}`;

  const wrong = await answered(getRequest(`${path}?academic_term_id=third`, teacher));
  const unknown = await answered(getRequest(`${path}?academic_term_id=202420251`, teacher));

  expect(wrong.body).toMatchObject({
    errors: { academic_term_id: ["This must be a whole number above 0."] },
  });
  expect(unknown.body).toEqual([]);
});

test("the class of a form teacher, of a co-teacher and of nobody", async () => {
  const own = await answered(
    getRequest(`/api/form-teacher-class/${colleague.employeeId}/${YEAR_ID}`, colleague),
  );
  const shared = await answered(
    getRequest(`/api/form-teacher-class/${teacher.employeeId}/${YEAR_ID}`, teacher),
  );
  const none = await answered(getRequest(`/api/form-teacher-class/${teacher.employeeId}/20242025`, teacher));

  expect(own.body).toEqual({
    form_class_id: "Std 1",
    employee_id: colleague.employeeId,
    academic_year_id: YEAR_ID,
  });
  expect(shared.body).toMatchObject({ form_class_id: "Std 2" });
  expect(none.body).toMatchObject({ form_class_id: null });
});
