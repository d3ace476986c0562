import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/students/delete.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRow, transaction } from "#db/index.ts";
import { Student as Students } from "#db/models/people.ts";
import type { LeavingStudent } from "#features/students/leave/leave.rules.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, readFormErrors, getRequest, postForm } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const principal = await createPrincipal();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const lesson = await createLesson(formTeacher, std4);
let jaheim: Student;

beforeEach(async () => {
  const [made] = await createStudents(std4, [{ firstName: "Jaheim", lastName: "Baptiste", gender: "M" }]);
  if (!made) throw new Error("the class is empty");
  jaheim = made;
});

test("the question says the status, what ends, what stays and the way back", async () => {
  const { leaving } = await asked(jaheim, clerk);

  expect(leaving).toMatchObject({ name: "Jaheim Baptiste", classLabel: "Std 4 R", hasLeft: null });
  expect(leaving.hasSomething).toBe(false);
  expect(leaving.statuses.map(({ value, label }) => `${value} ${label}`)).toEqual([
    "3 Transferred",
    "4 Left",
    "5 Graduated",
  ]);
});

test.each([
  ["a mark", () => createMark(jaheim, lesson, { mark: 61 })],
  ["an absence", () => createMark(jaheim, lesson, { attendance: 2 })],
])("where %s was entered this term the question says so", async (_what, enter) => {
  await enter();

  const { leaving } = await asked(jaheim, clerk);

  expect(leaving.hasSomething).toBe(true);
});

test("who is deleted has the status from today, keeps the class, and the list of the address stays", async () => {
  const answer = await post(jaheim, { status: "4" }, clerk);

  expect([answer.status, answer.location]).toEqual([302, "/app/students?search=bap&rows=10"]);
  expect(await stored(jaheim)).toEqual({ student_status_id: 4, is_today: true, registrations: 3 });
});

test("who is not here yet can be deleted too", async () => {
  const coming = await createStudent({ firstName: "Mia" });
  await transaction(TEST, (t) => Students.update({ student_status_id: 2 }, { id: coming.id }, t));

  const { status } = await post(coming, { status: "3" }, clerk);

  expect([status, (await stored(coming))?.student_status_id]).toEqual([302, 3]);
});

test.each<Record<string, string>>([{ status: "1" }, { status: "2" }, { status: "77" }, { status: "x" }, {}])(
  "%j is refused, and nothing changes",
  async (fields) => {
    const answer = await post(jaheim, fields, clerk);

    expect([answer.status, readFormErrors(answer)]).toEqual([
      422,
      { status: "Choose a status from the list." },
    ]);
    expect((await stored(jaheim))?.student_status_id).toBe(1);
  },
);

test("of two who delete the same student at once the second is told", async () => {
  const answers = await Promise.all([
    post(jaheim, { status: "3" }, admin),
    post(jaheim, { status: "4" }, admin),
  ]);

  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(refused.map(readFormErrors)).toEqual([{ "": "Jaheim Baptiste has already been deleted." }]);
});

test("an admin brings back who left, to the class they had; who was in none is registered again", async () => {
  const coming = await createStudent({ firstName: "Mia" });
  for (const who of [jaheim, coming]) await post(who, { status: "3" }, clerk);

  const question = await asked(jaheim, admin);
  const answers = [await post(jaheim, BACK, admin), await post(coming, BACK, admin)];
  const again = await post(jaheim, BACK, admin);

  expect(question.leaving).toMatchObject({ hasLeft: "Transferred", classLabel: "Std 4 R" });
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect([(await stored(jaheim))?.student_status_id, (await stored(coming))?.student_status_id]).toEqual([
    1, 2,
  ]);
  expect([again.status, readFormErrors(again)]).toEqual([
    409,
    { "": "Jaheim Baptiste has already been brought back." },
  ]);
});

test("only who looks after students deletes, and only an admin opens or brings back who left", async () => {
  const byTeacher = await post(jaheim, { status: "3" }, formTeacher);
  const byPrincipal = await post(jaheim, { status: "3" }, principal);
  const byNobody = await post(jaheim, { status: "3" }, null);
  await post(jaheim, { status: "3" }, clerk);
  const opened = await callRoute(loader, getRequest("/app/students/1/delete", clerk), keyOf(jaheim));
  const brought = await post(jaheim, BACK, clerk);

  expect([byTeacher, byPrincipal, byNobody].map(({ status }) => status)).toEqual([403, 403, 302]);
  expect([opened.status, brought.status]).toEqual([404, 403]);
  expect((await stored(jaheim))?.student_status_id).toBe(3);
});

test("a student who is not there is not found", async () => {
  const statuses = await Promise.all(
    ["999999", "0", "1;drop", ""].map(async (studentKey) => {
      const { status } = await callRoute(loader, getRequest("/app/students/1/delete", clerk), { studentKey });
      return status;
    }),
  );

  expect(statuses).toEqual([404, 404, 404, 404]);
});

const BACK = { intent: "bring-back" };

async function asked(student: Student, visitor: SignedIn | null): Promise<{ leaving: LeavingStudent }> {
  const { body } = await callRoute(loader, getRequest("/app/students/1/delete", visitor), keyOf(student));
  return body as { leaving: LeavingStudent };
}

async function post(student: Student, fields: Record<string, string>, visitor: SignedIn | null) {
  const path = `/app/students/${student.id}/delete?search=bap&rows=10`;
  const author = visitor === null ? "" : createAuthorToken(visitor);
  return callRoute(action, postForm(path, { author, ...fields }, visitor), keyOf(student));
}

function keyOf({ id }: Student) {
  return { studentKey: String(id) };
}

function stored({ id }: Student) {
  return queryRow<{ student_status_id: number; is_today: boolean | null; registrations: number }>(
    `select student_status_id, status_since = (now() at time zone time_zone)::date as is_today,
            (select count(*)::integer from registrations r where r.student_key = s.id
                and r.academic_term_id = any ($2)) as registrations
       from students s cross join schools where id = $1 order by id`,
    [id, TERM_IDS],
    noTransaction,
  );
}
