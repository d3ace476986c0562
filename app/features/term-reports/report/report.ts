import type { Attendance } from "#domain/attendance.ts";
import type { Grade, Rating } from "#domain/grades.ts";
import type { Missing } from "#domain/report-state.ts";
import type { Receipt, LoadedRow, RowOutcome } from "#saving/protocol/protocol.ts";
import type { RecordRules } from "#fields/term-record.ts";
import type { SessionsSource } from "../sessions/sessions.rules.ts";

/** The data of one student's term report, which the loader sends to the page and its script. */
export type Report = {
  /** The path `classId/termId/studentKey`, as in the address. */
  key: string;
  /** The address of the report without a dialog, to which its form posts. */
  url: string;
  saveUrl: string;
  /** The account that is signed in and types here. */
  accountId: number;
  student: ReportStudent;
  classLabel: string;
  /** The class's teachers, joined by a slash: `D. Ramkissoon / C. Pierre`; empty when the class has none. */
  teachers: string;
  yearLabel: string;
  term: number;
  /** The place in the class list, from 1, as in '20 of 35'. */
  position: { place: number; total: number };
  links: ReportLinks;
  can: ReportRights;
  /** The reason why nothing can be entered: a past term, or a read-only report. */
  readOnlyReason: string | null;
  /** The end of entry, such as `2 Jul 2026, 16:00`; null when there is none. */
  openUntil: string | null;
  rules: RecordRules;
  /** The record: `row` is the student's key, `values` holds the fields of `TERM_RECORD`, with null for blank text. */
  row: LoadedRow;
  receipt: Receipt;
  /** The source of the sessions at the time of reading. */
  sessions: SessionsSource;
  marks: ReportMarks;
  /** The missing parts of the report in words; empty when the report is complete. */
  missing: readonly Missing[];
  /** Null until somebody signs the report. */
  signature: Signature | null;
  returned: Returned | null;
  posted: Posted | null;
  progress: ClassProgress;
  timeZone: string;
  /** The page is the response to the report's form, and the row has its `outcome`. */
  posts?: boolean;
  /** The form left the teacher's comment empty, which is not saved. */
  commentStands?: boolean;
  /** The address to which the user was going when the form was sent. */
  leaveTo?: string | null;
};

export type ReportStudent = {
  key: number;
  studentId: string;
  /** A name such as `Amara Lezama`. */
  name: string;
  firstName: string;
  gender: "M" | "F" | null;
  picture: string | null;
};

/** A link is null when there is nothing to lead to, or the person may not go there. */
export type ReportLinks = {
  prev: string | null;
  next: string | null;
  nextClass: string | null;
  /** The choice of classes; null for a person with only one class. */
  chooser: string | null;
  /** The choice of classes for everybody, in past terms. */
  terms: string;
  search: string;
  card: string | null;
  sign: string | null;
  sendBack: string | null;
  takeBack: string | null;
  /** The overview of the class, with the state of each report. */
  signAll: string;
};

/** The person's rights to this report now; the right to each field is in `rules.editable`. */
export type ReportRights = {
  teacherComment: boolean;
  principalComment: boolean;
  sign: boolean;
  sendBack: boolean;
  /** The person gave the signature and can take it back. */
  takeBack: boolean;
  /** The right to resubmit a report that was sent back, with `intent=resubmit` posted to `url`. */
  resubmit: boolean;
  /** The right to delete a subject row or change its subject. */
  adminMarks: boolean;
};

export type ReportMarks = {
  columns: MarkColumns;
  subjects: readonly SubjectRow[];
  /** Text such as `81.5%`; null when there is nothing to average. */
  average: string | null;
};

/** A test of a subject: its first two fortnightly tests of the term, the term's other assessment, or the exam. */
export type Test = "first" | "second" | "course" | "exam";

export type MarkColumns = {
  /** A narrow screen shows a `wideOnly` column under the subject. */
  tests: readonly { test: Test; title: string; wideOnly: boolean }[];
  /** The table has columns for application and preparedness. */
  workRatings: boolean;
};

/** `most` is the maximum of the mark; null when there is no such test. */
export type TestResult = { mark: number | null; most: number | null; attendance: Attendance };

export type SubjectRow = {
  subject_id: number;
  title: string;
  /** Short names, joined by a slash; null when nobody teaches the subject, or nobody does any longer. */
  teacher: string | null;
  /** The maximum of the test that counts: the exam, or the course work in a class with course work only. */
  max_mark: number;
  mark: number | null;
  /** The percentage of `mark`, as a whole number. */
  percentage: number | null;
  /** The grade that was chosen, or that follows from the percentage. */
  grade: Grade | null;
  tests: Readonly<Record<Test, TestResult>>;
  application: Rating | null;
  preparedness: Rating | null;
  /** The grades from 1 to 5 that replace marks in a class graded by criteria. */
  criteria: readonly { detail: string; grade: number | null }[] | null;
  /** The subject's grade is chosen, and counts for no average. */
  isGraded: boolean;
  /** The dialog to delete the row or change its subject; null without the right, and when nothing is stored. */
  editUrl: string | null;
};

/** The state of the class around this report. */
export type ClassProgress = {
  /**
   * The next report that waits for this person's signature; null for a person who does not sign, and when none waits.
   */
  nextToSign: string | null;
  /**
   * The students with incomplete reports, such as `Lezama, Amara`, on the last report of the class; null on other
   * reports, and when nothing can be written.
   */
  incomplete: readonly { name: string; url: string }[] | null;
};

export type Signature = {
  /** The short name of the person who signed; `Admin` for the account without an employee. */
  by: string;
  /** A date such as `26 Jun 2026`. */
  on: string;
  /** The picture of the signature as it was that day; null when the name is printed instead. */
  pictureUrl: string | null;
  /** Marks, ratings, comments or attendance changed since, so the report can be signed again. */
  changed: boolean;
};

/**
 * The report was sent back by a signer, until it is resubmitted or signed. `at` is a moment such as `26 Jun 2026,
 * 10:41`.
 */
export type Returned = { reason: string; by: string; at: string };

/** The day on which the report was released to families, such as `26 Jun 2026`; a later change is allowed and shown. */
export type Posted = { on: string; changedSince: boolean };

/** Adds the outcome of a posted form to the report. */
export function withOutcome(
  report: Report,
  { outcome, ...posted }: { outcome: RowOutcome; commentStands: boolean; leaveTo: string | null },
): Report {
  return { ...report, ...posted, row: { ...report.row, outcome }, posts: true };
}
