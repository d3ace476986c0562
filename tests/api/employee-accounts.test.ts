import { expect, test } from "vitest";
import { today } from "#runtime/clock.ts";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ lastName: "Clerk" });

test("an employee is added with a first password, and a user name that is taken is refused", async () => {
  const input = { first_name: "Nia", last_name: "Noel", gender: "F" };

  const added = await answered(sendJson("/api/employee", input, clerk));
  const taken = await answered(sendJson("/api/employee", { ...input, user_name: "N.NOEL" }, clerk));
  const nameless = await answered(sendJson("/api/employee", { first_name: "", last_name: "Noel" }, clerk));

  expect([added.status, taken.status, nameless.status]).toEqual([200, 422, 422]);
  expect(added.body).toMatchObject({ message: "Nia Noel added", employee: { user_name: "n.noel" } });
  expect(taken.body).toMatchObject({
    errors: { user_name: ["n.noel belongs to Nia Noel. n.noel2 is free."] },
  });
  expect(nameless.body).toMatchObject({ errors: { first_name: ["Required"] } });
});

test("without an id somebody is added, by those who look after employees alone", async () => {
  const teacher = await createTeacher();
  const nia = { first_name: "Nia", last_name: "Neckles" };
  const before = await countEmployees();

  const answers = [
    await answered(sendJson("/api/employee", nia, null)),
    await answered(sendJson("/api/employee", nia, teacher)),
    await answered(sendJson("/api/employee", { ...nia, employee_id: null }, clerk)),
    await answered(sendJson("/api/employee", { ...nia, employee_id: 0 }, clerk)),
    await answered(sendJson("/api/employee", { ...nia, employee_id: "new" }, clerk)),
    await answered(sendJson("/api/employee", { ...nia, employee_id: 999_999_999 }, clerk)),
    await answered(sendJson("/api/employee", {}, clerk)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([401, 422, 422, 422, 422, 404, 422]);
  expect(await countEmployees()).toBe(before);
});

const TODAY = today("America/Port_of_Spain");

test.each([
  [{ last_name: "x".repeat(300) }, { last_name: ["240 characters too many: use at most 60"] }],
  [{ title: "Dr." }, { title: ["choose Mr., Mrs. or Ms."] }],
  [{ first_name: "123" }, { first_name: ["enter the name in letters"] }],
  [
    { date_of_birth: TODAY },
    { date_of_birth: [expect.stringContaining("between 1 Jan 1950 and")] as unknown },
  ],
  [{ gender: "X" }, { gender: expect.anything() as unknown }],
  [{ user_name: "../x" }, { user_name: [expect.stringContaining("Use only letters")] as unknown }],
])("%j is no new employee, and nothing is stored", async (wrong, errors) => {
  const before = await countEmployees();

  const { status, body } = await answered(
    sendJson("/api/employee", { first_name: "Nia", last_name: "Neckles", ...wrong }, clerk),
  );

  expect([status, body]).toEqual([422, { message: expect.any(String) as string, errors }]);
  expect(await countEmployees()).toBe(before);
});

test("whatever is said of a new employee is stored with the account, in words or letters", async () => {
  const said = {
    title: "Mrs.",
    first_name: " Nia  Joy ",
    last_name: "Neckles",
    other_name: "Ann",
    gender: "Female",
    date_of_birth: "1990-05-04",
    marital_status: "Married",
  };

  const added = await answered(sendJson("/api/employee", said, clerk));
  const { employee_id: id } = (added.body as { employee: { employee_id: number } }).employee;
  const read = await answered(getRequest(`/api/employee?employee_id=${id}`, clerk));

  expect(added.status).toBe(200);
  expect(read.body).toMatchObject({ ...said, first_name: "Nia Joy", gender: "F" });
});

test("with an id the record is saved, one's own too, and nobody is added or called otherwise", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Ali", userName: "ann.ali" });
  const input = { employee_id: teacher.employeeId, other_name: "Joy", user_name: "other" };
  const before = await countEmployees();

  const saved = await answered(sendJson("/api/employee", input, teacher));
  const read = await answered(getRequest(`/api/employee?employee_id=${teacher.employeeId}`, clerk));

  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ data: { first_name: "Ann", other_name: "Joy" } });
  expect(read.body).toEqual((saved.body as { data: object }).data);
  expect(await countEmployees()).toBe(before);
  expect(await findVisit(getRequest("/app", teacher))).toMatchObject({ person: { userName: "ann.ali" } });
});

test("an employee is deleted, as resigned unless said; not oneself and not twice", async () => {
  const teacher = await createTeacher({ firstName: "Ann", lastName: "Ali" });
  const input = { employee_id: teacher.employeeId };

  const deleted = await answered(sendJson("/api/employee", input, clerk, "DELETE"));
  const own = await answered(sendJson("/api/employee", { employee_id: clerk.employeeId }, clerk, "DELETE"));
  const again = await answered(sendJson("/api/employee", input, clerk, "DELETE"));
  const active = { employee_id: clerk.employeeId, employee_status_id: 1 };
  const kept = await answered(sendJson("/api/employee", active, admin, "DELETE"));

  expect([deleted.status, own.status, again.status, kept.status]).toEqual([200, 409, 404, 422]);
  expect(kept.body).toMatchObject({ errors: { employee_status_id: ["Choose a status from the list."] } });
  expect(await findVisit(getRequest("/app", teacher))).toBeNull();
});

test("a password is reset and told once", async () => {
  const teacher = await createTeacher();
  const admin = await createTeacher({ permissions: [9] });

  const reset = await answered(
    sendJson("/api/reset-employee-password", { employee_id: teacher.employeeId }, clerk),
  );
  const refused = await answered(
    sendJson("/api/reset-employee-password", { employee_id: admin.employeeId }, clerk),
  );

  expect([reset.status, refused.status]).toEqual([200, 403]);
  expect(reset.body).toEqual({
    message: "Password reset successfully.",
    token: expect.stringMatching(/^[a-z]+-[a-z]+-[a-z]+-\d\d$/) as string,
  });
});

test("statuses are listed, and teachers as far as one may know them", async () => {
  const teacher = await createTeacher({ firstName: "Zed", lastName: "Zamore" });

  const statuses = await answered(getRequest("/api/employee-statuses", teacher));
  const all = await answered(getRequest("/api/teachers", clerk));
  const own = await answered(getRequest("/api/teachers", teacher));

  expect(statuses.body).toMatchObject([
    { id: 1, status: "Active" },
    { id: 2, status: "Resigned" },
    { id: 3 },
    { id: 4 },
  ]);
  expect((all.body as object[]).length).toBeGreaterThan(1);
  expect(all.body).not.toContainEqual(expect.objectContaining({ last_name: "Clerk" }));
  expect(own.body).toMatchObject([{ last_name: "Zamore" }]);
});

async function countEmployees(): Promise<number | undefined> {
  const found = await queryRow<{ count: number }>(
    "select (select count(*) from employees)::integer + (select count(*) from accounts)::integer as count",
    [],
    noTransaction,
  );
  return found?.count;
}

test("a student has no password to reset, whoever that is", async () => {
  const reset = (body: object, visitor: Visitor) => answered(sendJson("/api/reset-password", body, visitor));

  const answers = [await reset({ student_id: "S001" }, clerk), await reset({ student_id: 20017 }, admin)];

  expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  expect(answers[0]?.body).toEqual({
    message: "Students have no accounts. Choose an employee.",
    errors: { student_id: ["Students have no accounts. Choose an employee."] },
  });
  expect((await reset({}, clerk)).body).toMatchObject({ errors: { student_id: ["This is missing."] } });
  expect((await reset({ student_id: "S001" }, await createTeacher())).status).toBe(403);
});
