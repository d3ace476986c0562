import { expect, test } from "vitest";
import { loader as historyLoader, action as putBack } from "../../../app/routes/marks-archive/history.tsx";
import { loader as list } from "../../../app/routes/marks-archive/list.tsx";
import { action as save } from "../../../app/routes/marks-archive/save.tsx";
import { action as post, loader as sheet } from "../../../app/routes/marks-archive/sheet.tsx";
import { noTransaction, queryRows, transaction } from "#db/index.ts";
import { School } from "#db/models/school.ts";
import type { ArchiveSheet } from "#features/marks-archive/sheet/archive-sheet.ts";
import { ARCHIVE_SUBJECTS } from "#domain/archive/archive-terms.ts";
import type { RowHistory, SaveReply } from "#saving/protocol/protocol.ts";
import { answered } from "#tests/api/answer.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, sendJson, type Visitor } from "#tests/support/request.ts";

await freshDatabase();
await createSchool({ flavour: "secondary", currentTerm: 3 });
const admin = await createAdmin();
const clerk = await createClerk();
const teacher = await createTeacher();
for (const { id, title } of ARCHIVE_SUBJECTS) await createSubject(title, id);
const class4 = await createClass({ formClassId: "4A" });
const class2 = await createClass({ formClassId: "2A" });
const [MATHS_COURSE, MATHS_EXAM] = ["mark_33_2", "mark_33_1"];

test("only who looks after students opens the archive, and a primary school has none", async () => {
  const [student] = await pupils();
  const at = `/app/marks-archive/${student.id}`;
  const open = (visitor: Visitor) =>
    callRoute(sheet, getRequest(at, visitor), { studentKey: String(student.id) });

  expect((await open(null)).status).toBe(302);
  expect((await open(teacher)).status).toBe(403);
  expect((await open(clerk)).status).toBe(200);
  expect((await callRoute(list, getRequest("/app/marks-archive", teacher))).status).toBe(403);
  expect((await callRoute(sheet, getRequest(at, admin), { studentKey: "999999" })).status).toBe(404);
  await transaction(TEST, (t) => School.update({ flavour: "primary" }, { school_id: 1 }, t));
  expect((await open(admin)).status).toBe(404);
  expect((await callRoute(list, getRequest("/app/marks-archive", admin))).status).toBe(404);
  expect((await answered(getRequest(`/api/term-marks/${student.studentId}`, admin))).status).toBe(404);
  await transaction(TEST, (t) => School.update({ flavour: "secondary" }, { school_id: 1 }, t));
});

test("a class registers the student, and marks are kept with what was there before", async () => {
  const [student] = await pupils();

  const without = await sent(student, { row: "101", base: 0, changes: { [MATHS_COURSE]: 74 } });
  const together = await sent(student, { row: "101", base: 0, changes: { class: "1A", [MATHS_COURSE]: 74 } });
  const again = await sent(student, { row: "101", base: 0, changes: { class: "1A", [MATHS_COURSE]: 74 } });

  expect(without.results[0]).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "Class Must Be Selected.", field: MATHS_COURSE }],
  });
  expect(together.results[0]).toMatchObject({
    outcome: "saved",
    stored: { values: { class: "1A", [MATHS_COURSE]: 74 } },
  });
  expect(again.results[0]).toMatchObject({ outcome: "saved" });
  expect((await read(student)).rows.find(({ row }) => row === "101")).toMatchObject({
    name: "Form 1, Term 1",
    values: { class: "1A", [MATHS_COURSE]: 74 },
  });
});

test("a stale page is told whom it would overwrite, field by field, and a repeat is harmless", async () => {
  const [student] = await pupils();
  const first = await sent(student, { row: "102", base: 0, changes: { class: "1A", [MATHS_COURSE]: 60 } });
  const base = first.results[0]?.stored.version ?? 0;
  await sent(student, { row: "102", base, changes: { [MATHS_COURSE]: 61 } }, { by: clerk });

  const stale = await sent(student, { row: "102", base, changes: { [MATHS_COURSE]: 62 } });
  const other = { row: "102", base, changes: { [MATHS_EXAM]: 70 } };
  const beside = await sent(student, other, { saveId: "the-same-save" });
  const repeated = await sent(student, other, { saveId: "the-same-save" });

  expect(stale.results[0]).toMatchObject({
    outcome: "conflict",
    fields: [{ field: MATHS_COURSE, from: 60, to: 61 }],
  });
  expect(beside.results[0]).toMatchObject({ outcome: "saved" });
  expect(repeated.results[0]?.stored).toEqual(beside.results[0]?.stored);
});

test("a first mark by the class teacher's sheet meanwhile is a conflict, not lost", async () => {
  const [student] = await pupils(class2, [TERM_IDS[0], TERM_IDS[2]]);
  const row = String(TERM_IDS[0]);
  const [calendar] = (await read(student)).rows.filter((item) => item.row === row);
  await createMark(student, await lessonOf(), { termId: TERM_IDS[0], mark: 40 });

  const stale = await sent(student, { row, base: calendar?.version ?? -1, changes: { [MATHS_EXAM]: 50 } });

  expect(calendar).toMatchObject({ name: "Form 2, Term 1, 2025-2026", values: { class: "2A" } });
  expect(calendar?.closed).not.toBeNull();
  expect(stale.results[0]).toMatchObject({ outcome: "conflict", fields: [{ from: null, to: 40 }] });
});

test("in a term of the calendar a mark stays out of what its test is out of", async () => {
  const [student] = await pupils(class2, [TERM_IDS[1], TERM_IDS[2]]);
  await createAssessment({ ...class2, subjectId: 33 }, { termId: TERM_IDS[1], maxMark: 50 });

  const { results } = await sent(student, {
    row: String(TERM_IDS[1]),
    base: 0,
    changes: { [MATHS_EXAM]: 74 },
  });

  expect(results[0]).toMatchObject({ outcome: "saved", stored: { values: { [MATHS_EXAM]: 74 } } });
  expect(await marksOf(student)).toEqual([{ mark: 37, max_mark: 50 }]);
});

test("the current term is no past one", async () => {
  const [student] = await pupils(class2);

  const { results } = await sent(student, {
    row: String(TERM_IDS[2]),
    base: 0,
    changes: { [MATHS_EXAM]: 74 },
  });

  expect(results[0]).toMatchObject({ outcome: "refused" });
});

test("history tells each mark, and puts back also what was blank", async () => {
  const [student] = await pupils();
  const first = await sent(student, { row: "103", base: 0, changes: { class: "1A", [MATHS_COURSE]: 60 } });
  const second = await sent(student, {
    row: "103",
    base: first.results[0]?.stored.version ?? 0,
    changes: { [MATHS_COURSE]: 66 },
  });
  const params = { studentKey: String(student.id), termId: "103" };
  const url = `/app/marks-archive/${student.id}/history/103`;
  const shown = (await callRoute(historyLoader, getRequest(url, admin), params)).body as RowHistory;
  const newest = shown.entries[0];

  const emptied = await sent(student, {
    row: "103",
    base: second.results[0]?.stored.version ?? 0,
    changes: { [MATHS_COURSE]: null },
  });
  const back = await callRoute(
    putBack,
    postForm(
      url,
      { before: String(newest?.version), base: String(shown.version), saveId: "put-back-1" },
      admin,
    ),
    params,
  );

  expect(newest?.changes).toEqual([{ title: "Maths course", from: "60", to: "66" }]);
  expect(emptied.results[0]).toMatchObject({ outcome: "refused" });
  expect(back.status).toBe(302);
  expect(await marksOf(student)).toEqual([{ mark: 60, max_mark: 100 }]);
});

test("without script the grid is one form, and what it refuses is said beside what was typed", async () => {
  const [student] = await pupils();
  const url = `/app/marks-archive/${student.id}`;
  const fields = {
    "base.101": "0",
    "class.101": "1A",
    "mark_33_2.101": "81",
    "base.102": "0",
    "class.102": "",
    "mark_33_2.102": "82",
  };

  const { status, body } = await callRoute(post, postForm(url, fields, clerk), {
    studentKey: String(student.id),
  });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    outcomes: {
      101: { state: "saved" },
      102: { state: "refused", typed: { [MATHS_COURSE]: 82 } },
    },
  });
});

test("the calls register, give, read and clear", async () => {
  const [student] = await pupils();
  const term = { student_id: student.studentId, academic_term_id: 201 };
  const mark = { ...term, subject_id: 33, test_id: 1 };
  const give = (given: unknown) =>
    answered(sendJson("/api/student-term-mark", { ...mark, mark: given }, clerk));

  const early = await give(74);
  const registered = await answered(
    sendJson("/api/register-student", { ...term, form_class_id: "2A" }, clerk),
  );
  const wrong = await answered(sendJson("/api/register-student", { ...term, form_class_id: "3A" }, clerk));
  const given = await give(74);
  const above = await give(101);
  const readBack = await answered(getRequest(`/api/term-marks/${student.studentId}`, clerk));
  const cleared = await answered(sendJson("/api/student-term-mark", mark, clerk, "DELETE"));

  expect([early.status, early.body]).toMatchObject([422, { errors: { mark: ["Class Must Be Selected."] } }]);
  expect([registered.status, wrong.status, given.status, cleared.status]).toEqual([200, 422, 200, 200]);
  expect([above.status, above.body]).toMatchObject([
    422,
    { errors: { mark: ["Maths exam mark must be a number between 0-100."] } },
  ]);
  expect(readBack.body).toEqual([
    expect.objectContaining({ ...mark, mark: 74, form_class_id: "2A", form_level: 2, term: 1 }),
  ]);
  expect(await marksOf(student)).toEqual([{ mark: null, max_mark: 100 }]);
  for (const [visitor, status] of [
    [null, 401],
    [teacher, 403],
  ] as const)
    expect((await answered(getRequest(`/api/term-marks/${student.studentId}`, visitor))).status).toBe(status);
});

async function pupils(held = class4, terms = [TERM_IDS[2]]): Promise<[Student]> {
  const [student] = await createStudents(held, [{}], terms);
  if (!student) throw new Error("no student was made");
  return [student];
}

async function lessonOf() {
  return createLesson(teacher, class2, { subject: "Maths", subjectId: 33 });
}

async function sent(
  student: Student,
  row: { row: string; base: number; changes: Record<string, unknown> },
  { by = admin, saveId = crypto.randomUUID() }: { by?: Visitor; saveId?: string } = {},
): Promise<SaveReply> {
  const request = sendJson(`/app/marks-archive/${student.id}/save`, { saveId, rows: [row] }, by);
  return (await callRoute(save, request, { studentKey: String(student.id) })).body as SaveReply;
}

async function read(student: Student): Promise<ArchiveSheet> {
  const answer = await callRoute(sheet, getRequest(`/app/marks-archive/${student.id}`, admin), {
    studentKey: String(student.id),
  });
  return answer.body as ArchiveSheet;
}

function marksOf({ id }: Student) {
  return queryRows(
    "select mark::float8 as mark, max_mark::float8 as max_mark from marks where student_key = $id order by mark_id",
    { id },
    noTransaction,
  );
}
