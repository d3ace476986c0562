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
  assignDean,
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
const principal = await createPrincipal();
const clerk = await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Roy", lastName: "Ali" });
const otherLead = await createFormTeacher({ firstName: "Ann", lastName: "Baptiste" });
const coTeacher = await createFormTeacher({ firstName: "Carla", lastName: "Pierre" });
const dean = await createTeacher();
const teacher = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 Ali", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 Baptiste", formTeacher: otherLead });
const infants = await createClass({ formClassId: "1st Year" });
await addCoTeacher(std1, coTeacher);
await assignDean(infants, dean);
await createLesson(teacher, std1);

const STD_1 = {
  form_class_id: "Std 1",
  employee_id: formTeacher.employeeId,
  first_name: "Roy",
  last_name: "Ali",
  coTeachers: [{ employee_id: coTeacher.employeeId, name: "C. Pierre" }],
  form_level: 3,
  group: "Std 1",
  class_id: std1.classId,
  class: "Std 1 Ali",
};
const INFANTS = {
  form_class_id: "1st Year",
  employee_id: null,
  first_name: "",
  last_name: "",
  coTeachers: [],
  form_level: 1,
  group: "1st Year",
  class_id: infants.classId,
  class: "1st Year",
};

test("the form classes of the school, from the youngest to the oldest", async () => {
  const { body } = await answered(getRequest("/api/form-classes", teacher));

  expect((body as { id: string }[]).map(({ id }) => id)).toEqual([
    "1st Year",
    "2nd Year",
    "Std 1",
    "Std 2",
    "Std 3",
    "Std 4",
    "Std 5",
  ]);
  expect((body as object[])[0]).toEqual({ id: "1st Year", form_level: 1, group: "1st Year" });
});

test.each([
  "/api/form-classes-list",
  "/api/form-classes-teachers",
  `/api/form-classes-teachers/${YEAR_ID}`,
  `/api/form-classes-list?academic_year_id=${YEAR_ID}`,
])("%s answers the classes with their lead and co-teachers", async (path) => {
  const { status, body } = await answered(getRequest(path, admin));

  expect(status).toBe(200);
  expect(body).toEqual([INFANTS, STD_1, expect.objectContaining({ class_id: other.classId })]);
});

test.each<[string, Visitor, number[]]>([
  ["the principal", principal, [infants.classId, std1.classId, other.classId]],
  ["who keeps the students", clerk, [infants.classId, std1.classId, other.classId]],
  ["the form teacher", formTeacher, [std1.classId]],
  ["a co-teacher", coTeacher, [std1.classId]],
  ["the dean", dean, [infants.classId]],
  ["a teacher of one subject", teacher, []],
])("of the classes %s sees those that are theirs", async (_, visitor, expected) => {
  const { body } = await answered(getRequest("/api/form-classes-list", visitor));

  expect((body as { class_id: number }[]).map(({ class_id }) => class_id)).toEqual(expected);
});

test("an employee in the query is nobody's identity", async () => {
  const { body } = await answered(
    getRequest(`/api/form-classes-list?employee_id=${formTeacher.employeeId}`, teacher),
  );

  expect(body).toEqual([]);
});

test("the teachers of a form class in a year, for who may see one of its classes", async () => {
  const path = `/api/form-teacher-assignment/Std%201/${YEAR_ID}`;

  const [all, own, stranger] = await Promise.all(
    [admin, formTeacher, teacher].map((visitor) => answered(getRequest(path, visitor))),
  );

  expect(all?.body).toEqual([STD_1, expect.objectContaining({ employee_id: otherLead.employeeId })]);
  expect(own?.body).toEqual([STD_1]);
  expect(stranger?.status).toBe(404);
});

test.each(["Std%209/20252026", "Std%201/19992000", "Std%201/x", "Std%201/0"])(
  "there are no teachers of %s",
  async (path) => {
    const { status } = await answered(getRequest(`/api/form-teacher-assignment/${path}`, admin));

    expect(status).toBe(404);
  },
);

test("a year without classes has none", async () => {
  const { status, body } = await answered(getRequest("/api/form-classes-teachers/20302031", admin));

  expect([status, body]).toEqual([200, []]);
});

test("who handed the class over is named no more, and sees it no more", async () => {
  const before = await createFormTeacher();
  const std2 = await createClass({ formClassId: "Std 2", formTeacher: before });
  await transaction(TEST, (t) =>
    runQuery("update class_teachers set to_date = '2025-10-31' where class_id = $1", [std2.classId], t),
  );

  const seen = await answered(getRequest("/api/form-classes-list", before));
  const { body } = await answered(getRequest(`/api/form-teacher-assignment/Std%202/${YEAR_ID}`, admin));

  expect(seen.body).toEqual([]);
  expect(body).toMatchObject([{ class_id: std2.classId, employee_id: null }]);
});

test("a report card can be made for the terms that have mark sheets", async () => {
  const cards = await answered(getRequest("/api/report-card-terms", teacher));
  const sheets = await answered(getRequest("/api/mark-sheet-terms", teacher));

  expect(cards.body).toEqual(sheets.body);
  expect(cards.body).toHaveLength(3);
});
