import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import { downloadMarkFile } from "#features/mark-sheet/file/download.server.ts";
import type { MarkFilePreview } from "#features/mark-sheet/file/preview.server.ts";
import { markSheetUrl } from "#domain/paths.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  TEST,
  createAssessment,
  createClass,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { fillInLibreOffice, HAS_LIBREOFFICE } from "#tests/support/builders/libreoffice.ts";
import { fillMarks as fill } from "#tests/support/builders/fill-marks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  readNoticeOf,
  postFile,
  postForm,
  readFormReply,
} from "#tests/support/request.ts";
import { saveMarks } from "#tests/support/saves.ts";
import { loader as download } from "../../../app/routes/mark-sheet/spreadsheet.tsx";
import { action, loader } from "../../../app/routes/mark-sheet/upload.tsx";

await freshDatabase();
await createSchool();
const admin = await createAdmin();

type FillIn = (file: Buffer, marks: readonly string[]) => Buffer | Promise<Buffer>;

const PROGRAMS: readonly [string, FillIn][] = [
  ["xlsx", (file, marks) => fill(file, marks, "xlsx")],
  ["ods", (file, marks) => fill(file, marks, "ods")],
  ["biff8", (file, marks) => fill(file, marks, "biff8")],
  ["csv", (file, marks) => fill(file, marks, "csv")],
  ["LibreOffice saved it", fillInLibreOffice],
];

test.for(PROGRAMS)(
  "a sheet goes out, comes back as %s while a colleague changes two rows, and overwrites nothing unseen",
  { timeout: 120_000 },
  async ([_what, fillIn], { skip }) => {
    skip(fillIn === fillInLibreOffice && !HAS_LIBREOFFICE, "LibreOffice is not installed on this machine");
    const { teacher, key, lesson, students } = await givenSheet(6);
    const [first, second, third, fourth, fifth] = students;
    for (const student of [second, third, fourth])
      if (student) await createMark(student, lesson, { mark: 30, testId: 1, maxMark: 50 });
    const file = await fileOf(teacher, key);
    await saveOf(admin, key, third, 44);
    await saveOf(admin, key, fourth, 45);
    const filled = await fillIn(file, ["41.5", "Abs", "31", "45", "77", ""]);

    const preview = await upload(teacher, key, filled);

    expect(preview.rows.map(({ outcome, now, inFile, words }) => [outcome, now, inFile, words])).toEqual([
      ["changed", "–", "41.5", "New mark"],
      ["changed", "30", "Abs", "From 30 to Abs"],
      ["choose", "44", "31", expect.stringMatching(/^Changed by .* at \d\d:\d\d, from 30 to 44$/)],
      ["unchanged", "45", "45", "Unchanged"],
      ["refused", "–", "77", "The mark must be from 0 to 50."],
      ["unchanged", "–", "–", "Still blank in the file"],
    ]);
    expect(preview.figures).toMatchObject({
      all: 6,
      changed: 2,
      unchanged: 2,
      choose: 1,
      refused: 1,
      absent: 1,
      blank: 1,
    });

    const saved = await confirm(teacher, key, preview);

    expect([saved.status, saved.location]).toEqual([302, markSheetUrl(key)]);
    expect((await readNoticeOf(saved))?.text).toBe(
      `2 marks saved. 1 row without a decision and 1 refused row were left as they are: ${preview.rows[2]?.name}; ${preview.rows[4]?.name}.`,
    );
    expect(await marksOf([first, second, third, fourth, fifth])).toEqual(["41.5", "Abs", "44", "45", "none"]);
  },
);

test("a repeated confirmation changes nothing more, even after a colleague has changed a row again", async () => {
  const { teacher, key, students } = await givenSheet(2);
  const [first, second] = students;
  const preview = await upload(teacher, key, fill(await fileOf(teacher, key), ["40", "41"]));
  await confirm(teacher, key, preview);
  await saveOf(admin, key, first, 12);

  const again = await confirm(teacher, key, preview);

  expect(again.status).toBe(302);
  expect((await readNoticeOf(again))?.text).toBe("No marks needed changing.");
  expect(await marksOf([first, second])).toEqual(["12", "41"]);
  expect(await eventsOf(second)).toBe(1);
});

test("a row that changes between preview and saving is asked about, and the answer holds for what was shown", async () => {
  const { teacher, key, students } = await givenSheet(2);
  const [first, second] = students;
  const preview = await upload(teacher, key, fill(await fileOf(teacher, key), ["40", "41"]));
  await saveOf(admin, key, first, 12);

  const answer = await confirm(teacher, key, preview);

  const again = readFormReply(answer).result as MarkFilePreview;
  expect(answer.status).toBe(200);
  expect(again.problem).toBe(
    "1 mark saved. 1 row changed after the preview. Check the remaining rows, then save again.",
  );
  expect(again.rows.map(({ outcome, words }) => [outcome, words])).toEqual([
    ["choose", expect.stringContaining("from blank to 12")],
    ["unchanged", "Saved"],
  ]);
  expect(await marksOf([first, second])).toEqual(["12", "41"]);

  expect([preview.savedCount, again.savedCount]).toEqual([0, 1]);

  const version = again.rows[0]?.choice?.version ?? 0;
  await saveOf(admin, key, first, 13);
  const stale = await confirm(teacher, key, again, { [`choice.${first?.id}`]: `mine:${version}` });

  expect(await marksOf([first])).toEqual(["13"]);
  const later = readFormReply(stale).result as MarkFilePreview;
  expect(later.problem).toContain("1 row changed after the preview");
  // The row that was saved in the first try is still shown as saved.
  expect([later.savedCount, later.rows[1]?.words]).toEqual([1, "Saved"]);
  const now = later.rows[0]?.choice?.version;
  const end = await confirm(teacher, key, later, { [`choice.${first?.id}`]: `mine:${now}` });
  expect((await readNoticeOf(end))?.text).toBe("2 marks saved.");
  expect(await marksOf([first])).toEqual(["40"]);
});

test("a row that was left without an answer does not hide one that a colleague changes after the preview", async () => {
  const { teacher, key, students } = await givenSheet(2);
  const [first, second] = students;
  const file = await fileOf(teacher, key);
  await saveOf(admin, key, first, 11);
  const preview = await upload(teacher, key, fill(file, ["40", "41"]));
  await saveOf(admin, key, second, 12);

  const answer = await confirm(teacher, key, preview);

  const again = readFormReply(answer).result as MarkFilePreview;
  expect(again.problem).toContain("1 row changed after the preview.");
  expect(again.rows.map(({ outcome }) => outcome)).toEqual(["choose", "choose"]);
  const left = await confirm(teacher, key, again);
  expect((await readNoticeOf(left))?.text).toBe(
    `No marks needed changing. 2 rows without a decision were left as they are: ${again.rows.map(({ name }) => name).join("; ")}.`,
  );
  expect(await marksOf([first, second])).toEqual(["11", "12"]);
});

test("'Keep theirs' keeps the colleague's mark", async () => {
  const { teacher, key, students } = await givenSheet(1);
  const [student] = students;
  const file = await fileOf(teacher, key);
  await saveOf(admin, key, student, 12);
  const preview = await upload(teacher, key, fill(file, ["40"]));
  const version = preview.rows[0]?.choice?.version;

  const answer = await confirm(teacher, key, preview, { [`choice.${student?.id}`]: `theirs:${version}` });

  expect(answer.status).toBe(302);
  expect(await marksOf([student])).toEqual(["12"]);
});

test("'Keep theirs' in place of an absence writes no part of the absence", async () => {
  const { teacher, key, students, lesson } = await givenSheet(1);
  const [student] = students;
  if (student) await createMark(student, lesson, { testId: 1, maxMark: 50, mark: null, attendance: 2 });
  const file = await fileOf(teacher, key);
  await saveOf(admin, key, student, 12);
  const before = await eventsOf(student);
  const preview = await upload(teacher, key, fill(file, ["40"]));
  const version = preview.rows[0]?.choice?.version;

  const answer = await confirm(teacher, key, preview, { [`choice.${student?.id}`]: `theirs:${version}` });

  expect((await readNoticeOf(answer))?.text).toBe("No marks needed changing.");
  expect([await marksOf([student]), await eventsOf(student)]).toEqual([["12"], before]);
});

test("a row that was shown as a conflict, as refused or as unchanged is not saved before it is shown again", async () => {
  const { teacher, key, students, lesson } = await givenSheet(2);
  const [first, second] = students;
  for (const student of [first, second])
    if (student) await createMark(student, lesson, { mark: 30, testId: 1, maxMark: 50 });
  const file = await fileOf(teacher, key);
  await saveOf(admin, key, first, 31);
  await saveOf(admin, key, second, 45);
  const preview = await upload(teacher, key, fill(file, ["40", "45"]));
  expect(preview.rows.map(({ outcome }) => outcome)).toEqual(["choose", "unchanged"]);
  await saveOf(admin, key, first, 30);
  await saveOf(admin, key, second, 30);

  const again = readFormReply(await confirm(teacher, key, preview)).result as MarkFilePreview;

  expect(again.problem).toContain("2 rows changed after the preview.");
  expect(await marksOf([first, second])).toEqual(["30", "30"]);
  expect((await confirm(teacher, key, again)).status).toBe(302);
  expect(await marksOf([first, second])).toEqual(["40", "45"]);
});

test("a maximum that changes while the file is at home refuses its marks", async () => {
  const { teacher, key, students, lesson } = await givenSheet(1);
  const file = fill(await fileOf(teacher, key), ["45"]);
  await change("update assessments set max_mark = 60 where class_id = $1", [lesson.classId]);

  const preview = await upload(teacher, key, file);

  expect(preview.rows.map(({ outcome, words }) => [outcome, words])).toEqual([
    ["refused", expect.stringContaining("has marks out of 50, but this sheet is out of 60")],
  ]);
  expect(await marksOf(students)).toEqual(["none"]);
});

test("a file of the teacher's other sheet leads to that sheet, and is not read here", async () => {
  const { teacher, key, lesson } = await givenSheet(1);
  const exam: MarkSheetKey = { ...key, testId: 2 };
  await createAssessment(lesson, { maxMark: 100, testId: 2 });

  const answer = await upload(teacher, key, await fileOf(teacher, exam), "answer");

  expect(answer.status).toBe(200);
  expect(readFormReply(answer).result).toEqual({
    belongsTo: {
      title: expect.stringMatching(/^Mathematics, Std 1/),
      about: "Mid Term, 2025-2026, Term 3",
      url: `${markSheetUrl(exam)}/upload`,
    },
  });
});

test("a mark that its own teacher changed meanwhile is said to be the teacher's own change", async () => {
  const { teacher, key, students } = await givenSheet(1);
  const file = await fileOf(teacher, key);
  await saveOf(teacher, key, students[0], 12);

  const [row] = (await upload(teacher, key, fill(file, ["40"]))).rows;

  expect(row).toMatchObject({ outcome: "choose", choice: { isOwn: true, theirs: "12", yours: "40" } });
  expect(row?.words).toMatch(/^You changed this in Termbook at \d\d:\d\d, from blank to 12$/);
});

test("more refused students than a message holds are named in part", async () => {
  const { teacher, key } = await givenSheet(7);
  const preview = await upload(teacher, key, fill(await fileOf(teacher, key), Array(7).fill("77")));

  const answer = await confirm(teacher, key, preview);

  const names = preview.rows.map(({ name }) => name);
  expect((await readNoticeOf(answer))?.text).toBe(
    `No marks needed changing. 7 refused rows were left as they are: ${names.slice(0, 4).join("; ")} and 3 more.`,
  );
});

test("another class's sheet, other files and a page of somebody else's making are refused", async () => {
  const [one, other] = [await givenSheet(1), await givenSheet(1)];
  const foreign = await upload(one.teacher, one.key, await fileOf(other.teacher, other.key), "answer");
  const text = await upload(one.teacher, one.key, Buffer.from("Name,Mark\nAli,40\n"), "answer");
  const forged = await callRoute(
    action,
    postForm(uploadUrl(one.key), { fileName: "a", saveId: "x".repeat(12), content: "[]" }, one.teacher),
    paramsOf(one.key),
  );

  expect([foreign.status, readFormErrors(foreign)["file"]]).toEqual([
    422,
    expect.stringContaining("another mark sheet"),
  ]);
  expect(readFormErrors(text)["file"]).toContain("did not make this file");
  expect(forged.status).toBe(400);
});

test("who may not enter the marks can neither upload nor see the sheet of others", async () => {
  const { teacher, key } = await givenSheet(1);
  const [stranger, principal] = [await createTeacher(), await createPrincipal()];
  const file = fill(await fileOf(teacher, key), ["40"]);

  const strange = [
    await callRoute(loader, getRequest(uploadUrl(key), stranger), paramsOf(key)),
    await callRoute(download, getRequest(`${markSheetUrl(key)}/spreadsheet`, stranger), paramsOf(key)),
    await upload(stranger, key, file, "answer"),
  ];
  const reading = await upload(principal, key, file, "answer");

  expect(strange.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect([reading.status, readFormErrors(reading)[""]]).toEqual([
    422,
    "Marks cannot be uploaded now: only the teacher of this sheet can enter its marks.",
  ]);
});

test("a student who leaves after the preview gets no mark, and the page says so", async () => {
  const { teacher, key, students } = await givenSheet(2);
  const [first, second] = students;
  const preview = await upload(teacher, key, fill(await fileOf(teacher, key), ["40", "41"]));
  await change("update students set student_status_id = 4 where id = $1", [first?.id ?? 0]);

  const again = readFormReply(await confirm(teacher, key, preview)).result as MarkFilePreview;

  expect(again.problem).toContain("1 row changed after the preview.");
  expect(again.rows.map(({ outcome, words }) => [outcome, words])).toEqual([
    ["refused", "No longer in this class."],
    ["unchanged", "Saved"],
  ]);
  expect(await marksOf([first, second])).toEqual(["none", "41"]);
});

test("nothing is saved if the term ends, or another teacher gets the lesson, after the preview", async () => {
  const { teacher, key: later, students, lesson } = await givenSheet(1);
  const [colleague, key] = [await createTeacher(), { ...later, academicTermId: TERM_IDS[1] }];
  await change("update schools set current_term_id = $1", [TERM_IDS[1]]);
  const preview = await upload(teacher, key, fill(await fileOf(teacher, key), ["40"]));

  await change("update schools set current_term_id = $1", [TERM_IDS[2]]);
  const ended = readFormReply(await confirm(teacher, key, preview)).result as MarkFilePreview;
  await change("update lessons set employee_id = $1 where lesson_id = $2", [
    colleague.employeeId,
    lesson.lessonId,
  ]);
  const lost = await confirm(teacher, key, preview);

  expect(ended.problem).toBe("Nothing was saved: this term is over.");
  expect(lost.status).toBe(404);
  expect(await marksOf(students)).toEqual(["none"]);
});

let sheets = 0;

test("a file of a past term changes only the students for whom the term is open, and nobody after it is closed", async () => {
  const { teacher, key: current, students } = await givenSheet(2);
  const [first, second] = students;
  const key = { ...current, academicTermId: TERM_IDS[0] };
  const filled = fill(await fileOf(teacher, key), ["40", "41"]);
  await change(
    `insert into entry_corrections (academic_term_id, student_key, until, reason, opened_by)
     values ($1, $2, current_date + 5, 'A script was missing.', $3)`,
    [TERM_IDS[0], first?.id, admin.accountId],
  );

  const preview = await upload(teacher, key, filled);
  await confirm(teacher, key, { ...preview, outcomes: "changed,changed" });

  expect(preview.rows.map(({ outcome }) => outcome)).toEqual(["changed", "refused"]);
  expect(preview.rows[1]?.words).toContain("not open for correction for this student");
  await confirm(teacher, key, preview);
  expect(await marksOf([first, second])).toEqual(["40", "none"]);

  await change("update entry_corrections set closed_at = now(), closed_by = $1", [admin.accountId]);
  const closed = await upload(teacher, key, fill(filled, ["30", "31"]), "answer");

  expect(readFormErrors(closed)[""]).toBe("Marks cannot be uploaded now: this term is over.");
  expect(await marksOf([first, second])).toEqual(["40", "none"]);
});

function change(sql: string, values: unknown[]) {
  return transaction(TEST, (t) => runQuery(sql, values, t));
}

async function givenSheet(count: number) {
  sheets += 1;
  const teacher = await createTeacher();
  const schoolClass = await createClass({ label: `Std 1 ${sheets}` });
  const lesson = await createLesson(teacher, schoolClass);
  await createAssessment(lesson, { maxMark: 50 });
  const students = await createStudents(schoolClass, count);
  const key: MarkSheetKey = {
    lessonId: lesson.lessonId,
    academicTermId: TERM_IDS[2],
    testId: 1,
    fortnightlyTestId: null,
  };
  return { teacher, key, students, lesson };
}

type Student = { id: number } | undefined;

async function saveOf({ person }: SignedIn, key: MarkSheetKey, student: Student, mark: number) {
  const [stored] = await queryRows<{ version: number }>(
    "select version from marks where student_key = $1",
    [student?.id ?? 0],
    noTransaction,
  );
  const row = { row: String(student?.id), base: stored?.version ?? 0, changes: { mark, attendance: 1 } };
  await saveMarks(person, key, { saveId: `of-a-colleague-${student?.id}-${mark}`, rows: [row] });
}

async function fileOf({ person }: SignedIn, key: MarkSheetKey): Promise<Buffer> {
  const response = await downloadMarkFile(person, key, new AbortController().signal);
  return Buffer.from(await response.arrayBuffer());
}

function uploadUrl(key: MarkSheetKey): string {
  return `${markSheetUrl(key)}/upload`;
}

function paramsOf(key: MarkSheetKey) {
  return { lessonId: String(key.lessonId), termId: String(key.academicTermId), test: "1" };
}

type Answer = Awaited<ReturnType<typeof callRoute>>;

async function upload(visitor: SignedIn, key: MarkSheetKey, file: Buffer): Promise<MarkFilePreview>;
async function upload(visitor: SignedIn, key: MarkSheetKey, file: Buffer, what: "answer"): Promise<Answer>;
async function upload(visitor: SignedIn, key: MarkSheetKey, file: Buffer, what?: "answer") {
  const form = new FormData();
  form.set("formId", "mark-file");
  form.set("file", new File([new Uint8Array(file)], "maths-3A.xlsx"));
  const answer = await callRoute(action, postFile(uploadUrl(key), form, visitor), paramsOf(key));
  return what === "answer" ? answer : (readFormReply(answer).result as MarkFilePreview);
}

function confirm(
  visitor: SignedIn,
  key: MarkSheetKey,
  { fileName, saveId, outcomes, saved, file: content }: MarkFilePreview,
  choices: Record<string, string> = {},
) {
  const fields = { fileName, saveId, outcomes, saved, content, formId: "save-marks", ...choices };
  return callRoute(action, postForm(uploadUrl(key), fields, visitor), paramsOf(key));
}

async function marksOf(students: readonly Student[]): Promise<string[]> {
  const stored = await queryRows<{ student_key: number; mark: number | null; attendance: number }>(
    "select student_key, mark::float8, attendance from marks where student_key = any($1) order by student_key",
    [students.map((student) => student?.id ?? 0)],
    noTransaction,
  );
  return students.map((student) => {
    const found = stored.find(({ student_key }) => student_key === student?.id);
    if (!found) return "none";
    return found.attendance === 2 ? "Abs" : String(found.mark);
  });
}

async function eventsOf(student: Student): Promise<number> {
  const found = await queryRows(
    "select event_id from audit_events a join marks m on m.mark_id::text = a.row_id where a.table_name = 'marks' and m.student_key = $1",
    [student?.id ?? 0],
    noTransaction,
  );
  return found.length;
}
