import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/employees/profile.tsx";
import { noTransaction } from "#db/index.ts";
import { findEmployeePersonal } from "#db/queries/people/employee-records.ts";
import type { EmployeeTab } from "#domain/people/employees.ts";
import type { EmployeeTabView } from "#features/employees/profile/profile.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm, type Fields, type Visitor } from "#tests/support/request.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const colleague = await createTeacher();
await createClass({ formClassId: "Std 4", formTeacher: colleague });
let teacher = await createTeacher();

beforeEach(async () => {
  teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });
});

function show(tab: EmployeeTab, visitor: Visitor, id: string | number = teacher.employeeId) {
  return callRoute(loader, getRequest(`/app/employees/${id}?view=${tab}`, visitor), {
    employeeId: String(id),
  });
}

function post(fields: Fields, visitor: Visitor) {
  const path = `/app/employees/${teacher.employeeId}?tab=teachers&view=${String(fields["record"])}`;
  return callRoute(action, postForm(path, fields, visitor), { employeeId: String(teacher.employeeId) });
}

async function baseOf(tab: EmployeeTab): Promise<string> {
  const { body } = await show(tab, clerk);
  return String((body as EmployeeTabView).row.version);
}

test("a saved tab leads back to itself, over the list as it was", async () => {
  const base = await baseOf("personal");

  const saved = await post({ record: "personal", base, other_name: "Joy" }, clerk);

  expect(saved.status).toBe(302);
  expect(saved.location).toBe(`/app/employees/${teacher.employeeId}?tab=teachers`);
  expect(await findEmployeePersonal(teacher.employeeId, noTransaction)).toMatchObject({
    other_name: "Joy",
    first_name: "Ann",
  });
});

test("boxes are ticked and taken back; what is not on the form stays", async () => {
  const box = { "shown.class_Std_4": "", record: "employment" };
  await post({ ...box, base: "0", class_Std_4: "Yes", department: "Infants" }, clerk);
  const ticked = (await show("employment", clerk)).body as EmployeeTabView;
  await post({ ...box, base: String(ticked.row.version) }, clerk);
  const taken = (await show("employment", clerk)).body as EmployeeTabView;

  expect(ticked.row.values).toMatchObject({ class_Std_4: "Yes", department: "Infants" });
  expect(taken.row.values).toMatchObject({ class_Std_4: null, department: "Infants" });
});

test("a tab posts its own fields alone: another tab's are left", async () => {
  const saved = await post({ record: "qualifications", base: "0", first_name: "Mallory" }, clerk);

  expect(saved.status).toBe(302);
  expect(await findEmployeePersonal(teacher.employeeId, noTransaction)).toMatchObject({ first_name: "Ann" });
});

test("what is refused is told with what was typed; the other fields are stored", async () => {
  const base = await baseOf("personal");

  const refused = await post({ record: "personal", base, first_name: "", other_name: "Joy" }, clerk);

  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    tab: "personal",
    outcome: {
      state: "refused",
      refusals: [{ field: "first_name", reason: "Required" }],
      typed: { first_name: null },
    },
  });
  expect(await findEmployeePersonal(teacher.employeeId, noTransaction)).toMatchObject({
    first_name: "Ann",
    other_name: "Joy",
  });
});

test("what a colleague changed meanwhile is told with both values, and decided", async () => {
  const base = await baseOf("personal");
  await post({ record: "personal", base, other_name: "Joy" }, clerk);

  const contested = await post({ record: "personal", base, other_name: "June" }, admin);
  const choice = `mine:${await baseOf("personal")}`;
  const decided = await post(
    { record: "personal", base, other_name: "June", conflicting: "other_name", choice },
    admin,
  );

  expect(contested.status).toBe(409);
  expect(contested.body).toMatchObject({
    outcome: {
      state: "changed",
      by: "L. Khan",
      fields: [{ field: "other_name", from: null, to: "Joy" }],
      typed: { other_name: "June" },
    },
  });
  expect(decided.status).toBe(302);
  expect(await findEmployeePersonal(teacher.employeeId, noTransaction)).toMatchObject({ other_name: "June" });
});

test.each<[string, () => Visitor, number]>([
  ["nobody", () => null, 302],
  ["oneself, who has a page of one's own", () => teacher, 403],
  ["the principal", () => principal, 403],
  ["who looks after employees", () => clerk, 200],
  ["Admin", () => admin, 200],
])("the profile is for the office: %s", async (_, visitor, expected) => {
  const shown = await show("personal", visitor());
  const sent = await post({ record: "personal", base: await baseOf("personal"), other_name: "X" }, visitor());

  expect(shown.status).toBe(expected);
  expect(sent.status).toBe(expected === 200 ? 302 : expected);
});

test.each(["abc", "0", "999999999", "1e3", "../1"])("there is no employee %s", async (id) => {
  expect((await show("personal", clerk, id)).status).toBe(404);
});

test.each<Fields>([
  {},
  { record: "salary", base: "0" },
  { record: "personal" },
  { record: "personal", base: "x" },
])("%j is no form of a tab", async (fields) => {
  expect((await post(fields, clerk)).status).toBe(400);
});
