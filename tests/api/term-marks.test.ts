import { expect, test } from "vitest";
import { queryRows, noTransaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import {
  createClass,
  createFortnightlyTest,
  createAssessment,
  createLesson,
  createSchool,
  createSubject,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const teacher = await createTeacher();
const artTeacher = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", formTeacher });
const maths = await createLesson(teacher, std1, { subject: "Mathematics" });
const art = await createLesson(artTeacher, std1, { subject: "Art" });
const music = await createSubject("Music");

const CELL = "/api/student-term-mark";
const UPDATE = "/api/student-term-mark-update";
const TERM = TERM_IDS[2];

test("the subject row of a term is deleted by an admin, with everything in it", async () => {
  const student = await studentWithMarks();

  const { status, body } = await remove(admin, { ...named(student), subject_id: maths.subjectId });

  expect([status, body]).toEqual([200, { message: "Deleted.", marks: 2 }]);
  expect(await marksOf(student)).toEqual([{ subject_id: art.subjectId, test_id: 1, mark: 30 }]);
});

test("the arguments of a DELETE come as query, too", async () => {
  const student = await studentWithMarks();
  const query = `student_id=${student.studentId}&academic_term_id=${TERM}&subject_id=${maths.subjectId}`;
  const { url, headers } = getRequest(`${CELL}?${query}`, admin);

  const { status } = await answered(new Request(url, { method: "DELETE", headers }));

  expect(status).toBe(200);
  expect(await marksOf(student)).toHaveLength(1);
});

test.each<[string, Visitor, number]>([
  ["a visitor", null, 401],
  ["the principal", principal, 403],
  ["the form teacher", formTeacher, 403],
  ["the subject's teacher", teacher, 403],
])("%s deletes no row and changes no subject", async (_, visitor, expected) => {
  const student = await studentWithMarks();

  const deleted = await remove(visitor, { ...named(student), subject_id: maths.subjectId });
  const changed = await update(visitor, student, [maths.subjectId, music]);

  expect([deleted.status, changed.status]).toEqual([expected, expected]);
  expect(await marksOf(student)).toHaveLength(3);
});

test("with a test it is one cell: it is emptied, and the others stay", async () => {
  const student = await studentWithMarks();

  const { status, body } = await remove(teacher, {
    ...named(student),
    subject_id: maths.subjectId,
    test_id: 1,
  });

  expect([status, body]).toEqual([200, { message: "Cleared.", marks: 1 }]);
  expect(await marksOf(student)).toEqual([
    { subject_id: art.subjectId, test_id: 1, mark: 30 },
    { subject_id: maths.subjectId, test_id: 1, mark: null },
    { subject_id: maths.subjectId, test_id: 2, mark: 60 },
  ]);
});

test("an absence is emptied too, and a fortnightly mark is named by its test", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const week = await createFortnightlyTest(std1, { title: `Week of ${student.studentId}` });
  await createAssessment(maths, { testId: 3, fortnightlyTestId: week });
  await createMark(student, maths, { testId: 3, fortnightlyTestId: week, attendance: 2 });
  const cell = { ...named(student), subject_id: maths.subjectId, test_id: 3 };

  const unnamed = await remove(teacher, cell);
  const cleared = await remove(teacher, { ...cell, forthnightly_test_id: week });

  expect([unnamed.status, cleared.status]).toEqual([422, 200]);
  const [mark] = await queryRows<{ attendance: number }>(
    "select attendance from marks where student_key = $1 order by mark_id",
    [student.id],
    noTransaction,
  );
  expect(mark).toEqual({ attendance: 1 });
});

test.each<[string, Visitor, number]>([
  ["a colleague of another subject", artTeacher, 404],
  ["the form teacher, who only reads it", formTeacher, 403],
  ["an admin", admin, 200],
])("a cell emptied by %s", async (_, visitor, expected) => {
  const student = await studentWithMarks();

  const { status } = await remove(visitor, {
    ...named(student),
    subject_id: maths.subjectId,
    test_id: 1,
  });

  expect(status).toBe(expected);
});

test("a cell that somebody changed in the meantime is not emptied", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const { version } = await createMark(student, maths, { mark: 50 });
  const cell = { ...named(student), subject_id: maths.subjectId, test_id: 1 };
  const changed = { ...cell, form_class_id: "Std 1", mark: 55, version };
  await answered(sendJson("/api/mark-record", changed, admin));

  const stale = await remove(teacher, { ...cell, version });
  const older = await remove(teacher, { ...cell, version: 0 });

  expect([stale.status, older.status]).toEqual([409, 409]);
  expect(stale.body).toMatchObject({ stored: { mark: 55 }, yours: { mark: null } });
  expect(await marksOf(student)).toMatchObject([{ mark: 55 }]);
});

test.each<[string, object]>([
  ["a student who is not there", { student_id: "nobody" }],
  ["a subject without marks", { subject_id: music }],
  ["a term that has not begun", { academic_term_id: 202620271 }],
])("nothing is deleted of %s", async (_, input) => {
  const student = await studentWithMarks();
  const row = { ...named(student), subject_id: maths.subjectId, ...input };

  const deleted = await remove(admin, row);
  const cleared = await remove(admin, { ...row, test_id: 1 });

  expect([deleted.status, cleared.status]).toEqual([404, 404]);
});

test("a term that is over keeps its marks", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  await createMark(student, maths, { termId: TERM_IDS[0], mark: 50 });
  const row = { ...named(student), academic_term_id: TERM_IDS[0], subject_id: maths.subjectId };

  const answers = [
    await remove(admin, row),
    await remove(admin, { ...row, test_id: 1 }),
    await update(admin, student, [maths.subjectId, music], TERM_IDS[0]),
  ];

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
});

test("marks get another subject", async () => {
  const student = await studentWithMarks();

  const { status, body } = await update(admin, student, [maths.subjectId, music]);

  expect([status, body]).toEqual([200, { message: "Subject changed.", marks: 2 }]);
  expect(await marksOf(student)).toEqual([
    { subject_id: art.subjectId, test_id: 1, mark: 30 },
    { subject_id: music, test_id: 1, mark: 50 },
    { subject_id: music, test_id: 2, mark: 60 },
  ]);
});

test("onto a subject that has marks already nothing moves, and they are named", async () => {
  const student = await studentWithMarks();

  const { status, body } = await update(admin, student, [maths.subjectId, art.subjectId]);

  expect(status).toBe(409);
  expect(body).toEqual({
    message: expect.stringContaining("Art"),
    subject: "Art",
    marks: [expect.stringContaining("30")],
  });
  expect(await marksOf(student)).toHaveLength(3);
});

test("nothing moves where some of it would be seen nowhere, and that is named", async () => {
  const student = await studentWithMarks();
  await createMark(student, art, { testId: 2, grade: "B" });

  const { status, body } = await update(admin, student, [art.subjectId, music]);

  expect(status).toBe(409);
  expect(body).toEqual({
    message: expect.stringContaining("Music"),
    subject: "Music",
    marks: [expect.stringContaining("grade B")],
  });
});

test.each<[string, () => [number, number], number]>([
  ["the same subject", () => [maths.subjectId, maths.subjectId], 422],
  ["no subject of the school", () => [maths.subjectId, 999_999], 422],
  ["from a subject without marks", () => [music, art.subjectId], 404],
])("to %s nothing is changed", async (_, subjects, expected) => {
  const student = await studentWithMarks();

  const { status } = await update(admin, student, subjects());

  expect(status).toBe(expected);
  expect(await marksOf(student)).toHaveLength(3);
});

async function studentWithMarks(): Promise<Student> {
  const [student] = (await createStudents(std1, 1)) as [Student];
  await createMark(student, maths, { testId: 1, mark: 50 });
  await createMark(student, maths, { testId: 2, mark: 60 });
  await createMark(student, art, { testId: 1, mark: 30 });
  return student;
}

function named({ studentId }: Student) {
  return { student_id: studentId, academic_term_id: TERM };
}

function remove(visitor: Visitor, body: object) {
  return answered(sendJson(CELL, body, visitor, "DELETE"));
}

function update(visitor: Visitor, student: Student, [from, to]: [number, number], term = TERM) {
  const subjects = { prev_subject_id: from, new_subject_id: to };
  const body = { ...named(student), academic_term_id: term, ...subjects, employee_id: 1 };
  return answered(sendJson(UPDATE, body, visitor));
}

function marksOf({ id }: Student) {
  return queryRows<{ subject_id: number; test_id: number; mark: number | null }>(
    `select m.subject_id, m.test_id, m.mark::float8 as mark
       from marks m
       join subjects s using (subject_id)
      where m.student_key = $1
      order by s.title, m.test_id`,
    [id],
    noTransaction,
  );
}
