import { noTransaction } from "#db/index.ts";
import {
  findSheetHeading,
  listSheetRows,
  type MarkSheetKey,
  type SheetRow,
} from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { hasMarkSheetForTest } from "#domain/sheets.ts";
import { notFound } from "#runtime/errors.ts";
import { findLessons, type LessonsRequest } from "../choose/find-lessons.server.ts";
import { findSheet, type FoundSheet } from "../sheet/find-sheet.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";

export type SheetMarks = { sheet: FoundSheet; rows: SheetRow[] };

/**
 * Loads one test of each requested lesson, with a row for each student. A fortnightly test belongs to one class, so
 * lessons of other classes have no such mark sheet. @throws notFound
 */
export async function readMarks(
  person: Person,
  input: LessonsRequest & LessonTestKey,
): Promise<SheetMarks[]> {
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

async function sheetOf(person: Person, key: MarkSheetKey): Promise<SheetMarks | null> {
  const heading = await findSheetHeading(key, noTransaction);
  if (!heading || !hasMarkSheetForTest(heading, key.testId)) return null;
  const [sheet, rows] = await Promise.all([
    findSheet(person, key, noTransaction),
    listSheetRows({ heading, key }, noTransaction),
  ]);
  return { sheet, rows };
}
