import { beforeEach, expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listClassListRows } from "#db/queries/class-students.ts";
import { listMarkSheets } from "#db/queries/lessons.ts";
import { findMarkSheetHeading, listMarkSheetRows } from "#db/queries/marks/mark-sheet.ts";
import { findGeneralTab } from "#db/queries/people/students/general.ts";
import { listReportCardClasses, listReportCardStudents } from "#db/queries/reports/report-card.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import { listLateMarkSheets } from "#db/queries/reports/late-sheets.ts";
import { listTermRecords } from "#db/queries/reports/term-records.ts";
import { listReportStudents } from "#db/queries/reports/term-reports.ts";
import { Student as Students } from "#db/models/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  type Lesson,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const [, LAST_TERM, THIS_TERM] = TERM_IDS;
let made = 0;
let held: SchoolClass;
let lesson: Lesson;
let other: Lesson;
let stays: Student;
let leaves: Student;

beforeEach(async () => {
  made += 1;
  const formTeacher = await createFormTeacher();
  held = await createClass({ formClassId: "Std 4", label: `Std 4 ${made}`, formTeacher });
  lesson = await createLesson(formTeacher, held, { subject: `Spanish ${made}` });
  other = await createLesson(formTeacher, held, { subject: `Art ${made}` });
  const [first, second] = await createStudents(held, [{ lastName: "Ali" }, { lastName: "Baptiste" }]);
  if (!first || !second) throw new Error("the class is empty");
  [stays, leaves] = [first, second];
});

test("who left is gone from the sheets, lists, reports, cards and boards of the current term", async () => {
  await leave();

  expect(await rosters(THIS_TERM)).toEqual(everywhere([stays]));
});

test("past terms stay as they were", async () => {
  await leave();

  expect(await rosters(LAST_TERM)).toEqual(everywhere([stays, leaves]));
});

test("in an earlier term that the school was set back to everybody stays", async () => {
  await leave();

  await setTerm(LAST_TERM);
  expect(await rosters(LAST_TERM)).toEqual(everywhere([stays, leaves]));

  await setTerm(THIS_TERM);
  expect(await rosters(THIS_TERM)).toEqual(everywhere([stays]));
});

test("who has a mark stays on that subject's sheets and on the reports, and is gone from the other sheets", async () => {
  await createMark(leaves, lesson, { mark: 61 });
  await leave();

  expect(await rosters(THIS_TERM)).toEqual({ ...everywhere([stays, leaves]), otherSheet: [stays.id] });
});

test.each([
  ["a comment", "teacher_comment = 'A joy to teach.'"],
  ["an absence", "sessions_absent = 3"],
  ["a participation", "participation = 'Choir'"],
])("who has %s in the report stays on the reports alone, and needs the class", async (_what, said) => {
  const { id } = leaves;
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records set ${said} where student_key = $1 and academic_term_id = $2`,
      [id, THIS_TERM],
      t,
    ),
  );
  await leave();

  expect(await rosters(THIS_TERM)).toEqual({
    ...everywhere([stays, leaves]),
    sheet: [stays.id],
    otherSheet: [stays.id],
    sheetTotal: 1,
    lateSheet: 1,
  });
  expect((await findGeneralTab(id, noTransaction))?.has_entries).toBe(true);
  expect((await findGeneralTab(stays.id, noTransaction))?.has_entries).toBe(false);
});

test("a mark that was cleared keeps nobody", async () => {
  await createMark(leaves, lesson, { mark: null });
  await leave();

  expect(await rosters(THIS_TERM)).toEqual(everywhere([stays]));
});

test("who comes back is everywhere again", async () => {
  await leave();
  await setStatus(1);

  expect(await rosters(THIS_TERM)).toEqual(everywhere([stays, leaves]));
});

function setTerm(academicTermId: number): Promise<void> {
  return transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [academicTermId], t));
}

function leave(): Promise<unknown> {
  return setStatus(3);
}

function setStatus(student_status_id: number): Promise<unknown> {
  return transaction(TEST, (t) => Students.update({ student_status_id }, { id: leaves.id }, t));
}

function everywhere(students: readonly Student[]) {
  const ids = students.map(({ id }) => id);
  const count = students.length;
  return {
    sheet: ids,
    otherSheet: ids,
    sheetTotal: count,
    lateSheet: count,
    list: students.map(({ studentId }) => studentId),
    reports: ids,
    records: ids,
    cards: ids,
    cardOfLeaver: ids.filter((id) => id === leaves.id),
    classSize: count,
    lateReports: count,
  };
}

async function rosters(academicTermId: number) {
  const t = noTransaction;
  const key = { classId: held.classId, academicTermId };
  const cards = { classIds: [held.classId], academicTermId, studentKey: null };
  const board = { academicTermId, flavour: "primary" } as const;
  const choices = await listMarkSheets({ lessonId: lesson.lessonId, academicTermId }, t);
  const late = await listLateMarkSheets(board);
  const classes = await listLateClasses(board);
  return {
    sheet: await sheetOf(lesson, academicTermId),
    otherSheet: await sheetOf(other, academicTermId),
    sheetTotal: choices[0]?.total,
    lateSheet: late.find(({ lesson_id }) => lesson_id === lesson.lessonId)?.expected,
    list: (await listClassListRows(cards, t)).map(({ student_id }) => student_id),
    reports: (await listReportStudents(key, t)).map(({ student_key }) => student_key),
    records: (await listTermRecords({ ...key, studentKey: null }, t)).map(({ student_key }) => student_key),
    cards: (await listReportCardStudents(cards, t)).map(({ student_key }) => student_key),
    cardOfLeaver: (await listReportCardStudents({ ...cards, studentKey: leaves.id }, t)).map(
      (card) => card.student_key,
    ),
    classSize: (await listReportCardClasses(cards, t))[0]?.class_size,
    lateReports: classes.find(({ class_id }) => class_id === held.classId)?.reports.total,
  };
}

async function sheetOf({ lessonId }: Lesson, academicTermId: number): Promise<number[]> {
  const key = { lessonId, academicTermId, testId: 1, fortnightlyTestId: null } as const;
  const heading = await findMarkSheetHeading(key, noTransaction);
  if (!heading) throw new Error("there is no such sheet");
  return (await listMarkSheetRows({ heading, key }, noTransaction)).map(({ student_key }) => student_key);
}
