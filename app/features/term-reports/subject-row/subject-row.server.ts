import { noTransaction } from "#db/index.ts";
import { subjectChoices, subjectMarks, type SubjectOfReport } from "#db/queries/marks/subject-marks.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import type { RowRefusal } from "./change-subject-row.server.ts";
import { findReportOf } from "../asked-reports.server.ts";
import { findReport } from "../find-report.server.ts";
import type { SubjectView } from "../report/dialogs.ts";
import { readSubjects } from "../report/marks/read-subjects.server.ts";
import { markWords } from "./subject-row-words.rules.ts";

/** A subject row as the specification's calls name it: the student by the public id. @throws notFound */
export async function findSubjectRow(
  person: Person,
  { subjectId, ...asked }: { studentId: string; academicTermId: number; subjectId: number },
): Promise<SubjectOfReport> {
  const { studentKey } = await findReportOf(person, asked);
  return { studentKey, academicTermId: asked.academicTermId, subjectId };
}

/** A subject row before an administrator deletes it or changes its subject. @throws notFound */
export async function showSubjectRow(
  person: Person,
  key: ReportKey,
  subjectId: number,
): Promise<SubjectView> {
  const { student, heading } = await findReport(person, key, noTransaction);
  const [marks, choices] = await Promise.all([
    subjectMarks({ ...key, subjectId }, noTransaction),
    subjectChoices(key, noTransaction),
  ]);
  const subject = choices.find(({ subject_id }) => subject_id === subjectId);
  if (!subject) throw notFound("There is no such subject.");
  return {
    closeTo: reportUrl(key),
    student: `${student.first_name} ${student.last_name}`,
    subject: { subject_id: subjectId, title: subject.title },
    marks: markWords(marks, heading.assessment_type),
    subjects: choices.filter(({ subject_id, is_active }) => is_active && subject_id !== subjectId),
  };
}

/**
 * Whether the report has a row for a subject in which no marks are stored: as long as the student has lessons in it,
 * its marks can be deleted and the row cannot. @throws notFound
 */
export async function subjectStays(person: Person, key: ReportKey, subjectId: number): Promise<boolean> {
  const found = await findReport(person, key, noTransaction);
  const subjectsOf = await readSubjects(found, key.studentKey, noTransaction);
  return subjectsOf(key.studentKey).some(({ subject_id }) => subject_id === subjectId);
}

/** Why nothing was deleted or moved, as the dialog says it. */
export function rowRefusalWords(refusal: RowRefusal): string {
  if (refusal.reason === "taken")
    return `Not changed: the student has marks in ${refusal.subject} already (${refusal.marks.join("; ")}).`;
  if (refusal.reason === "unseen")
    return `Not changed: in ${refusal.subject} nobody would see any more: ${refusal.marks.join("; ")}.`;
  return REFUSALS[refusal.reason];
}

const REFUSALS: Record<Exclude<RowRefusal["reason"], "taken" | "unseen">, string> = {
  "past-term": "Not changed: this term is over.",
  "nothing-there": "Nothing to change: no marks are stored in this subject.",
  "no-such-subject": "Choose the subject that it should be.",
  "same-subject": "It is that subject already.",
  "by-criteria": "Not changed: this subject is graded by criteria of its own.",
};
