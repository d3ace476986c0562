import { z } from "zod";
import { formSucceeded, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { hasPermission } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { lockFirstMarkSaves } from "#db/queries/marks/mark-sheet.ts";
import {
  listSubjectsWithMarks,
  listSubjectMarks,
  type SubjectMarksKey,
  deleteSubjectMarks,
  lockSubjectMarks,
  moveSubjectMarks,
  listFortnightlyTestPositions,
  type SubjectMarkRow,
  type FortnightlyTestPositionRow,
} from "#db/queries/marks/subject-marks.ts";
import { listReportCardCriteria } from "#db/queries/reports/report-card-marks.ts";
import { findClassOfStudent } from "#db/queries/reports/term-reports.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, itemNotFound, notFound } from "#runtime/errors.ts";
import { findRequestedReport } from "../requested-reports.server.ts";
import { findReport, type StudentReport } from "../find-report.server.ts";
import { readReportSubjects } from "../report/marks/read-subjects.server.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { getMarkSheetKind, type MarkSheetKind } from "#domain/sheets.ts";
import { ATTENDANCE_WORDS, PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import { testTitle, type AssessmentType, type TestId } from "#domain/terms.ts";

const REFUSALS: Record<Exclude<RowRejection["reason"], "taken" | "unseen">, string> = {
  "past-term": "This term is over. You can read and print its marks, but you cannot change them.",
  "nothing-there": "There are no marks in this subject to change or delete.",
  "no-such-subject": "Choose the subject that the marks belong to.",
  "same-subject": "The marks are already in this subject. Choose another subject.",
  "by-criteria": "Marks that are graded by criteria cannot be moved to another subject.",
};

/** Finds a subject row for the API, which names the student by the public ID. @throws notFound */
export async function findReportSubjectMarks(
  person: Person,
  { subjectId, ...rest }: { studentId: string; academicTermId: number; subjectId: number },
): Promise<SubjectMarksKey> {
  const { studentKey } = await findRequestedReport(person, rest);
  return { studentKey, academicTermId: rest.academicTermId, subjectId };
}

export type ReportSubjectMarksView = Awaited<ReturnType<typeof loadReportSubjectMarks>>;

/** Loads a subject row for an administrator who may delete it or change its subject. @throws notFound */
export async function loadReportSubjectMarks(person: Person, key: ReportKey, subjectId: number) {
  const { student, heading } = await findReport(person, key, noTransaction);
  const [marks, choices] = await Promise.all([
    listSubjectMarks({ ...key, subjectId }, noTransaction),
    listSubjectsWithMarks(key, noTransaction),
  ]);
  const subject = choices.find(({ subject_id }) => subject_id === subjectId);
  if (!subject) throw itemNotFound("subject");
  return {
    closeTo: reportUrl(key),
    student: `${student.first_name} ${student.last_name}`,
    subject: { subject_id: subjectId, title: subject.title },
    /** The marks that would be deleted or moved, such as `End of Term 84 of 100`. */
    marks: formatEnteredMarks(marks, heading.assessment_type),
    /** The subjects to which the marks can move. Subjects without marks of the student in this term come first. */
    subjects: choices
      .filter(({ subject_id, is_active }) => is_active && subject_id !== subjectId)
      .map(({ subject_id, title, taken }) => ({ subject_id, title, taken })),
  };
}

export type ReportSubjectMarksInput = z.input<typeof ReportSubjectMarksFormSchema>;

export const ReportSubjectMarksFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({
    intent: z.literal("change"),
    new_subject_id: z
      .string(REFUSALS["no-such-subject"])
      .transform(Number)
      .refine(Number.isSafeInteger, REFUSALS["no-such-subject"]),
  }),
]);

type RowToChange = {
  key: ReportKey;
  subjectId: number;
  input: z.output<typeof ReportSubjectMarksFormSchema>;
};

/** Deletes the marks of a subject, or moves them to another subject. @throws forbidden, notFound */
export async function changeReportSubjectMarks(
  person: Person,
  { key, subjectId, input }: RowToChange,
): Promise<FormOutcome> {
  const row = { ...key, subjectId };
  const changed =
    input.intent === "delete"
      ? await deleteReportSubjectMarks(person, row)
      : await moveReportSubjectMarks(person, row, input.new_subject_id);
  if (!changed.ok) return stale(describeSubjectMarksRejection(changed));
  if (input.intent === "change") return formSucceeded(reportUrl(key), "Subject changed.");
  const stays = await wouldSubjectRemainWithoutMarks(person, key, subjectId);
  return formSucceeded(reportUrl(key), stays ? "Marks deleted." : "Subject deleted.");
}

/**
 * Returns whether the row would remain in the report without marks. The row remains if the student has lessons in the
 * subject.
 * @throws notFound
 */
export async function wouldSubjectRemainWithoutMarks(
  person: Person,
  key: ReportKey,
  subjectId: number,
): Promise<boolean> {
  const found = await findReport(person, key, noTransaction);
  const subjectsOf = await readReportSubjects(found, key.studentKey, noTransaction);
  return subjectsOf(key.studentKey).some(({ subject_id }) => subject_id === subjectId);
}

/** Returns the reason why nothing was deleted or moved, as text for the dialog. */
export function describeSubjectMarksRejection(refusal: RowRejection): string {
  if (refusal.reason === "taken")
    return `This student already has marks in ${refusal.subject} (${refusal.marks.join("; ")}).`;
  if (refusal.reason === "unseen")
    return `In ${refusal.subject}, these marks would no longer appear on any mark sheet: ${refusal.marks.join("; ")}.`;
  return REFUSALS[refusal.reason];
}

/** The reason why a subject row cannot be changed. `marks` are in the way, or would appear nowhere. */
type RowRejection =
  | { reason: "past-term" }
  | { reason: "nothing-there" }
  | { reason: "no-such-subject" }
  | { reason: "same-subject" }
  | { reason: "by-criteria" }
  | { reason: "taken" | "unseen"; subject: string; marks: string[] };

type SubjectRowResult = { ok: true; marks: number } | ({ ok: false } & RowRejection);

/**
 * Deletes all marks of a subject in a student's report of the term. For administrators only. The audit trail keeps the
 * marks.
 * @throws forbidden, notFound
 */
export function deleteReportSubjectMarks(person: Person, key: SubjectMarksKey): Promise<SubjectRowResult> {
  return termTransaction(person, async (t) => {
    const { heading } = await findRow(person, key, t);
    if (!heading.is_current) return { ok: false, reason: "past-term" };
    await lockSubjects({ ...key, classId: heading.class_id, subjectIds: [key.subjectId] }, t);
    const marks = await deleteSubjectMarks(key, t);
    return marks > 0 ? { ok: true, marks } : { ok: false, reason: "nothing-there" };
  });
}

/**
 * Moves the marks of a subject to another subject. If the student already has marks there, the move is refused with a
 * list of those marks.
 * @throws forbidden, notFound
 */
export function moveReportSubjectMarks(
  person: Person,
  key: SubjectMarksKey,
  newSubjectId: number,
): Promise<SubjectRowResult> {
  return termTransaction(person, async (t) => {
    const found = await findRow(person, key, t);
    const refusal = await changeRefusal(found, { key, newSubjectId }, t);
    if (refusal) return { ok: false, ...refusal };
    // The rows of the new subject are blank here, so nothing is lost.
    await deleteSubjectMarks({ ...key, subjectId: newSubjectId }, t);
    return { ok: true, marks: await moveSubjectMarks({ ...key, newSubjectId }, t) };
  });
}

type Change = { key: SubjectMarksKey; newSubjectId: number };

async function changeRefusal(
  { heading }: StudentReport,
  { key, newSubjectId }: Change,
  t: TermTransaction,
): Promise<RowRejection | null> {
  if (!heading.is_current) return { reason: "past-term" };
  if (newSubjectId === key.subjectId) return { reason: "same-subject" };
  const subject = (await listSubjectsWithMarks(key, t)).find(({ subject_id }) => subject_id === newSubjectId);
  if (!subject?.is_active) return { reason: "no-such-subject" };
  await lockSubjects({ ...key, classId: heading.class_id, subjectIds: [key.subjectId, newSubjectId] }, t);
  const own = await listSubjectMarks(key, t);
  if (own.length === 0) return { reason: "nothing-there" };
  const inWords = (marks: readonly SubjectMarkRow[]) => formatEnteredMarks(marks, heading.assessment_type);
  const others = (await listSubjectMarks({ ...key, subjectId: newSubjectId }, t)).filter(isEntered);
  if (others.length > 0) return { reason: "taken", subject: subject.title, marks: inWords(others) };
  // Each subject has its own criteria, so grades by criterion cannot be moved to another subject.
  if (own.some(({ criteria }) => criteria > 0)) return { reason: "by-criteria" };
  const unseen = findMarksLostByMove(own, await moveTo(heading, { key, newSubjectId }, t));
  return unseen.length > 0 ? { reason: "unseen", subject: subject.title, marks: inWords(unseen) } : null;
}

/** Makes first saves wait until the marks have moved, then locks stored marks in the order of a save. */
async function lockSubjects(
  input: Omit<SubjectMarksKey, "subjectId"> & { classId: number; subjectIds: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  const { classId, academicTermId, subjectIds } = input;
  await lockFirstMarkSaves(
    subjectIds.map((subjectId) => ({ classId, academicTermId, subjectId })),
    t,
  );
  await lockSubjectMarks(input, t);
}

async function moveTo(
  heading: StudentReport["heading"],
  { key, newSubjectId }: Change,
  t: TermTransaction,
): Promise<MarksMove> {
  const criteria = await listReportCardCriteria({ classIds: [heading.class_id] }, t);
  const own = criteria.filter(({ subject_id }) => subject_id === newSubjectId);
  const subjectIds = [key.subjectId, newSubjectId];
  const places = await listFortnightlyTestPositions({ academicTermId: key.academicTermId, subjectIds }, t);
  return {
    kind: getMarkSheetKind({ ...heading, subject_id: newSubjectId, criteria: own }),
    from: placesOf(key.subjectId, places),
    to: placesOf(newSubjectId, places),
  };
}

function placesOf(subjectId: number, places: readonly FortnightlyTestPositionRow[]): FortnightlyTestNumbers {
  const own = places.filter(({ subject_id }) => subject_id === subjectId);
  return new Map(own.map(({ fortnightly_test_id, place }) => [fortnightly_test_id, place]));
}

function isEntered({ is_entered }: SubjectMarkRow): boolean {
  return is_entered;
}

/**
 * Returns the report that has the row. For administrators only.
 * @throws forbidden, notFound
 */
async function findRow(person: Person, key: SubjectMarksKey, t: TermTransaction): Promise<StudentReport> {
  if (!hasPermission(person, "admin")) throw forbidden();
  const registered = await findClassOfStudent(key, t);
  if (!registered) throw notFound("This student was not in any class in that term. Choose another term.");
  return findReport(person, { ...key, classId: registered.class_id }, t);
}

type GivenMark = {
  fortnightly_test_id: number | null;
  mark: number | null;
  grade: string | null;
  is_entered: boolean;
};

/** The number of each fortnightly test of a subject, by the test's id. Tests are numbered 1, 2, … in order of date. */
export type FortnightlyTestNumbers = ReadonlyMap<number, number>;

/** A move of marks to another subject, with the numbers of both subjects' fortnightly tests. */
type MarksMove = { kind: MarkSheetKind; from: FortnightlyTestNumbers; to: FortnightlyTestNumbers };

/** The number of fortnightly tests of a subject on a report. Later tests are on mark sheets only. */
const ON_THE_REPORT = 2;

/**
 * Lists the marks that the new subject cannot show: chosen grades if its grades follow from marks, all marks and grades
 * if it is graded by criteria, and the marks of fortnightly tests that it does not have or that are not on the report.
 */
export function findMarksLostByMove<Mark extends GivenMark>(marks: readonly Mark[], move: MarksMove): Mark[] {
  return marks.filter((mark) => mark.is_entered && !(hasTest(mark, move) && hasColumn(mark, move)));
}

function hasTest({ fortnightly_test_id: test }: GivenMark, { from, to }: MarksMove): boolean {
  if (test === null) return true;
  const place = to.get(test);
  if (place === undefined) return false;
  return place <= ON_THE_REPORT || (from.get(test) ?? Infinity) > ON_THE_REPORT;
}

function hasColumn({ mark, grade }: GivenMark, { kind }: MarksMove): boolean {
  if (kind === "criteria") return mark === null && grade === null;
  return kind === "grades" || grade === null;
}

type EnteredMark = {
  test_id: TestId;
  fortnightly_title: string | null;
  mark: number | null;
  max_mark: number;
  attendance: number;
  grade: string | null;
  criteria: number;
  is_entered: boolean;
};

/** Describes the entered marks of a subject by test, such as `End of Term 84 of 100`. Blank rows are left out. */
export function formatEnteredMarks(marks: readonly EnteredMark[], assessmentType: AssessmentType): string[] {
  return marks
    .filter(({ is_entered }) => is_entered)
    .map((mark) => `${testTitle(mark.test_id, assessmentType, mark.fortnightly_title)} ${resultWords(mark)}`);
}

function resultWords({ mark, max_mark, attendance, grade, criteria }: EnteredMark): string {
  if (attendance !== PRESENT_AT_TEST) return ATTENDANCE_WORDS[attendance as TestAttendance].toLowerCase();
  const results = [
    mark === null ? null : `${mark} of ${max_mark}`,
    grade && `grade ${grade}`,
    criteria > 0 ? `${criteria} criteria` : null,
  ];
  return results.filter(Boolean).join(", ") || "ratings";
}
