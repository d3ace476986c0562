import { expect, test } from "vitest";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

const PATH = "/api/attendance-report-summary-data";
const FRIDAY = "2026-06-26";

await freshDatabase();
await createSchool();
const formTeacher = await createFormTeacher();
const principal = await createPrincipal();
const std1 = await createClass({ formClassId: "Std 1", formTeacher });
const std4 = await createClass({ formClassId: "Std 4" });
const [ann, ben, cara] = await createStudents(std1, 3);
await createStudents(std4, 2);
if (!ann || !ben || !cara) throw new Error("three were to be made");
await markRegister(
  std1,
  [
    [ann, "P"],
    [ben, "A"],
    [cara, "L"],
  ],
  { day: FRIDAY, by: formTeacher },
);

test("a day's attendance by class, of the school, and who came late", async () => {
  const { status, body } = await answered(getRequest(`${PATH}?attendance_date=${FRIDAY}`, principal));

  expect(status).toBe(200);
  expect(body).toEqual({
    attendance_date: FRIDAY,
    records: {
      attendance_records: [
        {
          form_class_id: "Std 1",
          class: "Std 1",
          class_id: std1.classId,
          form_level: 3,
          attendance: 2,
          total: 3,
          marked: true,
          students: 3,
        },
        {
          form_class_id: "Std 4",
          class: "Std 4",
          class_id: std4.classId,
          form_level: 6,
          attendance: 0,
          total: 0,
          marked: false,
          students: 2,
        },
      ],
    },
    attendance_school: { attendance: 2, total: 3 },
    attendance_late: { attendance: 1 },
  });
});

test("without a day it is today, or the last school day", async () => {
  const { status, body } = await answered(getRequest(PATH, principal));

  expect(status).toBe(200);
  expect(body).toMatchObject({ attendance_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
});

test.each([
  ["a day to come", "2126-06-26"],
  ["no day", "2026-02-30"],
  ["no date", "today"],
  ["a year that the database has not", "0000-01-01"],
])("%s is refused", async (_, day) => {
  const { status, body } = await answered(getRequest(`${PATH}?attendance_date=${day}`, principal));

  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: { attendance_date: [expect.any(String)] } });
});

test("it is for the principal, admins and who looks after students", async () => {
  const callers = [await createAdmin(), await createClerk(), formTeacher, await createTeacher(), null];

  const answers = await Promise.all(callers.map((caller) => answered(getRequest(PATH, caller))));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 401]);
});
