import { expect, test } from "vitest";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import {
  assignDean,
  createClass,
  createLesson,
  createSchool,
  createSubject,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const gomez = await createFormTeacher({ firstName: "Wendy", lastName: "Gomez" });
const std1 = await createClass({ formClassId: "Std 1" });
const std4C = await createClass({ formClassId: "Std 4", label: "Std 4 C" });
const std4G = await createClass({ formClassId: "Std 4", label: "Std 4 G", formTeacher: gomez });
const maths = await createSubject("Mathematics");
const art = await createSubject("Art");
const [pupil] = await createStudents(std1, 1);

test("a lesson is added, changed and deleted by the specification's names", async () => {
  const { employeeId: employee_id } = await createTeacher();

  const added = await post("/api/teacher-lesson", { employee_id, subject_id: maths, form_class_id: "Std 1" });
  const changed = await post("/api/teacher-lesson", {
    employee_id,
    subject_id: maths,
    form_class_id: "Std 1",
    new_subject_id: art,
    new_form_class_id: "Std 1",
  });
  const lessons = await lessonsOf(employee_id);
  const deleted = await post("/api/delete-teacher-lesson", {
    employee_id,
    subject_id: art,
    form_class_id: "Std 1",
  });

  expect([added.status, changed.status]).toEqual([200, 200]);
  expect(lessons).toEqual(["Std 1 Art"]);
  expect(deleted).toMatchObject({ status: 200, body: { message: "Deleted." } });
  expect(await lessonsOf(employee_id)).toEqual([]);
});

test("a lesson by choice is said so, and a new one may be sent by its new names alone", async () => {
  const { employeeId: employee_id } = await createTeacher();

  const { status, body } = await post("/api/teacher-lesson", {
    employee_id,
    subject_id: null,
    new_subject_id: art,
    new_class_id: std1.classId,
    by_choice: true,
  });

  expect(status).toBe(200);
  const { lesson_id } = body as { lesson_id: number };
  const lesson = await queryRow(
    "select by_choice from lessons where lesson_id = $1",
    [lesson_id],
    noTransaction,
  );
  expect(lesson).toEqual({ by_choice: true });
});

test("a lesson that is there already is refused", async () => {
  const teacher = await createTeacher();
  await createLesson(teacher, std1, { subject: "Art" });

  const { status, body } = await post("/api/teacher-lesson", {
    employee_id: teacher.employeeId,
    subject_id: art,
    form_class_id: "Std 1",
  });

  expect(status).toBe(422);
  expect(body).toMatchObject({ message: "This lesson is already in the list." });
});

test("a form class that means two classes is refused with their names, and taken by class_id", async () => {
  const { employeeId: employee_id } = await createTeacher();

  const unclear = await post("/api/teacher-lesson", { employee_id, subject_id: art, form_class_id: "Std 4" });
  const clear = await post("/api/teacher-lesson", { employee_id, subject_id: art, class_id: std4G.classId });
  const change = await post("/api/teacher-lesson", {
    employee_id,
    subject_id: art,
    form_class_id: "Std 4",
    new_class_id: std4C.classId,
  });

  expect(unclear).toMatchObject({
    status: 422,
    body: {
      errors: {
        form_class_id: [
          `This form class has more than one class: Std 4 C (class_id ${std4C.classId}), Std 4 G (class_id ${std4G.classId}). Send the class_id of the class.`,
        ],
      },
    },
  });
  expect([clear.status, change.status]).toEqual([200, 200]);
  expect(await lessonsOf(employee_id)).toEqual(["Std 4 C Art"]);
});

test("a form teacher's lessons are in their own class of a form class that has two", async () => {
  const employee_id = gomez.employeeId;
  const lesson = { employee_id, subject_id: art, form_class_id: "Std 4" };

  const added = await post("/api/teacher-lesson", lesson);
  const changed = await post("/api/teacher-lesson", {
    ...lesson,
    new_subject_id: maths,
    new_form_class_id: "Std 4",
  });

  expect([added.status, changed.status]).toEqual([200, 200]);
  expect(await lessonsOf(employee_id)).toEqual(["Std 4 G Mathematics"]);
});

test("a lesson whose class is named as it was stays there, whichever class of two it is", async () => {
  const teacher = await createTeacher();
  await createLesson(teacher, std4C, { subject: "Art" });

  const changed = await post("/api/teacher-lesson", {
    employee_id: teacher.employeeId,
    subject_id: art,
    form_class_id: "Std 4",
    new_subject_id: maths,
    new_form_class_id: "Std 4",
  });

  expect(changed.status).toBe(200);
  expect(await lessonsOf(teacher.employeeId)).toEqual(["Std 4 C Mathematics"]);
});

test("a class that somebody leads is named by its form class, although that has two", async () => {
  const of = { academic_year_id: YEAR_ID, employee_id: gomez.employeeId, form_class_id: "Std 4" };

  const again = await post("/api/form-teacher-class", of);

  expect(again).toMatchObject({ status: 200, body: { class: "Std 4 G" } });
});

test("deleting tells of whom marks stay", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Spanish" });
  await createMark(pupil ?? { id: 0 }, lesson, { mark: 50 });

  const { body } = await post("/api/delete-teacher-lesson", {
    employee_id: teacher.employeeId,
    subject_id: lesson.subjectId,
    class_id: std1.classId,
  });

  expect(body).toEqual({
    message: "Deleted. The marks of 1 student stay on their reports and on the mark sheets of past terms.",
  });
});

test.each([
  ["no subject", { form_class_id: "Std 1" }, 422],
  ["no class", { subject_id: maths }, 422],
  ["a class that is not there", { subject_id: maths, form_class_id: "Std 9" }, 422],
  ["a lesson that is not there", { subject_id: maths, form_class_id: "Std 1", new_subject_id: art }, 404],
])("a lesson with %s is refused", async (_, lesson, status) => {
  const { employeeId: employee_id } = await createTeacher();

  const refused = await post("/api/teacher-lesson", { employee_id, ...lesson });

  expect(refused.status).toBe(status);
});

test("a teacher's class is set by its form class, and asked about where somebody leads it", async () => {
  const { employeeId: employee_id } = await createFormTeacher();
  const [first, second] = [await createFormTeacher({ lastName: "Quow" }), await createFormTeacher()];
  const of = { academic_year_id: YEAR_ID, form_class_id: "Std 3" };

  const made = await post("/api/form-teacher-class", { ...of, employee_id: first.employeeId });
  const result = await post("/api/form-teacher-class", { ...of, employee_id });
  const shared = await post("/api/form-teacher-class", { ...of, employee_id, co_teacher: true });
  const own = await post("/api/form-teacher-class", {
    ...of,
    employee_id: second.employeeId,
    new_class: "1",
  });
  const again = await post("/api/form-teacher-class", {
    ...of,
    employee_id: second.employeeId,
    new_class: "1",
  });
  const none = await post("/api/form-teacher-class", { ...of, employee_id, form_class_id: null });

  expect(made).toMatchObject({ status: 200, body: { class: "Std 3 Q" } });
  expect(result).toMatchObject({
    status: 422,
    body: { errors: { co_teacher: [expect.stringContaining("T")] } },
  });
  expect([shared.status, own.status, none.status]).toEqual([200, 200, 200]);
  expect(again.body).toEqual(own.body);
  const { body } = await answered(
    getRequest(`/api/form-teacher-class/${first.employeeId}/${YEAR_ID}`, clerk),
  );
  expect(body).toMatchObject({ form_class_id: "Std 3" });
});

test("a form class of two does not say whose class it is; taken over it is from a day", async () => {
  const { employeeId: employee_id } = await createFormTeacher();
  const of = { academic_year_id: YEAR_ID, employee_id };

  const unclear = await post("/api/form-teacher-class", { ...of, form_class_id: "Std 4" });
  const taken = await post("/api/form-teacher-class", { ...of, class_id: std4G.classId, from: "2026-05-04" });
  const wrong = await post("/api/form-teacher-class", { ...of, class_id: std4G.classId, from: "soon" });

  expect(unclear).toMatchObject({ status: 422, body: { errors: { form_class_id: expect.anything() } } });
  expect(taken).toMatchObject({ status: 200, body: { class: "Std 4 G" } });
  expect(wrong.status).toBe(422);
});

test("deans are read by who makes timetables, and one's own by oneself", async () => {
  const [dean, stranger] = [await createTeacher(), await createTeacher()];
  await assignDean({ formClassId: "Std 2" }, dean);
  const own = { employee_id: dean.employeeId, form_classes: ["Std 2"] };
  const path = `/api/form-dean-assignments/${dean.employeeId}`;

  const answers = await Promise.all(
    [clerk, dean, stranger].map((visitor) => answered(getRequest("/api/form-dean-assignments", visitor))),
  );
  const single = await Promise.all(
    [clerk, dean, stranger].map((visitor) => answered(getRequest(path, visitor))),
  );

  expect(answers.map(({ body }) => body)).toEqual([[own], [own], []]);
  expect(single.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(single[0]?.body).toEqual(own);
});

test("form deans are refused in a primary school", async () => {
  const { employeeId: employee_id } = await createTeacher();

  const refused = await post("/api/form-dean-assignments", { employee_id, form_classes: "Std 1, Std 2" });

  expect(refused).toMatchObject({
    status: 422,
    body: { message: "A primary school has no form deans. Add a co-teacher." },
  });
});

test.each([
  "/api/teacher-lesson",
  "/api/delete-teacher-lesson",
  "/api/form-teacher-class",
  "/api/form-dean-assignments",
])("%s is for those who make timetables", async (path) => {
  const teacher = await createTeacher();

  const [visitor, wrong] = [await post(path, {}, null), await post(path, {}, teacher)];

  expect([visitor.status, wrong.status]).toEqual([401, 403]);
});

function post(path: string, body: object, visitor: Visitor = clerk) {
  return answered(sendJson(path, body, visitor));
}

async function lessonsOf(employeeId: number): Promise<string[]> {
  const { body } = await answered(getRequest(`/api/teacher-lessons/${employeeId}`, clerk));
  return (body as { class: string; title: string }[]).map((lesson) => `${lesson.class} ${lesson.title}`);
}
