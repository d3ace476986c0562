import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/students/record.tsx";
import { action as changeId } from "../../../app/routes/students/student-id.tsx";
import { action as setLock } from "../../../app/routes/students/serial.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { findGeneralTab } from "#db/queries/people/students/general.ts";
import type { GeneralTabView } from "#features/students/general/general.server.ts";
import type { RecordHeadingAndPaging } from "#features/students/record/record.ts";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
} from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
  TEST,
} from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents, type Student } from "#tests/support/builders/students.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";

await freshDatabase();
const school = await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher({ firstName: "Dian", lastName: "Ramkissoon" });
const otherLead = await createFormTeacher({ firstName: "Carl", lastName: "Pierre" });
const coTeacher = await createFormTeacher();
const dean = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const std4Too = await createClass({ formClassId: "Std 4", label: "Std 4 P", formTeacher: otherLead });
const std5 = await createClass({ formClassId: "Std 5", formTeacher: dean });
await addCoTeacher(std4, coTeacher);
await assignDean({ formClassId: "Std 4" }, dean);
const lesson = await createLesson(formTeacher, std4);

let student: Student;
let loner: Student;

beforeEach(async () => {
  [student] = (await createStudents(std4, [{ firstName: "Jaheim", lastName: "Baptiste" }])) as [Student];
  loner = await createStudent({ firstName: "Zion", lastName: "Ali" });
});

type Shown = { shown: RecordHeadingAndPaging; general: GeneralTabView | null };

async function show(visitor: Visitor, { id, view = "" }: { id: number; view?: string }) {
  const query = view && `?view=${view}`;
  const { status, body } = await callRoute(loader, getRequest(`/app/students/${id}${query}`, visitor), {
    studentKey: String(id),
  });
  return { status, body: body as Shown };
}

function post(fields: Fields, visitor: Visitor = clerk, { id }: { id: number } = student) {
  const sent = { record: "general", ...fields };
  return callRoute(action, postForm(`/app/students/${id}?search=bap`, sent, visitor), {
    studentKey: String(id),
  });
}

async function baseOf({ id }: { id: number }): Promise<string> {
  return String((await findGeneralTab(id, noTransaction))?.version);
}

function stored({ id }: { id: number }) {
  return findGeneralTab(id, noTransaction);
}

test("General says who it is, and what of the record may be opened", async () => {
  const { body } = await show(clerk, student);

  expect(body.shown.head).toMatchObject({
    name: "Jaheim Baptiste",
    studentId: student.studentId,
    about: "Std 4 R, D. Ramkissoon",
    tabs: ["general", "personal", "medical", "family"],
    isSeenByAdmin: false,
    serial: { number: null, isLocked: true },
  });
  expect(body.general?.row.values).toMatchObject({
    first_name: "Jaheim",
    form_class_id: "Std 4",
    class_id: std4.classId,
    date_of_birth: "2016-05-04",
  });
});

test("what is updated is stored whole, and leads back over the list as it was", async () => {
  const base = await baseOf(student);

  const saved = await post({ base, other_name: "Kai", entry_date: "2022-09-05", gender: "M" });

  expect([saved.status, saved.location]).toEqual([302, `/app/students/${student.id}?search=bap`]);
  expect(await stored(student)).toMatchObject({ other_name: "Kai", gender: "M", first_name: "Jaheim" });
});

test("with script the answer itself says what is stored", async () => {
  const saved = await post({ base: await baseOf(student), other_name: "  Kai ", [KEEP_OPEN]: "1" });

  expect(saved).toMatchObject({
    status: 200,
    body: { tab: "general", stored: { values: { other_name: "Kai" } } },
  });
});

test.each<[Fields, string, string]>([
  [{ first_name: " " }, "first_name", "Required"],
  [{ birth_certificate_pin: "" }, "birth_certificate_pin", "Required"],
  [{ last_name: "x".repeat(400) }, "last_name", "340 characters too many: use at most 60"],
  [{ last_name: "<script>\u0000" }, "last_name", "remove the character that cannot be stored"],
  [{ date_of_birth: "2099-01-01" }, "date_of_birth", "Enter a date between 1 Jan 1950 and"],
  [{ date_of_birth: "1949-12-31" }, "date_of_birth", "Enter a date between 1 Jan 1950 and"],
  [
    { date_of_birth: "2016-02-31" },
    "date_of_birth",
    "There is no 31 February. Enter a date, like 7 September 2026",
  ],
  [{ entry_date: "2099-01-01" }, "entry_date", "Enter a date between 1 Jan 1950 and"],
  [{ gender: "X" }, "gender", "choose F or M"],
  [{ house_id: "99" }, "house_id", "choose a house of the school"],
  [{ form_class_id: "Std 9", class_id: "" }, "form_class_id", "choose a class of this year"],
  [{ class_id: "99999" }, "class_id", "choose a class of this year"],
  [{ serial_number: "0417" }, "serial_number", "this is locked: only an administrator can unlock it"],
])("%j is refused beside its field, and nothing of the form is stored", async (fields, field, reason) => {
  const before = await stored(student);

  const refused = await post({ base: await baseOf(student), other_name: "Kai", ...fields });

  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    outcome: {
      state: "refused",
      refusals: [{ field, reason: expect.stringContaining(reason) as string }],
      typed: { other_name: "Kai" },
    },
  });
  expect(await stored(student)).toEqual(before);
});

test("a pin is one child's, in whichever capitals", async () => {
  await post({ base: await baseOf(loner), birth_certificate_pin: "pin-77a" }, clerk, loner);

  const refused = await post({ base: await baseOf(student), birth_certificate_pin: "PIN-77A" });

  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    outcome: {
      refusals: [{ field: "birth_certificate_pin", reason: `already used by Zion Ali, ${loner.studentId}` }],
      typed: { birth_certificate_pin: "PIN-77A" },
    },
  });
});

test("two clerks on one record do not overwrite each other in silence", async () => {
  const base = await baseOf(student);
  await post({ base, other_name: "Kai" }, clerk);

  const other = await post({ base, other_name: "", entry_date: "2022-09-05" }, admin);
  const contested = await post({ base, other_name: "Kay", first_name: "Jahiem" }, admin);

  expect(other.status).toBe(302);
  expect(contested.status).toBe(409);
  expect(contested.body).toMatchObject({
    outcome: {
      state: "changed",
      by: "L. Khan",
      fields: [{ field: "other_name", from: null, to: "Kai" }],
      typed: { other_name: "Kay", first_name: "Jahiem" },
    },
  });
  expect(await stored(student)).toMatchObject({
    other_name: "Kai",
    first_name: "Jaheim",
    entry_date: "2022-09-05",
  });
});

test("a class that a colleague changed meanwhile is told, not taken back by an old page", async () => {
  const base = await baseOf(student);
  const before = { form_class_id: "Std 4", class_id: String(std4.classId) };
  await post({ base, form_class_id: "Std 5", class_id: String(std5.classId) }, clerk);

  const untouched = await post({ base, ...before, other_name: "Kai" }, admin);
  const contested = await post({ base, form_class_id: "Std 4", class_id: String(std4Too.classId) }, admin);

  expect(untouched.status).toBe(302);
  expect(contested.status).toBe(409);
  expect(contested.body).toMatchObject({
    outcome: {
      by: "L. Khan",
      fields: [
        { field: "class_id", from: std4.classId, to: std5.classId },
        { field: "form_class_id", from: "Std 4", to: "Std 5" },
      ],
    },
  });
  expect(await stored(student)).toMatchObject({ form_class_id: "Std 5", other_name: "Kai" });
});

test("a late joiner is registered with a term record; the only class of a form class need not be said", async () => {
  const saved = await post({ base: await baseOf(loner), form_class_id: "Std 5", class_id: "" }, clerk, loner);

  expect(saved.status).toBe(302);
  expect(await stored(loner)).toMatchObject({ class_id: std5.classId });
  expect(await recordOf(loner)).toEqual({ academic_term_id: school.currentTermId, total_sessions: 120 });
});

test.each<[string, Fields, string, string]>([
  ["where two lead a class one is chosen", { form_class_id: "Std 4", class_id: "" }, "class_id", "Required"],
  [
    "a teacher has another class",
    { form_class_id: "Std 4", class_id: String(std5.classId) },
    "class_id",
    "this teacher has no class in Std 4",
  ],
  [
    "a teacher alone is no class",
    { form_class_id: "", class_id: String(std5.classId) },
    "form_class_id",
    "Required",
  ],
  [
    "who enters next year is in no class yet",
    { form_class_id: "Std 5", entry_date: "2026-12-31" },
    "form_class_id",
    "the entry date is after this term, which ends on 3 Jul 2026",
  ],
])("%s", async (_, fields, field, reason) => {
  const refused = await post({ base: await baseOf(loner), ...fields }, clerk, loner);

  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ outcome: { refusals: [{ field, reason }] } });
});

test("a student leaves a class only while nothing was entered in it", async () => {
  const [entered] = (await createStudents(std4, 1)) as [Student];
  await createMark(entered, lesson, { mark: 60 });
  const none = { form_class_id: "", class_id: String(std4.classId) };

  const kept = await post({ base: await baseOf(entered), ...none }, clerk, entered);
  const taken = await post({ base: await baseOf(student), ...none }, clerk);

  expect([kept.status, taken.status]).toEqual([422, 302]);
  expect([(await stored(entered))?.class_id, (await stored(student))?.class_id]).toEqual([
    std4.classId,
    null,
  ]);
});

test.each<[string, () => Visitor, string[] | null]>([
  ["nobody", () => null, null],
  ["who looks after students", () => clerk, ["general", "personal", "medical", "family"]],
  ["an administrator", () => admin, ["general", "personal", "medical", "family"]],
  ["the form teacher", () => formTeacher, ["general", "medical", "family"]],
  ["a co-teacher", () => coTeacher, ["general", "medical", "family"]],
  ["the form teacher of another class", () => otherLead, null],
  ["the dean", () => dean, ["general"]],
  ["the principal", () => principal, ["general"]],
])("what is read of a record, by %s", async (_, visitor, tabs) => {
  const views = ["general", "personal", "medical", "family"];

  const answers = await Promise.all(views.map((view) => show(visitor(), { id: student.id, view })));
  const sent = await post({ base: await baseOf(student), other_name: "X" }, visitor());

  const closed = visitor() === null ? 302 : 404;
  expect(answers.map(({ status }) => status)).toEqual(
    views.map((view) => (tabs?.includes(view) ? 200 : closed)),
  );
  const writes = tabs?.includes("personal") ? 302 : 409;
  expect(sent.status).toBe(tabs === null ? closed : writes);
  expect((await stored(student))?.other_name).toBe(tabs?.includes("personal") ? "X" : "");
});

test("who has left is for administrators to see", async () => {
  await transaction(TEST, (t) =>
    runQuery("update students set student_status_id = 3 where id = $1", [student.id], t),
  );

  const answers = await Promise.all([admin, clerk, formTeacher].map((visitor) => show(visitor, student)));
  const registered = await post({ base: await baseOf(student), form_class_id: "Std 5", class_id: "" }, admin);

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(answers[0]?.body.shown.head.about).toContain("Transferred");
  expect(registered.body).toMatchObject({
    outcome: {
      refusals: [{ field: "form_class_id", reason: "this student has left: bring the student back first" }],
    },
  });
});

test.each(["abc", "0", "999999999", "1e3", "../1"])("there is no student %s", async (id) => {
  const { status } = await callRoute(loader, getRequest(`/app/students/${id}`, clerk), { studentKey: id });

  expect(status).toBe(404);
});

test("an administrator changes an ID once, to one that is free", async () => {
  const { id, studentId } = student;
  const version = await baseOf(student);
  const send = (typed: string, visitor: Visitor = admin) => {
    const fields = { version, student_id: typed };
    return callRoute(changeId, postForm(`/app/students/${id}/student-id`, fields, visitor), {
      studentKey: String(id),
    });
  };

  const taken = await send(loner.studentId);
  const bad = await Promise.all(["../x", " ", "x".repeat(400)].map((typed) => send(typed)));
  const changed = await send(` ${studentId}-B `);
  const stale = await send("S-NEW");
  const byClerk = await send("S-NEW", clerk);
  const inGeneral = await post({ base: await baseOf(student), student_id: "S-NEW" }, clerk);

  expect([taken.status, readFormErrors(taken)]).toEqual([
    422,
    { student_id: `already used by Zion Ali, ${loner.studentId}` },
  ]);
  expect(bad.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect([changed.status, stale.status, byClerk.status, inGeneral.status]).toEqual([302, 409, 403, 422]);
  expect(readFormErrors(stale)["student_id"]).toContain(`changed the ID to ${studentId}-B`);
  expect(readFormValues(stale)).toEqual({ student_id: "S-NEW", version: await baseOf(student) });
  expect((await show(clerk, student)).body.shown.head.studentId).toBe(`${studentId}-B`);
});

test("a serial number is written while an administrator has opened its lock", async () => {
  const turn = (lock: string, visitor: Visitor) =>
    callRoute(setLock, postForm(`/app/students/${student.id}/serial?view=family`, { lock }, visitor), {
      studentKey: String(student.id),
    });

  const byClerk = await turn("open", clerk);
  const opened = await turn("open", admin);
  const written = await post({ base: await baseOf(student), serial_number: "0417" });
  await turn("closed", admin);
  const refused = await post({ base: await baseOf(student), serial_number: "0418" });

  expect([byClerk.status, opened.status, written.status, refused.status]).toEqual([403, 302, 302, 422]);
  expect(opened.location).toBe(`/app/students/${student.id}?view=family`);
  expect(await stored(student)).toMatchObject({ serial_number: "0417", serial_locked: true });
});

function recordOf({ id }: { id: number }) {
  return queryRow<{ academic_term_id: number; total_sessions: number }>(
    "select academic_term_id, total_sessions from term_records where student_key = $1",
    [id],
    noTransaction,
  );
}
