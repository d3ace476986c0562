import { read, utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { classMarksUrl, type ClassTestKey } from "#domain/paths.ts";
import { downloadClassFile, type ClassFilePreview } from "#features/mark-sheet/file/class-file.server.ts";
import { createAdmin, createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  getRequest,
  postFile,
  postForm,
  readFormErrors,
  readFormReply,
  readNoticeOf,
} from "#tests/support/request.ts";
import { saveMarks } from "#tests/support/saves.ts";
import { action, loader } from "../../../app/routes/mark-sheet/class-upload.tsx";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const [teacher, other] = [await createTeacher(), await createTeacher()];
const schoolClass = await createClass({ formClassId: "Std 4" });
const maths = await createLesson(teacher, schoolClass, { subject: "Mathematics" });
const english = await createLesson(teacher, schoolClass, { subject: "English" });
const spanish = await createLesson(other, schoolClass, { subject: "Spanish" });
await createAssessment(maths, { maxMark: 50 });
const [anya, ben] = await createStudents(schoolClass, [
  { firstName: "Anya", lastName: "Ali", studentId: "A1" },
  { firstName: "Ben", lastName: "Best", studentId: "B2" },
]);
if (!anya || !ben) throw new Error("a student is missing");
await createMark(anya, english, { mark: 60 });
await createMark(ben, english, { mark: 61 });

const KEY: ClassTestKey = { classId: schoolClass.classId, academicTermId: TERM_IDS[2], testId: 1 };
const params = { classId: String(KEY.classId), termId: String(KEY.academicTermId), test: "1" };

async function fileFor({ person }: SignedIn): Promise<Buffer> {
  const response = await downloadClassFile(person, KEY, new AbortController().signal);
  return Buffer.from(await response.arrayBuffer());
}

/** Types marks into the first column to fill in, by worksheet, in the order of the students. */
function filled(file: Buffer, marks: Readonly<Record<string, (string | number)[]>>): Uint8Array<ArrayBuffer> {
  const book = read(file);
  for (const [tab, values] of Object.entries(marks)) {
    const sheet = book.Sheets[tab];
    if (!sheet) throw new Error(`${tab} is missing`);
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, blankrows: true });
    const head = rows.findIndex((cells) => cells.includes("Student ID"));
    const column = (rows[head] ?? []).indexOf("Mark");
    utils.sheet_add_aoa(
      sheet,
      values.map((value) => [value]),
      { origin: { r: head + 1, c: column } },
    );
  }
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

async function upload(person: SignedIn, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("file", new File([bytes], "Std 4.xlsx"));
  return callRoute(action, postFile(classMarksUrl(KEY), form, person), params);
}

function confirm(person: SignedIn, preview: ClassFilePreview, choices: Record<string, string> = {}) {
  const { fileName, saveId, content, sheets } = preview;
  const fields = Object.fromEntries(
    sheets.flatMap(({ lesson, outcomes, saved }) => [
      [`outcomes.${lesson}`, outcomes],
      [`saved.${lesson}`, saved],
    ]),
  );
  return callRoute(
    action,
    postForm(classMarksUrl(KEY), { fileName, saveId, content, ...fields, ...choices }, person),
    params,
  );
}

async function marks() {
  const found = await queryRows<{ said: string }>(
    `select s.student_id || ' ' || b.title || ' ' || coalesce(m.mark::float8::text, 'Abs') as said
       from marks m join students s on s.id = m.student_key join subjects b using (subject_id)
      where m.test_id = 1 and m.academic_term_id = ${TERM_IDS[2]} order by 1`,
    {},
    noTransaction,
  );
  return found.map(({ said }) => said);
}

test("all subjects of a class go out in one file and come back while a colleague changes a mark", async () => {
  const file = await fileFor(teacher);
  expect(read(file).SheetNames).toEqual(["English", "Mathematics"]);
  const [stored] = await queryRows<{ version: number }>(
    "select version from marks where student_key = $1 and subject_id = $2",
    [ben.id, english.subjectId],
    noTransaction,
  );
  const row = { row: String(ben.id), base: stored?.version ?? 0, changes: { mark: 70, attendance: 1 } };
  const sheet = {
    lessonId: english.lessonId,
    academicTermId: TERM_IDS[2],
    testId: 1,
    fortnightlyTestId: null,
  } as const;
  await saveMarks(admin.person, sheet, { saveId: "of-a-colleague", rows: [row] });
  const changed = filled(file, { Mathematics: [41.5, "Abs"], English: ["", 65] });

  const answer = await upload(teacher, changed);

  const preview = readFormReply(answer).result as ClassFilePreview;
  expect(
    preview.sheets.map(({ title, rows }) => [
      title,
      rows.map(({ name, outcome, inFile }) => [name, outcome, inFile]),
    ]),
  ).toEqual([
    [
      "English",
      [
        ["Ali, Anya", "unchanged", "–"],
        ["Best, Ben", "choose", "65"],
      ],
    ],
    [
      "Mathematics",
      [
        ["Ali, Anya", "changed", "41.5"],
        ["Best, Ben", "changed", "Abs"],
      ],
    ],
  ]);
  const saved = await confirm(teacher, preview);
  expect([saved.status, saved.location]).toEqual([302, classMarksUrl(KEY)]);
  expect((await readNoticeOf(saved))?.text).toBe(
    "2 marks saved. 1 row without a decision was left as it is: Best, Ben.",
  );
  expect(await marks()).toEqual([
    "A1 English 60",
    "A1 Mathematics 41.5",
    "B2 English 70",
    "B2 Mathematics Abs",
  ]);
  const version = preview.sheets[0]?.rows[1]?.choice?.version ?? 0;
  await confirm(teacher, preview, { [`choice.${english.lessonId}-${ben.id}`]: `mine:${version}` });

  expect(await marks()).toContain("B2 English 65");
});

const LOST = "One subject was not saved, because you no longer enter its marks.";

test("a worksheet of another teacher's subject is named and not read, and nobody saves it through the form", async () => {
  const answer = await upload(teacher, filled(await fileFor(admin), { Spanish: [50], Mathematics: [12] }));

  const preview = readFormReply(answer).result as ClassFilePreview;
  expect(preview.unread).toEqual([
    { tab: "Spanish", reason: expect.stringContaining("you do not enter these marks") },
  ]);
  expect(preview.sheets.map(({ title }) => title)).toEqual(["English", "Mathematics"]);
  const content = JSON.parse(preview.content) as Record<string, unknown>;
  const forged = {
    ...preview,
    content: JSON.stringify({ [spanish.lessonId]: content[String(maths.lessonId)] }),
  };

  const before = await marks();
  const refused = await confirm(teacher, forged);

  expect(refused.status).toBe(422);
  expect(Object.values(readFormErrors(refused))).toEqual([LOST]);
  expect(await marks()).toEqual(before);
});

test("when a lesson goes to a colleague after the preview, the other subjects are saved and the lost one is named", async () => {
  const answer = await upload(teacher, filled(await fileFor(teacher), { English: [66], Mathematics: [33] }));
  const preview = readFormReply(answer).result as ClassFilePreview;
  const params = { employeeId: other.person.employeeId, lessonId: english.lessonId };
  await transaction({ system: "test" }, (t) =>
    runQuery("update lessons set employee_id = $employeeId where lesson_id = $lessonId", params, t),
  );

  const again = readFormReply(await confirm(teacher, preview)).result as ClassFilePreview;

  expect(again.problem).toBe(`1 mark saved so far. ${LOST}`);
  expect(again.sheets.map(({ title }) => title)).toEqual(["Mathematics"]);
  expect(Object.keys(JSON.parse(again.content) as object)).toEqual([String(maths.lessonId)]);
  expect(await marks()).toContain("A1 Mathematics 33");
  expect(await marks()).not.toContain("A1 English 66");
});

test("a file without a mark sheet of the class is refused, and a teacher without a lesson there has nothing to fill in", async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Name", "Mark"],
      ["Ali", 5],
    ]),
    "Mine",
  );
  const refused = await upload(
    teacher,
    new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer),
  );
  const nobody = await createTeacher();

  const page = await callRoute(loader, getRequest(classMarksUrl(KEY), nobody), params);

  expect(readFormErrors(refused)["file"]).toContain("Mine: Termbook did not make this file");
  expect(page.status).toBe(404);
});
