import { expect, test } from "vitest";
import { loader } from "../../../app/routes/employees/list.tsx";
import { transaction } from "#db/index.ts";
import { Employee } from "#db/models/people.ts";
import type { EmployeesList } from "#features/employees/list/params.rules.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  createClass,
  createLesson,
  createSchool,
  TEST,
} from "#tests/support/builders/school.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Wendy-Ann", lastName: "Gomez", userName: "w.gomez" });
const renee = await createTeacher({ firstName: "Renée", lastName: "Pierre", userName: "r.pierre" });
const curtis = await createTeacher({ firstName: "Curtis", lastName: "Ballantyne", userName: "Curtis.B" });
const gone = await createTeacher({ firstName: "Ann", lastName: "Joseph", userName: "a.joseph" });
await transaction(TEST, (t) =>
  Employee.update({ employee_status_id: 3 }, { employee_id: gone.employeeId }, t),
);

test.each([
  ["", ["Ballantyne", "Gomez", "Pierre"]],
  ["?sort=-last", ["Pierre", "Gomez", "Ballantyne"]],
  ["?sort=user", ["Ballantyne", "Pierre", "Gomez"]],
  ["?sort=drop+table", ["Ballantyne", "Gomez", "Pierre"]],
  ["?search=PIERRE,+renee", ["Pierre"]],
  ["?search=ann+gomez", ["Gomez"]],
  ["?search=CURTIS.B", ["Ballantyne"]],
  ["?search=nobody+here", []],
  ["?search=%25", []],
])("%s shows %j", async (query, expected) => {
  const { employees, found } = await listed(query, clerk);

  expect(employees.map(({ lastName }) => lastName)).toEqual(expected);
  expect(found).toBe(expected.length);
});

test("where nobody is found those are told whose names are written like it", async () => {
  const nobody = await listed("?search=balantyne", clerk);
  const somebody = await listed("?search=ballantyne", clerk);

  expect(nobody.alike).toEqual([{ id: curtis.employeeId, name: "Ballantyne, Curtis" }]);
  expect(somebody.alike).toEqual([]);
});

test("an id finds its person", async () => {
  const { employees } = await listed(`?search=${curtis.employeeId}`, clerk);

  expect(employees.map(({ id }) => id)).toContain(curtis.employeeId);
});

test.each([
  ["?status=left", ["Joseph"]],
  ["?status=3", ["Joseph"]],
  ["?status=2", []],
  ["?status=1", ["Ballantyne", "Gomez", "Pierre"]],
])("an admin sees with %s %j, a clerk who works here", async (query, expected) => {
  const byAdmin = await listed(query, admin);
  const byClerk = await listed(query, clerk);

  expect(byAdmin.employees.map(({ lastName }) => lastName)).toEqual(expected);
  expect(byClerk.employees.map(({ lastName }) => lastName)).toEqual(["Ballantyne", "Gomez", "Pierre"]);
  expect([byAdmin.statuses?.length, byClerk.statuses]).toEqual([5, null]);
});

test("ten stand on a page, and a page past the end is the last", async () => {
  await transaction(TEST, async (t) => {
    for (let place = 10; place < 32; place += 1)
      await Employee.insert({ first_name: "Pat", last_name: `Many${place}` }, t);
  });

  const pages = await Promise.all(
    ["", "&page=3", "&page=99", "&rows=25", "&rows=7"].map((more) => listed(`?search=many${more}`, clerk)),
  );

  expect(pages.map(({ employees, params }) => [employees.length, params.page, params.rows])).toEqual([
    [10, 1, 10],
    [2, 3, 10],
    [2, 3, 10],
    [22, 1, 25],
    [10, 1, 10],
  ]);
});

test("the timetable's tab says whose class is whose and how many lessons they have", async () => {
  const led = await createClass({ formClassId: "Std 4", label: "Std 4 P", formTeacher: renee });
  await addCoTeacher(led, curtis);
  await createLesson(renee, led);

  const timetable = await listed("", clerk);
  const teachers = await listed("?tab=teachers", clerk);

  expect(timetable.employees.map(({ teaches }) => teaches)).toEqual([
    { what: "Std 4 P, co-teacher", lessons: 0 },
    { what: "", lessons: 0 },
    ...Array.from({ length: 8 }, () => ({ what: "", lessons: 0 })),
  ]);
  expect(teachers.employees[0]?.teaches).toBeNull();
  expect((await listed("?search=pierre", clerk)).employees[0]?.teaches).toEqual({
    what: "Std 4 P",
    lessons: 1,
  });
});

test("who does not manage employees is refused", async () => {
  const { status } = await callRoute(loader, getRequest("/app/employees", renee));

  expect(status).toBe(403);
});

async function listed(query: string, visitor: { cookie: string }): Promise<EmployeesList> {
  const { body } = await callRoute(loader, getRequest(`/app/employees${query}`, visitor));
  return body as EmployeesList;
}
