import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/students/sibling.tsx";
import { loader as lookUp } from "../../../app/routes/students/siblings.tsx";
import { loader as recordLoader } from "../../../app/routes/students/record.tsx";
import { noTransaction, queryRows } from "#db/index.ts";
import type { SiblingDialogView, SiblingsView } from "#features/students/siblings/siblings.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import {
  callRoute,
  getRequest,
  postForm,
  readFormErrors,
  readNoticeOf,
  sendJson,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const stranger = await createFormTeacher();
const principal = await createPrincipal();
const teacher = await createTeacher();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const std5 = await createClass({ formClassId: "Std 5", formTeacher: stranger });
let student: Student;
let classmate: Student;
let elder: Student;
let phones = 1000;

/** A number of this test's own. */
let own = "";

beforeEach(async () => {
  phones += 1;
  own = `555${phones}`;
  [student, classmate] = (await createStudents(std4, 2)) as [Student, Student];
  [elder] = (await createStudents(std5, 1)) as [Student];
});

function save(whose: Student, tab: "family" | "personal", data: object) {
  return answered(sendJson(`/api/student-data-${tab}/${whose.studentId}`, data, clerk));
}

async function familyOf(whose: Student) {
  const { body } = await answered(getRequest(`/api/student-data-family/${whose.studentId}`, clerk));
  return body as Record<string, unknown>[];
}

async function found(visitor: Visitor, of: Student = student) {
  const request = getRequest(`/app/students/${of.id}/siblings`, visitor);
  const { status, body } = await callRoute(lookUp, request, { studentKey: String(of.id) });
  return { status, keys: status === 200 ? (body as SiblingsView).siblings.map(({ key }) => key) : [] };
}

const pairOf = (from: Student) => ({ studentKey: String(student.id), siblingKey: String(from.id) });
const pathOf = (from: Student) => `/app/students/${student.id}/siblings/${from.id}?view=family`;

async function open(from: Student, visitor: Visitor = clerk) {
  const { status, body } = await callRoute(loader, getRequest(pathOf(from), visitor), pairOf(from));
  return { status, view: body as SiblingDialogView };
}

function post(from: Student, fields: Fields, visitor: Visitor = clerk) {
  return callRoute(action, postForm(pathOf(from), fields, visitor), pairOf(from));
}

async function copy(from: Student) {
  const { view } = await open(from);
  return post(from, { intent: "copy", version: view.version });
}

async function lastCopy(): Promise<string> {
  const [last] = await queryRows<{ copy_id: number }>(
    "select copy_id from family_copies order by copy_id desc limit 1",
    {},
    noTransaction,
  );
  return String(last?.copy_id);
}

test.each<[string, () => object, () => object, boolean]>([
  ["a phone", () => ({ phone_mobile: own }), () => ({ phone_home: own }), true],
  ["a second number", () => ({ phone_second: own }), () => ({ phone_mobile: own }), true],
  ["a number at work", () => ({ phone_work: own }), () => ({ phone_work: own }), false],
  ["one name alone", () => ({ name: `Annette Ali${own}` }), () => ({ name: `Annette Ali${own}` }), false],
])("a brother is found by %s of the mother", async (_what, mine, theirs, isFound) => {
  await save(student, "family", { relationship: 2, ...mine() });
  await save(elder, "family", { relationship: 2, ...theirs() });

  expect((await found(clerk)).keys).toEqual(isFound ? [elder.id] : []);
});

test("both names, written otherwise, are enough; an emergency contact's number is not", async () => {
  for (const [whose, mother, father] of [
    [student, "Annette  D'Abreu", "José Ali"],
    [elder, "ANNETTE D’ABREU", "Jose Ali"],
  ] as const) {
    await save(whose, "family", { relationship: 2, name: mother });
    await save(whose, "family", { relationship: 1, name: father });
  }
  await save(student, "family", { relationship: 4, name: "Iris", phone_mobile: own });
  await save(classmate, "family", { relationship: 4, name: "Iris", phone_mobile: own });

  expect((await found(clerk)).keys).toEqual([elder.id]);
});

test("one person who is entered twice, written otherwise, is one name in common", async () => {
  await save(student, "family", { relationship: 1, name: `José Ali${own}` });
  await save(elder, "family", { relationship: 1, name: `Jose Ali${own}` });
  await save(elder, "family", { relationship: 3, name: `JOSE  ALI${own}` });

  expect((await found(clerk)).keys).toEqual([]);
});

test("a person finds only students whose records they may read, and nobody else finds any", async () => {
  for (const whose of [student, classmate, elder])
    await save(whose, "family", { relationship: 2, phone_mobile: own });

  expect((await found(clerk)).keys.toSorted()).toEqual([classmate.id, elder.id].toSorted());
  expect((await found(admin)).keys).toHaveLength(2);
  expect(await found(formTeacher)).toEqual({ status: 200, keys: [classmate.id] });
  const statuses = [];
  for (const visitor of [null, stranger, principal, teacher]) statuses.push((await found(visitor)).status);
  expect(statuses).toEqual([401, 404, 404, 403]);
});

test("the dialog is for people who manage both students", async () => {
  await save(elder, "family", { relationship: 2, name: "Annette Ali", phone_mobile: own });

  const opened = [];
  for (const visitor of [null, formTeacher, principal, teacher, clerk, admin])
    opened.push((await open(elder, visitor)).status);
  const sent = await post(elder, { intent: "copy", version: "0" }, formTeacher);
  const same = await callRoute(loader, getRequest("/app/students/1/siblings/1", clerk), {
    studentKey: String(student.id),
    siblingKey: String(student.id),
  });

  expect(opened).toEqual([302, 403, 403, 403, 200, 200]);
  expect([sent.status, same.status]).toEqual([403, 404]);
});

test("copying fills only what is empty, is recorded, and undoing takes out what was not changed since", async () => {
  await save(student, "family", { relationship: 2, name: "Annette Ali", phone_mobile: own });
  await save(elder, "family", {
    relationship: 2,
    name: "Annette Ali",
    phone_mobile: "5550199",
    occupation: "Nurse",
  });
  await save(elder, "family", {
    relationship: 1,
    name: "Curtis Ali",
    phone_mobile: own,
    email: "c@example.tt",
  });
  await save(elder, "family", { relationship: 4, same_as: 2, phone_second: "5550188" });
  await save(elder, "personal", { address_home: "7 Poui Street", town: "Arima" });

  const { view } = await open(elder);
  const copied = await copy(elder);
  const after = await familyOf(student);
  await save(student, "family", { relationship: 1, email: "curtis@example.tt" });
  const undone = await post(elder, { intent: "undo", copy: await lastCopy() });
  const again = await post(elder, { intent: "undo", copy: await lastCopy() });

  expect(view.groups.map(({ title }) => title)).toEqual(["Father", "Mother", "Emergency contact", "Home"]);
  expect(copied.location).toBe(`/app/students/${student.id}?view=family`);
  expect(after).toMatchObject([
    { name: "Curtis Ali", phone_mobile: own, email: "c@example.tt" },
    { name: "Annette Ali", phone_mobile: own, occupation: "Nurse" },
    { version: 0 },
    { same_as: 2, name: "Annette Ali", relation: "Mother", phone_mobile: own, phone_second: "5550188" },
  ]);
  expect((await readNoticeOf(undone))?.text).toBe(
    "The copied family details were removed; 1 field was kept because it has been changed since",
  );
  expect(await familyOf(student)).toMatchObject([
    { name: null, phone_mobile: null, email: "curtis@example.tt" },
    { name: "Annette Ali", phone_mobile: own, occupation: null },
    {},
    { same_as: null, name: null, phone_second: null },
  ]);
  expect(again.status).toBe(409);
  const events = await queryRows<{ table_name: string }>(
    `select distinct table_name from audit_events
      where row_id = $key or row_id like $key || ':%' or table_name = 'family_copies' order by table_name`,
    { key: String(student.id) },
    noTransaction,
  );
  expect(events.map(({ table_name }) => table_name)).toEqual(
    expect.arrayContaining(["family_copies", "student_family", "student_personal"]),
  );
});

test("a dialog that is behind copies nothing, and says so", async () => {
  await save(elder, "family", { relationship: 2, name: "Annette Ali", phone_mobile: own });
  const { view } = await open(elder);
  await save(student, "family", { relationship: 2, name: "Joan Singh" });

  const late = await post(elder, { intent: "copy", version: view.version });
  const now = await open(elder);

  expect(late.status).toBe(409);
  expect(readFormErrors(late)[""]).toContain("was changed while you had them open");
  expect(now.view).toMatchObject({ groups: [], others: ["mother"] });
  expect((await post(elder, { intent: "copy", version: now.view.version })).status).toBe(422);
  expect((await familyOf(student))[1]).toMatchObject({ name: "Joan Singh", phone_mobile: null });
});

test("two who are not related are noted so, and can be taken back", async () => {
  for (const whose of [student, elder]) await save(whose, "family", { relationship: 2, phone_mobile: own });
  const marks = async () => {
    const request = getRequest(`/app/students/${student.id}?view=family`, clerk);
    const { body } = await callRoute(recordLoader, request, { studentKey: String(student.id) });
    return (body as { siblings: SiblingsView }).siblings.siblings.map(({ isUnrelated }) => isUnrelated);
  };

  await post(elder, { intent: "unrelated" });
  const noted = await marks();
  await post(elder, { intent: "related" });

  expect(noted).toEqual([true]);
  expect(await marks()).toEqual([false]);
});
