import { expect, test } from "vitest";
import { loader } from "../../../app/routes/students/list.tsx";
import { loader as record } from "../../../app/routes/students/record.tsx";
import { transaction } from "#db/index.ts";
import { Student } from "#db/models/people.ts";
import type { StudentsList } from "#features/students/list/students.rules.ts";
import type { RecordHeadingAndPaging } from "#features/students/record/record.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { addCoTeacher, createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudent, createStudents } from "#tests/support/builders/students.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher({ firstName: "Dinesh", lastName: "Ramkissoon" });
const helper = await createTeacher({ firstName: "Nirmala", lastName: "Bachan" });
const other = await createFormTeacher({ firstName: "Akilah", lastName: "Mohammed" });
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 M", formTeacher: other });
await addCoTeacher(std1, helper);
await createStudents(std4, [
  { firstName: "Jaheim", lastName: "Baptiste", studentId: "SR-20017", gender: "M" },
  { firstName: "Renée", lastName: "Peña", studentId: "SR-9" },
]);
await createStudents(std1, [{ firstName: "Anika", lastName: "Baptiste-Charles", studentId: "SR-20018" }]);
// This student was in Std 4 R last term, and is in no class now.
await createStudents(
  std4,
  [{ firstName: "Zion", lastName: "Alleyne", studentId: "SR-20019" }],
  [TERM_IDS[1]],
);
const coming = await createStudent({ firstName: "Mia", lastName: "Zapata", studentId: "SR-26001" });
const [gone] = await createStudents(std4, [{ firstName: "Ann", lastName: "Joseph", studentId: "SR-1" }]);
await transaction(TEST, async (t) => {
  await Student.update({ student_status_id: 2, entry_date: "2026-09-07" }, { id: coming.id }, t);
  const left = { student_status_id: 3, status_since: "2026-05-04" };
  await Student.update(left, { student_id: "SR-1" }, t);
  await Student.update({ birth_certificate_pin: "100%_1" }, { student_id: "SR-9" }, t);
});

const EVERYBODY = ["SR-20019", "SR-20017", "SR-20018", "SR-9", "SR-26001"];

const ORDERS: [query: string, expected: string[]][] = [
  ["", EVERYBODY],
  ["?sort=-name", EVERYBODY.toReversed()],
  ["?sort=id", ["SR-9", "SR-20017", "SR-20018", "SR-20019", "SR-26001"]],
  ["?sort=class", ["SR-20018", "SR-20017", "SR-9", "SR-20019", "SR-26001"]],
  ["?sort=-class,-name", ["SR-9", "SR-20017", "SR-20018", "SR-26001", "SR-20019"]],
  ["?sort=-class,teacher,-name", ["SR-9", "SR-20017", "SR-20018", "SR-26001", "SR-20019"]],
  ["?sort=teacher", ["SR-20018", "SR-20017", "SR-9", "SR-20019", "SR-26001"]],
  ["?sort=-gender,name", ["SR-20017", "SR-20019", "SR-20018", "SR-9", "SR-26001"]],
  ["?sort=-gender,class", ["SR-20017", "SR-20018", "SR-9", "SR-20019", "SR-26001"]],
  ["?sort=pin,pin,drop+table", ["SR-9", "SR-20017", "SR-20018", "SR-20019", "SR-26001"]],
  ["?sort=drop+table", EVERYBODY],
];

test.each(ORDERS)("%s shows the students in this order", async (query, expected) => {
  expect(idsOf(await listed(query, clerk))).toEqual(expected);
});

test.each(ORDERS)("%s: PREV and NEXT go the same way", async (query, expected) => {
  const { students } = await listed(query, clerk);
  const keys = students.map(({ id }) => id);

  const steps = await Promise.all(keys.map((key) => stepsOf(key, query)));

  expect(keys).toHaveLength(expected.length);
  expect(steps).toEqual(
    keys.map((_, at) => ({
      place: at + 1,
      of: keys.length,
      prev: keys[at - 1] ?? null,
      next: keys[at + 1] ?? null,
    })),
  );
});

test.each([
  ["bap", ["SR-20017", "SR-20018"]],
  ["PENA, renee", ["SR-9"]],
  ["anika baptiste", ["SR-20018"]],
  ["sr-9", ["SR-9"]],
  ["%", ["SR-9"]],
  ["_", ["SR-9"]],
  ["100%_", ["SR-9"]],
  ["\\", []],
  ["std 4", ["SR-20017", "SR-9"]],
  ["bap ramkissoon", ["SR-20017"]],
  ["bachan", ["SR-20018"]],
  ["nobody here", []],
  ["'; drop table students --", []],
])("a search for %s finds %j", async (search, expected) => {
  const list = await listed(`?search=${encodeURIComponent(search)}`, clerk);

  expect(idsOf(list)).toEqual(expected);
  expect([list.found, list.total]).toEqual([expected.length, 5]);
});

test("only those who read medical data can open an immunization card from the list", async () => {
  const shown = await Promise.all(
    [clerk, formTeacher, principal].map(async (visitor) => {
      const { students } = await listed("", visitor);
      return students.map(({ readsMedical }) => readsMedical);
    }),
  );

  expect(shown.map((ofPerson) => [...new Set(ofPerson)])).toEqual([[true], [true], [false]]);
});

test("a line says class, teachers, and when somebody starts", async () => {
  const { students } = await listed("?sort=name", clerk);

  const byId = Object.fromEntries(students.map((student) => [student.studentId, student]));
  expect(byId["SR-20018"]).toMatchObject({
    classLabel: "Std 1 M",
    teacher: "A. Mohammed / N. Bachan",
    note: null,
    documents: {},
  });
  expect(byId["SR-20019"]).toMatchObject({ classLabel: null, teacher: "" });
  expect(byId["SR-26001"]).toMatchObject({ classLabel: null, note: "Registered, starts 7 Sep 2026" });
});

test("where nobody is found those are told whose names are written like it", async () => {
  const { alike } = await listed("?search=bapttiste", clerk);

  expect(alike.map(({ name }) => name)).toEqual(["Baptiste, Jaheim", "Baptiste-Charles, Anika"]);
});

test.each([
  ["?status=left", ["SR-1"]],
  ["?status=3", ["SR-1"]],
  ["?status=4", []],
  ["?status=1", EVERYBODY],
])("an admin sees with %s %j, a clerk who is here", async (query, expected) => {
  const byAdmin = await listed(query, admin);
  const byClerk = await listed(query, clerk);

  expect(idsOf(byAdmin)).toEqual(expected);
  expect(idsOf(byClerk)).toEqual(EVERYBODY);
  expect([byAdmin.statuses?.length, byClerk.statuses]).toEqual([5, null]);
});

test("who left stands with the last class, how and since when", async () => {
  const { students, totals } = await listed("?status=left", admin);

  expect(students).toMatchObject([
    { id: gone?.id, classLabel: "Std 4 R", teacher: "", status: "Transferred", since: "4 May 2026" },
  ]);
  expect(totals).toEqual([{ status: "Transferred", students: 1 }]);
});

test("the office sees all, a form teacher and a co-teacher their class of this term, and a teacher without one nobody", async () => {
  const bare = await createFormTeacher({ lastName: "Noel" });

  const seen = await Promise.all(
    [admin, clerk, principal, formTeacher, other, bare].map((who) => listed("", who)),
  );

  expect(seen.map(idsOf)).toEqual([
    ...[EVERYBODY, EVERYBODY, EVERYBODY],
    ...[["SR-20017", "SR-9"], ["SR-20018"], []],
  ]);
  expect(seen.map(({ manages }) => manages)).toEqual([true, true, false, false, false, false]);
  expect((await listed("?search=anika", formTeacher)).found).toBe(0);
  expect((await callRoute(loader, getRequest("/app/students", helper))).status).toBe(403);
});

test("five stand on a page, a page past the end is the last, and the number of rows is remembered", async () => {
  await createStudents(
    std1,
    Array.from({ length: 12 }, (_, index) => ({ firstName: "Pat", lastName: `Many${10 + index}` })),
  );

  const pages = await Promise.all(
    ["", "&page=3", "&page=99", "&rows=10", "&rows=7"].map((more) => listed(`?search=many${more}`, clerk)),
  );
  const chosen = await callRoute(loader, getRequest("/app/students?rows=25", clerk));
  const cookie = chosen.headers.get("Set-Cookie")?.split(";")[0];
  const again = await callRoute(
    loader,
    getRequest("/app/students", { cookie: `${clerk.cookie}; ${cookie}` }),
  );

  expect(pages.map(({ students, params }) => [students.length, params.page, params.rows])).toEqual([
    [5, 1, 5],
    [2, 3, 5],
    [2, 3, 5],
    [10, 1, 10],
    [5, 1, 5],
  ]);
  expect((again.body as StudentsList).params.rows).toBe(25);
  expect(again.headers.get("Set-Cookie")).toBeNull();
});

async function listed(query: string, visitor: { cookie: string }): Promise<StudentsList> {
  const { body } = await callRoute(loader, getRequest(`/app/students${query}`, visitor));
  return body as StudentsList;
}

function idsOf({ students }: StudentsList): string[] {
  return students.map(({ studentId }) => studentId);
}

/** Returns a record's position in the list it was opened from, with the students before and after. */
async function stepsOf(key: number, query: string) {
  const { body } = await callRoute(record, getRequest(`/app/students/${key}${query}`, clerk), {
    studentKey: String(key),
  });
  const { steps } = (body as { shown: RecordHeadingAndPaging }).shown;
  return steps && { ...steps, prev: keyIn(steps.prev), next: keyIn(steps.next) };
}

function keyIn(url: string | null): number | null {
  return url === null ? null : Number(/students\/(\d+)/.exec(url)?.[1]);
}
