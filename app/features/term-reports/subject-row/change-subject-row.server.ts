import { holds } from "#access/permissions.ts";
import { lockFirstSaves } from "#db/queries/marks/marks.ts";
import { listCardCriteria } from "#db/queries/reports/report-card-marks.ts";
import { findClassOfStudent } from "#db/queries/reports/term-reports.ts";
import {
  deleteSubjectMarks,
  lockSubjectMarks,
  moveSubjectMarks,
  listSubjectsWithMarks,
  listSubjectMarks,
  listTestPositions,
  type SubjectMarkRow,
  type SubjectOfReport,
  type TestPlaceRow,
} from "#db/queries/marks/subject-marks.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { sheetKind } from "#domain/sheets.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import { findReport, type FoundReport } from "../find-report.server.ts";
import { unseenAfterMove, type Move, type Places } from "./subject-move.rules.ts";
import { formatMarks } from "./subject-row-words.rules.ts";

/**
 * The reason why a subject row stays as it is. `marks` describes those that are in the way, or would appear nowhere.
 */
export type RowRejection =
  | { reason: "past-term" }
  | { reason: "nothing-there" }
  | { reason: "no-such-subject" }
  | { reason: "same-subject" }
  | { reason: "by-criteria" }
  | { reason: "taken" | "unseen"; subject: string; marks: string[] };

export type RowChanged = { ok: true; marks: number } | ({ ok: false } & RowRejection);

/**
 * Deletes a subject's row from a student's report, with all marks given in the subject that term; only for
 * administrators. The record of changes keeps the marks. @throws forbidden, notFound
 */
export function deleteSubjectRow(person: Person, key: SubjectOfReport): Promise<RowChanged> {
  return termTransaction(person, async (t) => {
    const { lock, heading } = await findRow(person, key, t);
    if (lock === "past-term") return { ok: false, reason: "past-term" };
    await lockSubjects({ ...key, classId: heading.class_id, subjectIds: [key.subjectId] }, t);
    const marks = await deleteSubjectMarks(key, t);
    return marks > 0 ? { ok: true, marks } : { ok: false, reason: "nothing-there" };
  });
}

/**
 * Moves the marks of a subject to another subject. A subject in which the student already has marks keeps them: the
 * change is refused, with these marks. @throws forbidden, notFound
 */
export function changeSubjectOfRow(
  person: Person,
  key: SubjectOfReport,
  newSubjectId: number,
): Promise<RowChanged> {
  return termTransaction(person, async (t) => {
    const found = await findRow(person, key, t);
    const refusal = await changeRefusal(found, { key, newSubjectId }, t);
    if (refusal) return { ok: false, ...refusal };
    // The rows that the new subject has hold no values.
    await deleteSubjectMarks({ ...key, subjectId: newSubjectId }, t);
    return { ok: true, marks: await moveSubjectMarks({ ...key, newSubjectId }, t) };
  });
}

type Change = { key: SubjectOfReport; newSubjectId: number };

async function changeRefusal(
  { lock, heading }: FoundReport,
  { key, newSubjectId }: Change,
  t: TermTransaction,
): Promise<RowRejection | null> {
  if (lock === "past-term") return { reason: "past-term" };
  if (newSubjectId === key.subjectId) return { reason: "same-subject" };
  const subject = (await listSubjectsWithMarks(key, t)).find(({ subject_id }) => subject_id === newSubjectId);
  if (!subject?.is_active) return { reason: "no-such-subject" };
  await lockSubjects({ ...key, classId: heading.class_id, subjectIds: [key.subjectId, newSubjectId] }, t);
  const own = await listSubjectMarks(key, t);
  if (own.length === 0) return { reason: "nothing-there" };
  const inWords = (marks: readonly SubjectMarkRow[]) => formatMarks(marks, heading.assessment_type);
  const others = (await listSubjectMarks({ ...key, subjectId: newSubjectId }, t)).filter(isEntered);
  if (others.length > 0) return { reason: "taken", subject: subject.title, marks: inWords(others) };
  // Each subject has its own criteria, and they mean nothing in another subject.
  if (own.some(({ criteria }) => criteria > 0)) return { reason: "by-criteria" };
  const unseen = unseenAfterMove(own, await moveTo(heading, { key, newSubjectId }, t));
  return unseen.length > 0 ? { reason: "unseen", subject: subject.title, marks: inWords(unseen) } : null;
}

/**
 * Makes first saves in these subjects wait, so that they find the moved marks. The stored marks are locked afterwards,
 * in the same order as in a save.
 */
async function lockSubjects(
  input: Omit<SubjectOfReport, "subjectId"> & { classId: number; subjectIds: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  const { classId, academicTermId, subjectIds } = input;
  await lockFirstSaves(
    subjectIds.map((subjectId) => ({ classId, academicTermId, subjectId })),
    t,
  );
  await lockSubjectMarks(input, t);
}

async function moveTo(
  heading: FoundReport["heading"],
  { key, newSubjectId }: Change,
  t: TermTransaction,
): Promise<Move> {
  const criteria = await listCardCriteria({ classIds: [heading.class_id] }, t);
  const own = criteria.filter(({ subject_id }) => subject_id === newSubjectId);
  const subjectIds = [key.subjectId, newSubjectId];
  const places = await listTestPositions({ academicTermId: key.academicTermId, subjectIds }, t);
  return {
    kind: sheetKind({ ...heading, subject_id: newSubjectId, criteria: own }),
    from: placesOf(key.subjectId, places),
    to: placesOf(newSubjectId, places),
  };
}

function placesOf(subjectId: number, places: readonly TestPlaceRow[]): Places {
  const own = places.filter(({ subject_id }) => subject_id === subjectId);
  return new Map(own.map(({ fortnightly_test_id, place }) => [fortnightly_test_id, place]));
}

function isEntered({ is_entered }: SubjectMarkRow): boolean {
  return is_entered;
}

/** Finds the report with the row, for administrators only. @throws forbidden, notFound */
async function findRow(person: Person, key: SubjectOfReport, t: TermTransaction): Promise<FoundReport> {
  if (!holds(person, "admin")) throw forbidden();
  const registered = await findClassOfStudent(key, t);
  if (!registered) throw notFound("This student was not in any class in that term.");
  return findReport(person, { ...key, classId: registered.class_id }, t);
}
