import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/employees/delete.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { findVisit } from "#access/session.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { deleteEmployee, type LeavingEmployeeView } from "#features/employees/leave/leave.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createPrincipal,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  createClass,
  createLesson,
  createSchool,
  TEST,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Visitor,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
let anne: Colleague;
let sita: Colleague;
let held: SchoolClass;
let made = 0;

beforeEach(async () => {
  made += 1;
  anne = await createTeacher({ firstName: "Anne-Marie", lastName: "Daniel" });
  sita = await createTeacher({ firstName: "Sita", lastName: "Sookhoo" });
  held = await createClass({ formClassId: "Std 1", label: `Std 1 ${made}`, formTeacher: anne });
  await addCoTeacher(held, sita);
  await createLesson(anne, held, { subject: "Mathematics" });
  await createLesson(anne, held, { subject: "English" });
  await createLesson(sita, held, { subject: "English" });
});

test("the question says what ends, what is to be taken over and by whom", async () => {
  const { body } = await callRoute(loader, getRequest("/app/employees/1/delete", clerk), idOf(anne));

  const { leaving } = body as { leaving: LeavingEmployeeView };
  expect(leaving).toMatchObject({
    name: "Anne-Marie Daniel",
    hasLeft: null,
    refusal: null,
    openSessions: 1,
    lessons: [{ label: held.label, lessons: 2 }],
    classesLed: [held.label],
    proposed: String(sita.employeeId),
  });
  expect(leaving.successors[0]).toEqual({ value: String(sita.employeeId), label: "S. Sookhoo, co-teacher" });
  expect(leaving.statuses.map(({ label }) => label)).toEqual(["Resigned", "Retired", "Transferred"]);
});

test("a deleted colleague's sessions end at once, and the co-teacher takes class and lessons", async () => {
  const answer = await remove(anne, { status: "3", successor: String(sita.employeeId) });

  expect([answer.status, answer.location]).toEqual([302, "/app/employees?tab=teachers"]);
  expect(await findVisit(getRequest("/app", anne))).toBeNull();
  expect(await statusOf(anne)).toBe(3);
  expect(await teachersOf(held)).toEqual([[sita.employeeId, true]]);
  expect(await lessonsOf(held)).toEqual([
    ["English", anne.employeeId],
    ["English", sita.employeeId],
    ["Mathematics", sita.employeeId],
  ]);
});

test("the co-teacher leads from today on, lessons that ended stay, and nobody stands in for anybody", async () => {
  const other = await createClass({ formClassId: "Std 2", label: `Std 2 ${made}` });
  const ended = await createLesson(anne, held, { subject: "Art" });
  const resumed = await createLesson(sita, held, { subject: "Spelling" });
  const live = await createLesson(anne, held, { subject: "Spelling" });
  const sitas = await createLesson(sita, other, { subject: "English" });
  await transaction(TEST, async (t) => {
    const endedIds = [ended.lessonId, resumed.lessonId];
    await runQuery(
      "update lessons set ended_on = current_date - 9 where lesson_id = any ($1)",
      [endedIds],
      t,
    );
    for (const [lesson, employee] of [
      [sitas.lessonId, anne.employeeId],
      [live.lessonId, sita.employeeId],
    ])
      await runQuery(
        `insert into substitutes (lesson_id, employee_id, from_date, to_date)
         values ($1, $2, current_date - 3, current_date + 9)`,
        [lesson, employee],
        t,
      );
  });

  await remove(anne, { status: "3", successor: String(sita.employeeId) });

  expect(await allTeachersOf(held)).toEqual([
    [anne.employeeId, true, false],
    [sita.employeeId, false, false],
    [sita.employeeId, true, true],
  ]);
  expect(await lessonsOf(held)).toContainEqual(["Art", anne.employeeId]);
  expect(await liveLessonsOf(sita)).toContain(resumed.lessonId);
  expect(
    await queryRows(
      "select 1 from substitutes where to_date >= current_date and employee_id = any ($1)",
      [[anne.employeeId]],
      noTransaction,
    ),
  ).toEqual([]);
});

test.each([
  ["the principal", createPrincipal],
  ["an administrator", createAdminTeacher],
] as const)("the office does not delete %s; an administrator does", async (_who, create) => {
  const above = await create();

  const seen = await callRoute(loader, getRequest("/app/employees/1/delete", clerk), idOf(above));
  const refused = await remove(above, { status: "2", successor: "" });
  const done = await remove(above, { status: "2", successor: "" }, admin);

  expect(seen.body).toMatchObject({ leaving: { refusal: expect.stringContaining("Only an administrator") } });
  expect([refused.status, done.status]).toEqual([409, 302]);
});

test("two who delete each other and hand over to each other end with one of them here", async () => {
  const answers = await Promise.all([
    remove(anne, { status: "2", successor: String(sita.employeeId) }),
    remove(sita, { status: "2", successor: String(anne.employeeId) }, admin),
  ]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
});

test("a class may be left without a successor", async () => {
  const answer = await remove(anne, { status: "2", successor: "" });

  expect(answer.status).toBe(302);
  expect(await teachersOf(held)).toEqual([
    [anne.employeeId, true],
    [sita.employeeId, false],
  ]);
});

test.each([
  [{ status: "1", successor: "" }, { status: "Choose a status from the list." }],
  [{ status: "77", successor: "" }, { status: "Choose a status from the list." }],
  [{ status: "'; drop", successor: "" }, { status: "Choose a status from the list." }],
  [{ status: "2", successor: "999999" }, { successor: "Choose a colleague who works here." }],
])("%j is refused, and nothing changes", async (fields, errors) => {
  const answer = await remove(anne, fields);

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual(errors);
  expect(readFormValues(answer)).toMatchObject({ status: fields.status });
  expect(await statusOf(anne)).toBe(1);
  expect(await findVisit(getRequest("/app", anne))).not.toBeNull();
});

test("nobody deletes themselves, or the same person twice", async () => {
  const own = await remove(clerk, { status: "2", successor: "" });
  await remove(anne, { status: "2", successor: "" });

  const again = await remove(anne, { status: "2", successor: "" }, admin);

  expect([own.status, again.status]).toEqual([409, 409]);
  expect(await statusOf(clerk)).toBe(1);
});

test("of the last two admins who were let in to delete each other at once one stays", async () => {
  const [one, other] = await Promise.all([withAdminRight(), withAdminRight()]);
  await transaction(TEST, (t) =>
    runQuery(
      "delete from account_permissions where user_permission_id = 9 and account_id = $1",
      [admin.accountId],
      t,
    ),
  );

  const left = await Promise.all([
    deleteEmployee(other.person, { ...LEFT, employeeId: one.employeeId }),
    deleteEmployee(one.person, { ...LEFT, employeeId: other.employeeId }),
  ]);

  expect(left.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(left.filter(({ kind }) => kind === "not-done")).toMatchObject([{ status: 409 }]);
  await transaction(TEST, (t) =>
    runQuery("insert into account_permissions values ($1, 9)", [admin.accountId], t),
  );
});

test("an admin brings somebody back; a clerk does not see who left", async () => {
  await remove(anne, { status: "3", successor: "" });

  const unseen = await callRoute(loader, getRequest("/app/employees/1/delete", clerk), idOf(anne));
  const refused = await remove(anne, { intent: "bring-back" });
  const back = await remove(anne, { intent: "bring-back" }, admin);
  const again = await remove(anne, { intent: "bring-back" }, admin);

  expect([unseen.status, refused.status, back.status, again.status]).toEqual([404, 403, 302, 409]);
  expect(await statusOf(anne)).toBe(1);
});

test("deleting and bringing back stand among the security events", async () => {
  await remove(anne, { status: "3", successor: "" });
  await remove(anne, { intent: "bring-back" }, admin);

  const events = await queryRows<{ kind: string; account_id: number }>(
    "select kind, account_id from security_events where detail = $1 order by event_id",
    [anne.userName],
    noTransaction,
  );

  expect(events).toEqual([
    { kind: "employee-deleted", account_id: clerk.accountId },
    { kind: "employee-brought-back", account_id: admin.accountId },
  ]);
});

const LEFT = { input: { status: 2 }, address: "10.0.0.1", list: "" };

function createAdminTeacher() {
  return createTeacher({ permissions: [9] });
}

function withAdminRight() {
  return createTeacher({ permissions: [4, 9] });
}

function idOf({ employeeId }: Colleague) {
  return { employeeId: String(employeeId) };
}

function remove(
  colleague: Colleague,
  fields: Record<string, string>,
  visitor = clerk as NonNullable<Visitor> & { accountId: number },
) {
  const form = { author: createAuthorToken(visitor), ...fields };
  const path = "/app/employees/1/delete?tab=teachers";
  return callRoute(action, postForm(path, form, visitor), idOf(colleague));
}

async function statusOf({ employeeId }: Colleague): Promise<number | undefined> {
  const [found] = await queryRows<{ employee_status_id: number }>(
    "select employee_status_id from employees where employee_id = $1",
    [employeeId],
    noTransaction,
  );
  return found?.employee_status_id;
}

async function teachersOf({ classId }: SchoolClass) {
  const found = await queryRows<{ employee_id: number; is_lead: boolean }>(
    "select employee_id, is_lead from class_teachers where class_id = $1 and to_date is null order by is_lead desc",
    [classId],
    noTransaction,
  );
  return found.map(({ employee_id, is_lead }) => [employee_id, is_lead]);
}

async function allTeachersOf({ classId }: SchoolClass) {
  const found = await queryRows<{ employee_id: number; is_lead: boolean; is_now: boolean }>(
    `select employee_id, is_lead, to_date is null as is_now
       from class_teachers
      where class_id = $1
      order by from_date, is_lead desc`,
    [classId],
    noTransaction,
  );
  return found.map(({ employee_id, is_lead, is_now }) => [employee_id, is_lead, is_now]);
}

async function liveLessonsOf({ employeeId }: Colleague): Promise<number[]> {
  const found = await queryRows<{ lesson_id: number }>(
    "select lesson_id from lessons where employee_id = $1 and ended_on is null",
    [employeeId],
    noTransaction,
  );
  return found.map(({ lesson_id }) => lesson_id);
}

async function lessonsOf({ classId }: SchoolClass) {
  const found = await queryRows<{ title: string; employee_id: number }>(
    `select s.title, l.employee_id from lessons l join subjects s using (subject_id)
      where l.class_id = $1 order by s.title, l.employee_id`,
    [classId],
    noTransaction,
  );
  return found.map(({ title, employee_id }) => [title, employee_id]);
}
