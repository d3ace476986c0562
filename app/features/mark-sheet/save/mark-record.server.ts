import {
  type MarkSheetStudentRow,
  findMarkSheetHeading,
  listMarkSheetRows,
  type MarkSheetKey,
} from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { conflict, itemNotFound, notFound } from "#runtime/errors.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import { type LessonsRequest, findLessons } from "../choose/find-lessons.server.ts";
import { type FoundMarkSheet, getMarkSheet } from "../sheet/find-sheet.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "./saved-sheet.server.ts";
import { listVisibleLessons, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findReportCardClassOfStudent } from "#db/queries/reports/report-card.ts";
import { findValueChanges, hasChanges } from "#saving/protocol/protocol.ts";
import { buildMarkFields } from "#fields/mark.ts";
import { createBlankValues } from "#fields/record.ts";
import { hasMarkSheetForTest } from "#domain/sheets.ts";

type Found = { sheet: FoundMarkSheet; student: MarkSheetStudentRow };

type MarkRecordSaved = Found & { saved: RecordSaveResult };

/** Saves the row of the student with this public ID, for the API. @throws notFound */
export async function saveMarkRecord(
  person: Person,
  input: LessonsRequest & LessonTestKey,
  { studentId, ...record }: RecordSaveInput & { studentId: string },
): Promise<MarkRecordSaved> {
  const found = await findStudent(person, input, studentId);
  const { sheet, student } = found;
  const row = { person, key: sheet.key, target: sheet, row: String(student.student_key), stored: student };
  return { ...found, saved: await saveRowFromApi(MARK_SHEET_SAVE_DEFINITION, row, record) };
}

/**
 * Finds the student on a mark sheet. If two teachers have such a sheet, prefers the sheet that the person may edit.
 */
async function findStudent(
  person: Person,
  input: LessonsRequest & LessonTestKey,
  studentId: string,
): Promise<Found> {
  const sheets = await readMarksForApi(person, input);
  const found = sheets.flatMap(({ sheet, rows }) =>
    rows.filter((row) => row.student_id === studentId).map((student) => ({ sheet, student })),
  );
  const [first] = found;
  if (!first) throw notFound(MARK_SHEET_SAVE_DEFINITION.words.notFound);
  return found.find(({ sheet }) => sheet.lock === "open") ?? first;
}

/** One cell of a mark sheet: a student's mark in a subject and test of a term. */
type MarkRequest = LessonTestKey & { studentId: string; academicTermId: number; subjectId: number };

/** Clears a cell. Its row is kept, with its history. @throws notFound, conflict */
export async function clearMarkFromApi(
  person: Person,
  input: MarkRequest,
  { version, saveId }: { version: number | null; saveId: string | null },
): ReturnType<typeof saveMarkRecord> {
  const { studentId, academicTermId, testId, fortnightlyTestId } = input;
  for (const lessonId of await lessonsOf(person, input)) {
    const sheetAsked = { lessonId, academicTermId, employeeId: null, testId, fortnightlyTestId };
    const [sheet] = await readMarksForApi(person, sheetAsked);
    const row = sheet?.rows.find((item) => item.student_id === studentId);
    if (!sheet || !row?.mark_id) continue;
    const values = createBlankValues(buildMarkFields(sheet.sheet.rules));
    const cleared = await saveMarkRecord(person, sheetAsked, { studentId, values, version, saveId });
    // The cell was empty in the caller's version but has a value now. The caller did not mean to clear that value.
    const { saved } = cleared;
    if (saved.outcome === "saved" && hasChanges(findValueChanges(saved.stored.values, values)))
      throw conflict();
    return cleared;
  }
  throw itemNotFound("mark", "student");
}

/** Lists the lessons of the student's class in the subject. Lessons that the person may edit come first. */
async function lessonsOf(
  person: Person,
  { studentId, academicTermId, subjectId }: MarkRequest,
): Promise<number[]> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  const [lessons, registered] = await Promise.all([
    listVisibleLessons(person, term, noTransaction),
    findReportCardClassOfStudent({ studentId, academicTermId }, noTransaction),
  ]);
  const meant = lessons.filter(
    (lesson) => lesson.class_id === registered?.class_id && lesson.subject_id === subjectId,
  );
  return [...meant.filter(({ canEdit }) => canEdit), ...meant.filter(({ canEdit }) => !canEdit)].map(
    ({ lesson_id }) => lesson_id,
  );
}

export type MarkSheetWithRows = { sheet: FoundMarkSheet; rows: MarkSheetStudentRow[] };

/**
 * Loads one test of each requested lesson, with a row for each student. A fortnightly test belongs to one class, so
 * lessons of other classes have no such mark sheet.
 * @throws notFound
 */
export async function readMarksForApi(
  person: Person,
  input: LessonsRequest & LessonTestKey,
): Promise<MarkSheetWithRows[]> {
  const lessons = await findLessons(person, input);
  const { academicTermId, testId, fortnightlyTestId } = input;
  const found = await Promise.all(
    lessons.map(({ lesson_id: lessonId }) =>
      sheetOf(person, { lessonId, academicTermId, testId, fortnightlyTestId }),
    ),
  );
  const sheets = found.filter((sheet) => sheet !== null);
  if (sheets.length === 0) throw notFound("The lesson has no mark sheet for this test. Choose another test.");
  return sheets;
}

async function sheetOf(person: Person, key: MarkSheetKey): Promise<MarkSheetWithRows | null> {
  const heading = await findMarkSheetHeading(key, noTransaction);
  if (!heading || !hasMarkSheetForTest(heading, key.testId)) return null;
  const [sheet, rows] = await Promise.all([
    getMarkSheet(person, key, noTransaction),
    listMarkSheetRows({ heading, key }, noTransaction),
  ]);
  return { sheet, rows };
}
