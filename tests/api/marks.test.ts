import { expect, test } from "vitest";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { getRequest, postForm, sendJson, type Visitor } from "#tests/support/request.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
const { currentTermId, terms } = await createSchool({ assessmentType: "Forthnightly Test" });
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const stranger = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 A", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 B", formTeacher: otherLead });
const maths = await createLesson(teacher, std1);
const otherMaths = await createLesson(otherLead, other);
await createAssessment(maths, { maxMark: 40 });
await createStudents(std1, [
  { firstName: "Anna", lastName: "Ali", studentId: "A1" },
  { firstName: "Ben", lastName: "Brown", studentId: "B1" },
  { firstName: "Carla", lastName: "Cox", studentId: "C1" },
]);
await createStudents(other, [{ firstName: "Dan", lastName: "Dass", studentId: "D1" }]);
const sheet = { form_class_id: "Std 1", subject_id: maths.subjectId };

test("the students of a lesson with what is entered for each", async () => {
  await save({ student_id: "A1", mark: 31.5 });

  const { status, body } = await students({ ...sheet, employeeId: teacher.employeeId }, teacher);

  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 3 });
  expect(dataOf(body)[0]).toEqual({
    student_id: "A1",
    first_name: "Anna",
    last_name: "Ali",
    picture: null,
    mark: 31.5,
    max_mark: 40,
    attendance: 1,
    grade: null,
    grades: {},
    application: null,
    preparedness: null,
    remark: null,
    version: expect.any(Number),
    lesson_id: maths.lessonId,
    employee_id: teacher.employeeId,
    form_class_id: "Std 1",
    subject_id: maths.subjectId,
    academic_term_id: currentTermId,
    test_id: 1,
    forthnightly_test_id: null,
  });
  expect(dataOf(body)[1]).toMatchObject({ student_id: "B1", mark: null, max_mark: 40, version: 0 });
});

test("without a teacher every class of the form class that the caller sees", async () => {
  const asTeacher = await students(sheet, teacher);
  const asPrincipal = await students(sheet, principal);
  const ofOneLead = await students({ ...sheet, employeeId: formTeacher.employeeId }, principal);

  expect(asTeacher.body).toMatchObject({ total: 3 });
  expect(asPrincipal.body).toMatchObject({ total: 4 });
  expect(ofOneLead.body).toMatchObject({ total: 3, data: [{ employee_id: teacher.employeeId }, {}, {}] });
});

test("a term, a teacher and a test alone mean all lessons of that teacher, each row naming its lesson", async () => {
  const english = await createLesson(teacher, other, { subject: "English" });
  const four = { employeeId: teacher.employeeId, test: 1 };

  const result = await students(four, principal);
  const own = await students({}, teacher);

  const lessons = [std1, std1, std1, other].map(({ classId }) =>
    classId === std1.classId ? maths : english,
  );
  expect(result).toMatchObject({ status: 200, body: { total: 4 } });
  expect(dataOf(result.body)).toMatchObject(
    lessons.map(({ lessonId, subjectId }) => ({
      lesson_id: lessonId,
      subject_id: subjectId,
      form_class_id: "Std 1",
    })),
  );
  expect(own.body).toEqual(result.body);
});

test("all lessons of a teacher are a colleague's no more than one is, and somebody has to be named", async () => {
  const asStranger = await students({ employeeId: teacher.employeeId }, stranger);
  const ofNobody = await students({}, admin);

  expect(asStranger.status).toBe(404);
  expect(ofNobody).toMatchObject({ status: 422, body: { message: "Enter the teacher's ID in employeeId." } });
});

test("another's id opens nothing", async () => {
  const asStranger = await students({ ...sheet, employeeId: teacher.employeeId }, stranger);
  const othersSheet = await students({ ...sheet, employeeId: otherLead.employeeId }, teacher);
  const byLesson = await students({ lesson_id: otherMaths.lessonId }, teacher);

  expect([asStranger.status, othersSheet.status, byLesson.status]).toEqual([404, 404, 404]);
});

test("a fortnightly test is asked for by its id, and is the sheet of one class", async () => {
  const week2 = await createFortnightlyTest(std1, { title: "Week 2" });
  await createAssessment(maths, { testId: 3, fortnightlyTestId: week2, maxMark: 20 });

  const { body } = await students({ ...sheet, test: 3, forthnightlyTestId: week2 }, principal);
  const missing = await students({ ...sheet, test: 3, forthnightlyTestId: 999 }, principal);

  expect(body).toMatchObject({
    total: 3,
    data: [{ max_mark: 20, test_id: 3, forthnightly_test_id: week2 }, {}, {}],
  });
  expect(missing.status).toBe(404);
});

test.each([
  [{ form_class_id: "Std 1" }, "subject_id"],
  [{ ...sheet, test: 4 }, "test"],
  [{ ...sheet, test: 3 }, "forthnightlyTestId"],
  [{ ...sheet, forthnightlyTestId: 1 }, "forthnightlyTestId"],
  [{ ...sheet, academicTermId: "now" }, "academicTermId"],
  [{ ...sheet, employeeId: "me" }, "employeeId"],
])("a question like %o is refused", async (query, field) => {
  const { status, body } = await students(query, teacher);

  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
});

test("a mark is saved on the version it was read at", async () => {
  const { version: read } = await rowOf("B1");

  const { status, body } = await save({ student_id: "B1", mark: 28, version: read });

  const saved = body as { version: number; data: object; replaced: object };
  expect(status).toBe(200);
  expect(saved.version).toBeGreaterThan(read);
  expect(saved.data).toMatchObject({ student_id: "B1", mark: 28, max_mark: 40, version: saved.version });
  expect(saved.replaced).toEqual({ mark: null });
  expect(await rowOf("B1")).toMatchObject({ mark: 28, version: saved.version });
});

test("a record is sent back as it came, with one value changed", async () => {
  const record = await rowOf("C1");

  const { status, body } = await save({ ...record, mark: 12 });

  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { mark: 12 }, replaced: { mark: null } });
});

test("without a version the save is taken, audited, and says what it replaced", async () => {
  await save({ student_id: "B1", mark: 30 });

  const { body } = await save({ student_id: "B1", mark: 33 });

  const { version } = body as { version: number };
  const event = await queryRow(
    `select account_id, old_values -> 'mark' as before, new_values -> 'mark' as after
       from audit_events where table_name = 'marks' and version = $1`,
    [version],
    noTransaction,
  );
  expect(body).toMatchObject({ data: { mark: 33, version }, replaced: { mark: 30 } });
  expect(event).toEqual({ account_id: teacher.accountId, before: 30, after: 33 });
});

test("absent takes the mark away, and says so", async () => {
  await save({ student_id: "B1", mark: 25 });

  const { body } = await save({ student_id: "B1", attendance: 2 });

  expect(body).toMatchObject({ data: { attendance: 2, mark: null }, replaced: { attendance: 1, mark: 25 } });
  await save({ student_id: "B1", attendance: 1, mark: 25 });
});

test("saving what is there already changes nothing", async () => {
  const before = await rowOf("C1");

  const { body } = await save({ student_id: "C1", mark: before.mark });

  expect(body).toMatchObject({ version: before.version, replaced: {} });
});

test("a call that is repeated under its id is answered alike and done once", async () => {
  const record = {
    student_id: "C1",
    mark: 17,
    version: (await rowOf("C1")).version,
    save_id: "repeated-save-1",
  };

  const first = await save(record);
  const second = await save(record);

  expect(second.status).toBe(200);
  expect(second.body).toEqual(first.body);
});

test("a value that someone changed since is a conflict with both values", async () => {
  const read = await rowOf("C1");
  await save({ student_id: "C1", mark: 20 }, admin);

  const { status, body } = await save({ ...read, mark: 35 });

  const { version } = await rowOf("C1");
  expect(status).toBe(409);
  expect(body).toEqual({
    message: "Admin changed this in the meantime.",
    by: "Admin",
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    version,
    stored: { attendance: 1, mark: 20 },
    yours: { attendance: 1, mark: 35 },
    fields: [{ field: "mark", from: read.mark, to: 20 }],
  });
});

test.each([
  [{ mark: 41 }, "mark", "the mark must be from 0 to 40"],
  [{ mark: -1 }, "mark", "the mark must be from 0 to 40"],
  [{ mark: "many" }, "mark", "enter the mark as a number"],
  [{ mark: "1e2" }, "mark", "enter the mark as a number"],
  [{ mark: true }, "mark", "enter the mark as a number"],
  [{ mark: "-5" }, "mark", "the mark must be from 0 to 40"],
  [{ mark: 1.234 }, "mark", "enter the mark with at most two decimals"],
  [{ attendance: 3 }, "attendance", "choose an attendance that this mark sheet allows"],
  [{ attendance: 2, mark: 4 }, "mark", "a student who was absent or handed in no work cannot have a mark"],
  [{ grade: "A" }, "grade", "this sheet does not have this column"],
  [{ grades: { 1: 4 } }, "grades.1", "this sheet does not have this column"],
  [{ mark: 4, version: "latest" }, "version", "This must be a whole number."],
  [{ mark: 4, student_id: undefined }, "student_id", "This is missing."],
  [
    { mark: 4, subject_id: undefined },
    "subject_id",
    "Give the lesson: form_class_id and subject_id, or lesson_id.",
  ],
])("a record with %o is refused", async (given, field, reason) => {
  const before = await rowOf("A1");

  const { status, body } = await save({ student_id: "A1", ...given });

  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: { [field]: [reason] } });
  expect(await rowOf("A1")).toEqual(before);
});

test("a form saves a mark as JSON does", async () => {
  const record = { ...sheet, academic_term_id: currentTermId, student_id: "A1", mark: "12.5" };

  const { body } = await answered(postForm("/api/mark-record", asText(record), teacher));
  const cleared = await answered(postForm("/api/mark-record", asText({ ...record, mark: "" }), teacher));

  expect(body).toMatchObject({ data: { mark: 12.5 } });
  expect(cleared.body).toMatchObject({ data: { mark: null }, replaced: { mark: 12.5 } });
});

test("a body that is no text, or says a mark twice, saves nothing", async () => {
  const record = { ...sheet, academic_term_id: currentTermId, student_id: "A1" };
  const form = postForm("/api/mark-record", asText({ ...record, mark: "4" }), teacher);
  const bytes = `${await form.clone().text()}&grade=%ff`;
  const json = Buffer.from(JSON.stringify({ ...record, grade: "?" })).map((byte) =>
    byte === 63 ? 255 : byte,
  );
  const before = await rowOf("A1");

  const twice = await answered(new Request(form.clone(), { body: `${await form.clone().text()}&mark=3` }));
  const byForm = await answered(new Request(form, { body: bytes }));
  const byJson = await answered(new Request(sendJson("/api/mark-record", {}, teacher), { body: json }));

  expect([twice.status, byForm.status, byJson.status]).toEqual([422, 422, 422]);
  expect(byForm.body).toEqual({ message: "This text is not in UTF-8. Send it in UTF-8." });
  expect(await rowOf("A1")).toEqual(before);
});

test("who may only read the sheet is told so, and who may not see it is told nothing", async () => {
  const byLead = await save({ student_id: "A1", mark: 4 }, formTeacher);
  const byPrincipal = await save({ student_id: "A1", mark: 4 }, principal);
  const byStranger = await save({ student_id: "A1", mark: 4, employee_id: teacher.employeeId }, stranger);
  const notOnIt = await save({ student_id: "D1", mark: 4 });
  const unknown = await save({ student_id: "nobody", mark: 4 });

  expect(byLead.status).toBe(403);
  expect(byPrincipal.status).toBe(403);
  expect([byStranger.status, notOnIt.status, unknown.status]).toEqual([404, 404, 404]);
});

test("a term that is over takes no marks", async () => {
  const { status, body } = await save({ student_id: "A1", mark: 4, academic_term_id: terms[0] });

  expect(status).toBe(409);
  expect(body).toEqual({ message: "Not saved: this term is over." });
});

type MarkRow = { version: number; mark: number | null };

function students(query: object, visitor: Visitor) {
  const input = asText({ academicTermId: currentTermId, ...query });
  return answered(getRequest(`/api/mark-sheet-students?${new URLSearchParams(input)}`, visitor));
}

function save(record: object, visitor: Visitor = teacher) {
  const input = { ...sheet, academic_term_id: currentTermId, employee_id: teacher.employeeId, ...record };
  return answered(sendJson("/api/mark-record", input, visitor));
}

async function rowOf(studentId: string): Promise<MarkRow> {
  const { body } = await students(sheet, teacher);
  const found = dataOf(body).find(({ student_id }) => student_id === studentId);
  if (!found) throw new Error(`${studentId} is not on the sheet`);
  return found;
}

function dataOf(body: unknown) {
  return (body as { data: (MarkRow & { student_id: string })[] }).data;
}

function asText(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
