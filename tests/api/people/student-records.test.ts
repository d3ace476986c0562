import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
} from "#tests/support/builders/people.ts";
import { addCoTeacher, createClass, createSchool, YEAR_ID } from "#tests/support/builders/school.ts";
import { createStudent, createStudents, type Student } from "#tests/support/builders/students.ts";
import { sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const coTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 A", formTeacher });
const std4Too = await createClass({ formClassId: "Std 4", label: "Std 4 B", formTeacher: otherLead });
const std5 = await createClass({ formClassId: "Std 5", formTeacher: await createFormTeacher() });
await addCoTeacher(std4, coTeacher);

let student: Student;
let pins = 0;

beforeEach(async () => {
  [student] = (await createStudents(std4, [{ firstName: "Jaheim", lastName: "Baptiste" }])) as [Student];
});

type Reply = {
  message: string;
  errors?: object;
  student: { id: string; version: number; first_name: string; class_id: number | null; student_id: string };
  probable_duplicates: string[];
};

async function save(body: object, visitor: Visitor = clerk, path = "/api/student") {
  const { status, body: reply } = await answered(sendJson(path, body, visitor));
  return { status, reply: reply as Reply };
}

function add(body: object, visitor: Visitor = clerk) {
  pins += 1;
  return save({ last_name: "Ali", birth_certificate_pin: `CALL${pins}`, ...body }, visitor);
}

function register(body: object, visitor: Visitor = clerk) {
  return save({ student_id: student.studentId, ...body }, visitor, "/api/student-class-registration");
}

test("a student is added by a call, and answered with the ID", async () => {
  const given = await add({ id: "SR-30001", first_name: "Given", form_class_id: "Std 5" });
  const made = await add({ first_name: "Made", form_class_id: null, gender: "" });

  expect(given).toMatchObject({
    status: 200,
    reply: { message: "Added.", student: { id: "SR-30001", first_name: "Given", class_id: std5.classId } },
  });
  expect(made.reply.student.id).toMatch(/^SR-\d{5}$/);
});

test("a name from a web page is stored without what nobody sees", async () => {
  const { reply } = await add({ first_name: "\u200bMary\u00a0Ann", last_name: "Al\u00adexis\u2060" });

  expect(reply.student).toMatchObject({ first_name: "Mary Ann", last_name: "Alexis" });
});

test("a probable duplicate is named, and added all the same", async () => {
  const first = await add({ first_name: "Twice", date_of_birth: "2015-03-04" });
  const second = await add({ first_name: "twice", date_of_birth: "2015-03-04" });

  expect(second).toMatchObject({ status: 200, reply: { probable_duplicates: [first.reply.student.id] } });
});

test.each([
  [{ first_name: " " }, { first_name: ["Required"] }],
  [{ first_name: "\u200b" }, { first_name: ["Required"] }],
  [{ first_name: "Si\u0092n" }, { first_name: [expect.stringContaining("cannot be stored")] }],
  [{ first_name: "X", birth_certificate_pin: null }, { birth_certificate_pin: ["Required"] }],
  [
    { first_name: "X", date_of_birth: "1949-12-31" },
    { date_of_birth: [expect.stringContaining("between 1 Jan 1950 and")] },
  ],
  [{ first_name: "X", form_class_id: "Std 4" }, { class_id: [expect.stringContaining("Several classes")] }],
  [{ first_name: "X", form_class_id: "Std 99" }, { form_class_id: ["choose a class of this year"] }],
  [{ first_name: "X", house_id: 77 }, { house_id: ["choose a house of the school"] }],
])("%j is refused by its name on the wire", async (body, errors) => {
  const { status, reply } = await add(body);

  expect(status).toBe(422);
  expect(reply.errors).toMatchObject(errors);
});

test("an ID that is taken is refused under the name that it is sent by, with whose it is", async () => {
  const added = await add({ id: student.studentId, first_name: "X" });
  const other = await createStudent();
  const changed = await save({ prev_id: other.studentId, id: student.studentId }, admin);

  const reason = `already used by Jaheim Baptiste, ${student.studentId}`;
  expect([added.status, changed.status]).toEqual([422, 422]);
  expect([added.reply.errors, changed.reply.errors]).toEqual([{ id: [reason] }, { id: [reason] }]);
});

test("prev_id names whom a call changes; the ID is an administrator's to change", async () => {
  const { studentId } = student;

  const named = await save({ prev_id: studentId, id: studentId, first_name: "Jay" });
  const byClerk = await save({ prev_id: studentId, id: `${studentId}-X`, first_name: "No" });
  const byAdmin = await save({ prev_id: studentId, id: `${studentId}-X` }, admin);
  const gone = await save({ prev_id: studentId, first_name: "No" });

  expect([named.status, byClerk.status, byAdmin.status, gone.status]).toEqual([200, 422, 200, 404]);
  expect(byAdmin.reply.student).toMatchObject({ id: `${studentId}-X`, first_name: "Jay" });
});

test("of two saves on one version the second is told both values", async () => {
  const { reply } = await save({ prev_id: student.studentId });
  const { version } = reply.student;

  await save({ prev_id: student.studentId, version, other_name: "Kai" });
  const other = await save({ prev_id: student.studentId, version, other_name: "Kay" }, admin);

  expect(other).toMatchObject({ status: 409, reply: { by: "L. Khan", stored: { other_name: "Kai" } } });
});

test.each<[string, () => object, () => number]>([
  ["its only class", () => ({ form_class_id: "Std 5" }), () => std5.classId],
  [
    "the class of a lead",
    () => ({ form_class_id: "Std 4", employee_id: otherLead.employeeId }),
    () => std4Too.classId,
  ],
  [
    "that of a co-teacher",
    () => ({ form_class_id: "Std 4", employee_id: coTeacher.employeeId }),
    () => std4.classId,
  ],
  ["a class by its id", () => ({ form_class_id: "Std 4", class_id: std4Too.classId }), () => std4Too.classId],
])("a student is registered in %s", async (_, body, classId) => {
  const { status, reply } = await register(body());

  expect([status, reply.student.class_id]).toEqual([200, classId()]);
});

test.each<[string, () => object]>([
  ["a teacher of another class", () => ({ form_class_id: "Std 5", employee_id: formTeacher.employeeId })],
  ["a class of another form class", () => ({ form_class_id: "Std 5", class_id: std4Too.classId })],
  ["no class of this year", () => ({ form_class_id: "Std 9" })],
  ["a year in its place", () => ({ form_class_id: "Std 5", class_id: YEAR_ID })],
])("nobody is registered with %s", async (_, body) => {
  expect((await register(body())).status).toBe(422);
});

test.each<[string, () => Visitor, number]>([
  ["nobody", () => null, 401],
  ["the form teacher", () => formTeacher, 403],
  ["the principal", () => principal, 403],
  ["who looks after students", () => clerk, 200],
  ["an administrator", () => admin, 200],
])("records are written by the office: %s", async (_, visitor, expected) => {
  const saved = await save({ prev_id: student.studentId, other_name: "Kai" }, visitor());
  const registered = await register({ form_class_id: "Std 5" }, visitor());

  expect([saved.status, registered.status]).toEqual([expected, expected]);
});

test("a class of another form class is not taken for one of the form class that is sent with it", async () => {
  const unchanged = { form_class_id: "Std 5", class_id: std4.classId };

  const saved = await save({ prev_id: student.studentId, ...unchanged });
  const registered = await register(unchanged);

  expect([saved.status, registered.status]).toEqual([422, 422]);
  expect(saved.reply.errors).toHaveProperty("class_id");
  expect((await register({ form_class_id: "Std 4", class_id: std4Too.classId })).status).toBe(200);
});
