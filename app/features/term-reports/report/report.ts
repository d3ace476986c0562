import type { Attendance } from "#domain/attendance.ts";
import type { Rating } from "#domain/grades.ts";
import type { CorrectionNotice } from "#domain/entry/corrections.ts";
import type { Grade } from "#domain/grading.ts";
import type { MissingPart } from "#domain/report-state.ts";
import type { Receipt, LoadedRow, RowOutcome } from "#saving/protocol/protocol.ts";
import type { TermRecordRules } from "#fields/term-record.ts";
import type { SessionsSource } from "../sessions/sessions.rules.ts";

/** The data of one student's term report, which the loader sends to the page. */
export type Report = {
  /** The path `classId/termId/studentKey`, as in the address. */
  key: string;
  /** The address of the report without a dialog, which is also where its form is submitted. */
  url: string;
  saveUrl: string;
  /** The account that is signed in. */
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
  /** The reason why nothing can be entered: a past term, or a report that the person may only read. */
  readOnlyReason: string | null;
  /** When the entry window closes, such as `2 Jul 2026, 16:00`; null when it does not. */
  openUntil: string | null;
  rules: TermRecordRules;
  /** The record. `row` is the student's key; `values` has the fields of `TERM_RECORD`, with null for blank text. */
  row: LoadedRow;
  receipt: Receipt;
  /** The origin of the numbers of sessions when the report was loaded. */
  sessions: SessionsSource;
  marks: ReportMarks;
  /** The missing parts of the report; empty when the report is complete. */
  missing: readonly MissingPart[];
  /** Null until somebody signs the report. */
  signature: ReportSignature | null;
  returned: ReturnedReport | null;
  /** The corrections after the term, made or possible; null in the current term, and when nothing was. */
  corrections: ReportCorrections | null;
  posted: ReportPosting | null;
  progress: ClassProgress;
  timeZone: string;
  /** True when the page is the response to the submitted form; the row then has its `outcome`. */
  posts?: boolean;
  /** True when the form left the teacher's comment empty, which is not saved. */
  commentStands?: boolean;
  /** The address that the user wanted to open by submitting the form. */
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

/** The links of a report. A link is null when there is no such page, or the person may not open it. */
export type ReportLinks = {
  prev: string | null;
  next: string | null;
  nextClass: string | null;
  /** The choice of classes; null for a person with a single class. */
  chooser: string | null;
  /** The choice of classes in past terms, which everybody has. */
  terms: string;
  search: string;
  card: string | null;
  sign: string | null;
  sendBack: string | null;
  takeBack: string | null;
  /** The overview of the class, with the state of each report. */
  signAll: string;
};

/** The person's rights to this report. Fields that may be written are in `rules.editable`. */
export type ReportRights = {
  teacherComment: boolean;
  principalComment: boolean;
  sign: boolean;
  sendBack: boolean;
  /** True when the person gave the signature and may take it back. */
  takeBack: boolean;
  /** True when the person may resubmit a report that was sent back, with `intent=resubmit` posted to `url`. */
  resubmit: boolean;
  /** True when the person may delete a subject row or change its subject. */
  adminMarks: boolean;
};

export type ReportMarks = {
  columns: MarkColumns;
  subjects: readonly ReportSubjectRow[];
  /** Text such as `81.5%`; null when there is nothing to average. */
  average: string | null;
};

/** A test of a subject: its two fortnightly tests on the report, the term's other assessment, or the exam. */
export type ReportTest = "first" | "second" | "course" | "exam";

export type MarkColumns = {
  /** A column with `wideOnly` is shown under the subject on a narrow screen. */
  tests: readonly { test: ReportTest; title: string; wideOnly: boolean }[];
  /** True when the table has columns for application and preparedness. */
  workRatings: boolean;
};

/** `most` is the maximum of the mark; null when there is no such test. */
export type ReportTestResult = { mark: number | null; most: number | null; attendance: Attendance };

export type ReportSubjectRow = {
  subject_id: number;
  title: string;
  /** The short names of the teachers, joined by a slash; null when nobody teaches the subject now. */
  teacher: string | null;
  /** The maximum of the main test: the exam, or the course work in a class with course work only. */
  max_mark: number;
  mark: number | null;
  /** How a result of both parts is made, such as `Course work 40%, exam 60%`; left out of other results. */
  made?: string;
  /** The percentage of `mark`, as a whole number. */
  percentage: number | null;
  /** The grade, either chosen or calculated from the percentage. */
  grade: Grade | null;
  tests: Readonly<Record<ReportTest, ReportTestResult>>;
  application: Rating | null;
  preparedness: Rating | null;
  /** The remark of the subject's teacher; left out when there is none. */
  remark?: string;
  /** The grades from 1 to 5 that replace marks in a class graded by criteria. */
  criteria: readonly { detail: string; grade: number | null }[] | null;
  /** True when the subject is graded by letter, so that it does not count for the average. */
  isGraded: boolean;
  /**
   * The address of the dialog that deletes the row or changes its subject; null without the right, or when no marks are
   * stored.
   */
  editUrl: string | null;
};

/** The state of the class's other reports. */
export type ClassProgress = {
  /** The next report that this person has to sign; null when there is none, or for a person who does not sign. */
  nextToSign: string | null;
  /**
   * The students with incomplete reports, such as `Lezama, Amara`, on the last report of the class. Null on other
   * reports, and when nothing can be written.
   */
  incomplete: readonly { name: string; url: string }[] | null;
};

export type ReportSignature = {
  /** The short name of the person who signed; `Admin` for the account without an employee. */
  by: string;
  /** A date such as `26 Jun 2026`. */
  on: string;
  /** The picture of the signature as it was on that day; null when the name is shown instead. */
  pictureUrl: string | null;
  /** True when marks, ratings, comments or attendance have changed since, so that the report can be signed again. */
  changed: boolean;
  /** True when the grade scale or pass mark has changed since: the grades shown are not those that were signed. */
  graded: boolean;
};

/**
 * A report that was sent back by the principal and not yet resubmitted or signed. `at` is a date and time such as `26
 * Jun 2026, 10:41`.
 */
export type ReturnedReport = { reason: string; by: string; at: string };

/** The day when the report was released to families, such as `26 Jun 2026`. Later changes are allowed and shown. */
export type ReportPosting = { on: string; changedSince: boolean };

/** The values of a subject's row before it was corrected. A value is missing where it is the same as now. */
export type CorrectedSubject = {
  tests: Partial<Record<ReportTest, string>>;
  percentage: string | null;
  grade: string | null;
  /** The earlier grade of each criterion, by its title. */
  criteria: Record<string, string>;
  /** Text such as `D. Seepersad, 2 Dec 2026, 14:08`. */
  by: string;
};

/** A line of the history of a corrected report. `at` is an instant, and `on` its text. */
export type CorrectionEntry = {
  at: string;
  on: string;
  by: string;
  words: string | null;
  changes: readonly { title: string; from: string; to: string }[];
};

/** The corrections of a report of a past term, and what is open for correction now. */
export type ReportCorrections = {
  open: readonly CorrectionNotice[];
  /** True when something of the report was corrected. */
  isCorrected: boolean;
  subjects: Readonly<Record<number, CorrectedSubject>>;
  averageBefore: string | null;
  history: readonly CorrectionEntry[];
};

/** Adds the result of a submitted form to the report. */
export function withOutcome(
  report: Report,
  { outcome, ...posted }: { outcome: RowOutcome; commentStands: boolean; leaveTo: string | null },
): Report {
  return { ...report, ...posted, row: { ...report.row, outcome }, posts: true };
}
