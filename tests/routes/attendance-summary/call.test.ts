import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/attendance-summary/call.tsx";
import { loader as summaryLoader } from "../../../app/routes/attendance-summary/summary.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { queryRows } from "#db/index.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Fields,
} from "#tests/support/request.ts";

const FRIDAY = "2026-06-26";

await freshDatabase();
await createSchool();
const formTeacher = await createFormTeacher();
const principal = await createPrincipal();
const clerk = await createClerk();
const held = await createClass({ formTeacher });

test("a call is noted, and its note changed, by whoever looks at the summary", async () => {
  const student = await absentThreeDays();

  const noted = await note(student, principal, { note: " Has dengue, back on Monday ", version: "0" });
  const read = await callRoute(loader, getRequest(urlOf(student), clerk), paramsOf(student));
  const { version } = (read.body as { call: { version: number } }).call;
  const changed = await note(student, clerk, { note: "Back on Tuesday", version: String(version) });

  expect([noted, changed].map(({ status, location }) => [status, location])).toEqual([
    [302, `/app/attendance-summary?date=${FRIDAY}`],
    [302, `/app/attendance-summary?date=${FRIDAY}`],
  ]);
  expect(read.body).toMatchObject({ call: { note: "Has dengue, back on Monday", day: "Fri 26 Jun 2026" } });
  const { body } = await callRoute(
    summaryLoader,
    getRequest(`/app/attendance-summary?date=${FRIDAY}`, principal),
  );
  const { absent } = body as { absent: { studentKey: number; called: { words: string; note: string } }[] };
  const called = absent.find(({ studentKey }) => studentKey === student.id)?.called;
  expect(called?.note).toBe("Back on Tuesday");
  expect(called?.words).toMatch(/^Called at \d\d:\d\d by /);
});

test("two who note the same call: the second is told what the first wrote, and keeps what was typed", async () => {
  const student = await absentThreeDays();
  await note(student, principal, { note: "No answer", version: "0" });

  const second = await note(student, clerk, { note: "Grandmother has him", version: "0" });

  expect(second.status).toBe(409);
  expect(readFormErrors(second).note).toContain("‘No answer’");
  expect(readFormValues(second)).toMatchObject({ note: "Grandmother has him" });
  const again = await note(student, clerk, readFormValues(second));
  expect(again.status).toBe(302);
  expect(await notesOf(student)).toEqual(["Grandmother has him"]);
});

test("a note that is sent twice is noted once, and says so both times", async () => {
  const student = await absentThreeDays();
  const twice = { note: "No answer", version: "0" };

  const sent = [await note(student, clerk, twice), await note(student, clerk, twice)];
  const other = await note(student, principal, twice);

  expect([...sent, other].map(({ status }) => status)).toEqual([302, 302, 409]);
});

test.each([
  [
    "Call\u202e back",
    "This text has a character that cannot be saved. Remove the character, then try again.",
  ],
  [
    "She\u0092ll call",
    "This text has a character that cannot be saved. Remove the character, then try again.",
  ],
  ["x".repeat(201), "1 character too many: use at most 200."],
])("the note %.20j is refused beside its field and stays there", async (text, error) => {
  const student = await absentThreeDays();

  const refused = await note(student, principal, { note: text, version: "0" });

  expect([refused.status, readFormErrors(refused)]).toEqual([422, { note: error }]);
  expect(readFormValues(refused)).toMatchObject({ note: text });
  expect(await notesOf(student)).toEqual([]);
});

test("a note is one line, without what nobody sees", async () => {
  const student = await absentThreeDays();

  const noted = await note(student, principal, { note: "No\u200b answer\r\nall\u00a0day", version: "0" });

  expect(noted.status).toBe(302);
  expect(await notesOf(student)).toEqual(["No answer all day"]);
});

test("of who was not absent there is nothing to note, and teachers note nothing", async () => {
  const [here] = await createStudents(held, 1);
  if (!here) throw new Error("nobody was made");
  await markRegister(held, [[here, "P"]], { day: "2026-06-15", by: formTeacher });
  const student = await absentThreeDays();

  const present = await callRoute(loader, getRequest(urlOf(here, "2026-06-15"), principal), paramsOf(here));
  const teacher = await note(student, await createTeacher(), { note: "", version: "0" });

  expect([present.status, teacher.status]).toEqual([404, 403]);
});

let made = 0;

/** Each test has a student of its own, in a class of its own. */
async function absentThreeDays(): Promise<Student> {
  made += 1;
  const ownClass = await createClass({ label: `Std 1 ${made}`, formTeacher: null });
  const [student] = await createStudents(ownClass, 1);
  if (!student) throw new Error("nobody was made");
  for (const day of ["2026-06-24", "2026-06-25", FRIDAY]) {
    await markRegister(ownClass, [[student, "A"]], { day, by: formTeacher });
  }
  return student;
}

function note(student: Student, visitor: SignedIn, fields: Fields) {
  const form = postForm(urlOf(student), { ...fields, author: createAuthorToken(visitor) }, visitor);
  return callRoute(action, form, paramsOf(student));
}

function urlOf({ id }: Student, day = FRIDAY): string {
  return `/app/attendance-summary/${id}/call?date=${day}`;
}

function paramsOf({ id }: Student) {
  return { studentKey: String(id) };
}

async function notesOf({ id }: Student): Promise<string[]> {
  const found = await queryRows<{ note: string }>(
    "select note from absence_calls where student_key = $1 order by day",
    [id],
    null,
  );
  return found.map((item) => item.note);
}
