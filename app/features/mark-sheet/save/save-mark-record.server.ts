import type { SheetRow } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import type { LessonsRequest } from "../choose/find-lessons.server.ts";
import type { FoundSheet } from "../sheet/find-sheet.server.ts";
import type { Test } from "#domain/paths.ts";
import { readMarks } from "./read-marks.server.ts";
import { SAVED_SHEET } from "./saved-sheet.server.ts";

type Found = { sheet: FoundSheet; student: SheetRow };

export type MarkRecordSaved = Found & { saved: RecordSaved };

/** Saves one student's row by the student's public ID, for the API. @throws notFound */
export async function saveMarkRecord(
  person: Person,
  input: LessonsRequest & Test,
  { studentId, ...record }: RecordSave & { studentId: string },
): Promise<MarkRecordSaved> {
  const found = await findStudent(person, input, studentId);
  const { sheet, student } = found;
  const row = { person, key: sheet.key, target: sheet, row: String(student.student_key), stored: student };
  return { ...found, saved: await saveRecord(SAVED_SHEET, row, record) };
}

/** Prefers the sheet that the person may edit: two teachers can share a class in a subject. */
async function findStudent(person: Person, input: LessonsRequest & Test, studentId: string): Promise<Found> {
  const sheets = await readMarks(person, input);
  const found = sheets.flatMap(({ sheet, rows }) =>
    rows.filter((row) => row.student_id === studentId).map((student) => ({ sheet, student })),
  );
  const [first] = found;
  if (!first) throw notFound(SAVED_SHEET.words.notFound);
  return found.find(({ sheet }) => sheet.lock === "open") ?? first;
}
