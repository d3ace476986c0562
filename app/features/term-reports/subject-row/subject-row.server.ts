import { z } from "zod";
import { done, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listSubjectsWithMarks,
  listSubjectMarks,
  type SubjectOfReport,
} from "#db/queries/marks/subject-marks.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { changeSubjectOfRow, deleteSubjectRow, type RowRejection } from "./change-subject-row.server.ts";
import { findReportOf } from "../requested-reports.server.ts";
import { findReport } from "../find-report.server.ts";
import { readSubjects } from "../report/marks/read-subjects.server.ts";
import { formatMarks } from "./subject-row-words.rules.ts";

const REFUSALS: Record<Exclude<RowRejection["reason"], "taken" | "unseen">, string> = {
  "past-term": "This term is over. You can read and print its marks, but you cannot change them.",
  "nothing-there": "There are no marks in this subject to change or delete.",
  "no-such-subject": "Choose the subject that the marks belong to.",
  "same-subject": "The marks are already in this subject. Choose another subject.",
  "by-criteria": "Marks that are graded by criteria cannot be moved to another subject.",
};

/** Finds a subject row as the API names it: the student by the public ID. @throws notFound */
export async function findSubjectRow(
  person: Person,
  { subjectId, ...rest }: { studentId: string; academicTermId: number; subjectId: number },
): Promise<SubjectOfReport> {
  const { studentKey } = await findReportOf(person, rest);
  return { studentKey, academicTermId: rest.academicTermId, subjectId };
}

export type SubjectView = Awaited<ReturnType<typeof loadSubjectRow>>;

/** Loads a subject row for an administrator who may delete it or change its subject. @throws notFound */
export async function loadSubjectRow(person: Person, key: ReportKey, subjectId: number) {
  const { student, heading } = await findReport(person, key, noTransaction);
  const [marks, choices] = await Promise.all([
    listSubjectMarks({ ...key, subjectId }, noTransaction),
    listSubjectsWithMarks(key, noTransaction),
  ]);
  const subject = choices.find(({ subject_id }) => subject_id === subjectId);
  if (!subject) throw notFound("This subject no longer exists, or you cannot open it.");
  return {
    closeTo: reportUrl(key),
    student: `${student.first_name} ${student.last_name}`,
    subject: { subject_id: subjectId, title: subject.title },
    /** The marks that would be deleted or moved, such as `End of Term 84 of 100`. */
    marks: formatMarks(marks, heading.assessment_type),
    /** The subjects to which the marks can move; those in which the student has no marks this term come first. */
    subjects: choices
      .filter(({ subject_id, is_active }) => is_active && subject_id !== subjectId)
      .map(({ subject_id, title, taken }) => ({ subject_id, title, taken })),
  };
}

export type SubjectRowInput = z.input<typeof SubjectRowForm>;

export const SubjectRowForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({
    intent: z.literal("change"),
    new_subject_id: z
      .string(REFUSALS["no-such-subject"])
      .transform(Number)
      .refine(Number.isSafeInteger, REFUSALS["no-such-subject"]),
  }),
]);

type RowToChange = { key: ReportKey; subjectId: number; input: z.output<typeof SubjectRowForm> };

/** Deletes the marks of a subject, or moves them to another subject. @throws forbidden, notFound */
export async function changeSubjectRow(
  person: Person,
  { key, subjectId, input }: RowToChange,
): Promise<Outcome> {
  const row = { ...key, subjectId };
  const changed =
    input.intent === "delete"
      ? await deleteSubjectRow(person, row)
      : await changeSubjectOfRow(person, row, input.new_subject_id);
  if (!changed.ok) return stale(describeRejection(changed));
  if (input.intent === "change") return done(reportUrl(key), "Subject changed.");
  const stays = await subjectStays(person, key, subjectId);
  return done(reportUrl(key), stays ? "Marks deleted." : "Subject deleted.");
}

/**
 * Tells whether the report has a row for a subject without stored marks: while the student has lessons in the subject,
 * its marks can be deleted but its row cannot. @throws notFound
 */
export async function subjectStays(person: Person, key: ReportKey, subjectId: number): Promise<boolean> {
  const found = await findReport(person, key, noTransaction);
  const subjectsOf = await readSubjects(found, key.studentKey, noTransaction);
  return subjectsOf(key.studentKey).some(({ subject_id }) => subject_id === subjectId);
}

/** Puts the reason why nothing was deleted or moved into the words of the dialog. */
export function describeRejection(refusal: RowRejection): string {
  if (refusal.reason === "taken")
    return `This student already has marks in ${refusal.subject} (${refusal.marks.join("; ")}).`;
  if (refusal.reason === "unseen")
    return `In ${refusal.subject}, these marks would no longer appear on any mark sheet: ${refusal.marks.join("; ")}.`;
  return REFUSALS[refusal.reason];
}
