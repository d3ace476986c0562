import { expect, test } from "vitest";
import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { toMarkRecord, toMarkValues } from "#api/marks.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { saveMarkRecord, readMarksForApi } from "#features/mark-sheet/save/mark-record.server.ts";
import { loadMarkHistory, MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { loadMarkSheet } from "#features/mark-sheet/sheet/load-sheet.server.ts";
import { readReportMarks } from "#features/term-reports/report/marks/read-subjects.server.ts";
import { findReport } from "#features/term-reports/find-report.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { buildPostedRow, saveMarks } from "#tests/support/saves.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const formTeacher = await createFormTeacher();
const teacher = await createTeacher();
const [, , currentTermId] = TERM_IDS;
const ofClass = await createClass({ formClassId: "Std 3", formTeacher });
const lesson = await createLesson(teacher, ofClass);
const [ann, bea] = (await createStudents(ofClass, [
  { firstName: "Ann", lastName: "Alexander" },
  { firstName: "Bea", lastName: "Baptiste" },
])) as [Student, Student];
const key: MarkSheetKey = {
  lessonId: lesson.lessonId,
  academicTermId: currentTermId,
  testId: 1,
  fortnightlyTestId: null,
};
const REMARK = "Neat work; revise fractions.";

test("a sheet has no remarks, and takes none, until the report card of the level shows them", async () => {
  const before = await loadMarkSheet(teacher.person, key);
  const refused = await save(ann, 0, { remark: REMARK });
  await showRemarks(true);
  const after = await loadMarkSheet(teacher.person, key);
  const otherTest = await loadMarkSheet(teacher.person, { ...key, testId: 2 });

  expect(JSON.stringify(before)).not.toMatch(/remark|phrases/);
  expect(refused).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "this sheet does not have this column" }],
  });
  expect([after.rules.remarks, otherTest.rules.remarks]).toEqual([true, undefined]);
});

test("a remark is saved without a mark, stays when the student is absent, and is on the report", async () => {
  const first = await save(ann, 0, { remark: `  ${REMARK} ` });
  const away = await save(ann, first.stored.version, { attendance: 2 });

  expect(first).toMatchObject({ outcome: "saved", stored: { values: { remark: REMARK, mark: null } } });
  expect(away).toMatchObject({ outcome: "saved", stored: { values: { remark: REMARK, attendance: 2 } } });
  const { entries } = await loadMarkHistory(teacher.person, key, String(ann.id));
  expect(entries.flatMap(({ changes }) => changes)).toContainEqual({
    title: "Remark",
    from: "–",
    to: REMARK,
  });
  const report = await findReport(
    admin.person,
    { classId: ofClass.classId, academicTermId: currentTermId, studentKey: ann.id },
    noTransaction,
  );
  const { marks } = await readReportMarks(report, ann.id);
  expect(marks.subjects).toMatchObject([{ title: "Mathematics", remark: REMARK }]);
});

test("a phrase of the comment bank is suggested, and is saved with the student's name and pronoun", async () => {
  const phrase = "{name} works hard, and {his} notes are neat.";
  await transaction(TEST, (t) =>
    runQuery(
      `insert into comment_phrases (employee_id, phrase) values (null, $1), (null, $2)`,
      [phrase, "x".repeat(81)],
      t,
    ),
  );
  await transaction(TEST, (t) => runQuery("update students set gender = 'F' where id = $1", [bea.id], t));

  const { phrases } = await loadMarkSheet(teacher.person, key);
  const saved = await save(bea, 0, { remark: phrase });

  expect(phrases).toEqual([phrase]);
  expect(saved).toMatchObject({ stored: { values: { remark: "Bea works hard, and her notes are neat." } } });
});

test("a remark is at most 80 characters, counted after the name was filled in", async () => {
  const { version } = await stored(bea);

  const long = await save(bea, version, { remark: `{name}${"x".repeat(78)}` });
  const full = await save(bea, version, { remark: `{name}${"x".repeat(77)}` });

  expect(long).toMatchObject({
    outcome: "refused",
    refusals: [{ reason: "1 character too many: use at most 80", field: "remark" }],
  });
  expect(full).toMatchObject({ outcome: "saved", stored: { values: { remark: `Bea${"x".repeat(77)}` } } });
});

test("a mark that is typed after the column was switched off leaves the remark as it is", async () => {
  await showRemarks(false);
  const { version } = await stored(ann);

  await save(ann, version, { attendance: 1, mark: 71 });

  expect(await stored(ann)).toMatchObject({ mark: 71, remark: REMARK });
  await showRemarks(true);
});

test("a record that a program read after the column was switched off can be sent back", async () => {
  await showRemarks(false);
  const [sheet] = await readMarksForApi(teacher.person, { ...key, employeeId: null });
  const row = sheet?.rows.find(({ student_key }) => student_key === ann.id);
  if (!sheet || !row) throw new Error("the sheet has no row");

  const record = toMarkRecord(sheet.sheet, row);
  const { saved } = await saveMarkRecord(
    teacher.person,
    { ...key, employeeId: null },
    {
      studentId: row.student_id,
      values: { ...toMarkValues(record), mark: 73 },
      version: row.version,
      saveId: null,
    },
  );

  expect(saved.outcome).toBe("saved");
  expect(await stored(ann)).toMatchObject({ mark: 73, remark: REMARK });
  await showRemarks(true);
});

test("without script a remark is posted with the mark of its row", async () => {
  const { version } = await stored(ann);

  const saved = await savePostedForm(MARK_SHEET_SAVE_DEFINITION, { person: teacher.person, key }, [
    buildPostedRow(ann.id, version, { attendance: 1, mark: 72, remark: "Better." }),
  ]);

  expect(saved).toMatchObject({ outcomes: { [ann.id]: { state: "saved" } } });
  expect(await stored(ann)).toMatchObject({ mark: 72, remark: "Better." });
});

test("a signature covers the remark", async () => {
  const before = await fingerprint(ann);
  const { version } = await stored(ann);

  await save(ann, version, { remark: "Much better." });

  expect(await fingerprint(ann)).not.toBe(before);
});

async function save(student: Student, base: number, changes: FieldValues): Promise<RowResult> {
  const saved = await saveMarks(teacher.person, key, {
    saveId: crypto.randomUUID(),
    rows: [{ row: String(student.id), base, changes }],
  });
  const result = saved.closed === null ? saved.results[0] : undefined;
  if (!result) throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return result;
}

function showRemarks(isShown: boolean): Promise<void> {
  const card = { parts: isShown ? ["remarks"] : [], order: "attendance" };
  return transaction(TEST, (t) =>
    runQuery(
      `insert into report_card_settings (form_level, from_term_id, grading, card) values (5, $1, $2, $3)
       on conflict (form_level, from_term_id) do update set card = excluded.card`,
      [currentTermId, JSON.stringify(DEFAULT_GRADING), JSON.stringify(card)],
      t,
    ),
  );
}

async function stored(student: Student) {
  const mark = await queryRow<{ version: number; mark: number | null; remark: string | null }>(
    "select version, mark::float8 as mark, remark from marks where student_key = $1",
    [student.id],
    noTransaction,
  );
  if (!mark) throw new Error("no mark is stored");
  return mark;
}

async function fingerprint(student: Student): Promise<string | undefined> {
  const found = await queryRow<{ print: string }>(
    "select report_fingerprint(d) as print from term_records d where d.student_key = $1 and d.academic_term_id = $2",
    [student.id, currentTermId],
    noTransaction,
  );
  return found?.print;
}
