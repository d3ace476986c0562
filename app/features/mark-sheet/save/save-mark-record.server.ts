import type { SheetRow } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import {
  saveRecord,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import type { LessonsRequest } from "../choose/find-lessons.server.ts";
import type { FoundSheet } from "../sheet/find-sheet.server.ts";
import type { TestOfLesson } from "#domain/paths.ts";
import { readMarks } from "./read-marks.server.ts";
import { SHEET_SAVE_DEFINITION } from "./saved-sheet.server.ts";

type Found = { sheet: FoundSheet; student: SheetRow };

type MarkRecordSaved = Found & { saved: RecordSaveResult };

/** Saves the row of the student with this public ID, for the API. @throws notFound */
export async function saveMarkRecord(
  person: Person,
  input: LessonsRequest & TestOfLesson,
  { studentId, ...record }: RecordSaveInput & { studentId: string },
): Promise<MarkRecordSaved> {
  const found = await findStudent(person, input, studentId);
  const { sheet, student } = found;
  const row = { person, key: sheet.key, target: sheet, row: String(student.student_key), stored: student };
  return { ...found, saved: await saveRecord(SHEET_SAVE_DEFINITION, row, record) };
}

/**
 * Finds the student on one of the mark sheets. Prefers a sheet that the person may edit, because two teachers can share
 * a class in a subject.
 */
async function findStudent(
  person: Person,
  input: LessonsRequest & TestOfLesson,
  studentId: string,
): Promise<Found> {
  const sheets = await readMarks(person, input);
  const found = sheets.flatMap(({ sheet, rows }) =>
    rows.filter((row) => row.student_id === studentId).map((student) => ({ sheet, student })),
  );
  const [first] = found;
  if (!first) throw notFound(SHEET_SAVE_DEFINITION.words.notFound);
  return found.find(({ sheet }) => sheet.lock === "open") ?? first;
}
