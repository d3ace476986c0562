import type { TestAttendance } from "#domain/attendance.ts";
import type { Rating } from "#domain/grades.ts";
import type { Grade } from "#domain/grading.ts";
import type { CorrectionNotice } from "#domain/entry/corrections.ts";
import type { MissingReportPart } from "#domain/report-state.ts";
import type { SaveReceipt, LoadedRow, RowSaveOutcome } from "#saving/protocol/protocol.ts";
import type { TermRecordRules } from "#fields/term-record.ts";
import type { SessionsSource } from "../sessions/sessions.rules.ts";

/** The data of one student's term report, which the loader sends to the page. */
export type Report = {
  /** The path `classId/termId/studentKey`, as in the URL. */
  key: string;
  /** The URL of the report with no dialog open. The report's form has the same URL as its action. */
  url: string;
  /** The URL to which the page sends changed fields. */
  saveUrl: string;
  accountId: number;
  student: ReportStudent;
  classLabel: string;
  /** The class's teachers, such as `D. Ramkissoon / C. Pierre`; empty if the class has none. */
  teachers: string;
  yearLabel: string;
  term: number;
  /** Whether the report card of the level shows the conduct. A conduct that was entered before is shown too. */
  hasConduct: boolean;
  /** The position in the class list, counted from 1, as in '20 of 35'. */
  position: { place: number; total: number };
  links: ReportLinks;
  can: ReportRights;
  /** The reason why nothing can be entered, such as that the term is over; null if something can be entered. */
  readOnlyReason: string | null;
  /** The time at which the entry window closes, such as `2 Jul 2026, 16:00`; null if it does not close. */
  openUntil: string | null;
  rules: TermRecordRules;
  /** The record. `row` is the student's key. `values` has the fields of `TERM_RECORD_FIELDS`, with null for blank text. */
  row: LoadedRow;
  receipt: SaveReceipt;
  sessions: SessionsSource;
  marks: ReportMarks;
  /** The missing parts of the report; empty when the report is complete. */
  missing: readonly MissingReportPart[];
  /** The signature; null until somebody signs the report. */
  signature: ReportSignature | null;
  returned: ReturnedReport | null;
  /** The corrections after the term; null in the current term, and if there are none and none can be made. */
  corrections: ReportCorrections | null;
  posted: ReportPosting | null;
  progress: ClassReportProgress;
  timeZone: string;
  /** Whether the page is the response to the submitted form. The row then has its `outcome`. */
  posts?: boolean;
  /** Whether the form left the teacher's comment empty. The empty comment is not saved. */
  commentStands?: boolean;
  /** The URL of the link that submitted the form. */
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

/** The URLs to which a report links. A URL is null if there is no such page, or the person may not open it. */
export type ReportLinks = {
  prev: string | null;
  next: string | null;
  nextClass: string | null;
  /** The URL of the choice of classes; null for a person with a single class. */
  chooser: string | null;
  /** The URL of the choice of classes in past terms, which everybody has. */
  terms: string;
  search: string;
  card: string | null;
  sign: string | null;
  sendBack: string | null;
  takeBack: string | null;
  /** The URL of the class's overview, with the state of each report. */
  signAll: string;
};

/** The person's rights to this report. The fields that the person may write are in `rules.editable`. */
export type ReportRights = {
  teacherComment: boolean;
  principalComment: boolean;
  sign: boolean;
  sendBack: boolean;
  /** Whether the signature is the person's own, which may be taken back. */
  takeBack: boolean;
  /** Whether the person may resubmit a report that was sent back, by posting `intent=resubmit` to `url`. */
  resubmit: boolean;
  /** Whether the person may delete a subject's row or change its subject. */
  adminMarks: boolean;
};

export type ReportMarks = {
  columns: MarkColumns;
  subjects: readonly ReportSubjectRow[];
  /** Text such as `81.5%`; null if there is nothing to average. */
  average: string | null;
};

/**
 * A test of a subject: the first or second fortnightly test on the report, the term's other assessment, or the exam.
 */
export type ReportTest = "first" | "second" | "course" | "exam";

export type MarkColumns = {
  /** The columns for tests. `wideOnly` means that a narrow screen shows the values under the subject instead. */
  tests: readonly { test: ReportTest; title: string; wideOnly: boolean }[];
  /** Whether the table has columns for application and preparedness. */
  workRatings: boolean;
};

/** `most` is the maximum mark; null if there is no such test. */
export type ReportTestMark = { mark: number | null; most: number | null; attendance: TestAttendance };

export type ReportSubjectRow = {
  subject_id: number;
  title: string;
  /** The short names of the teachers, joined by a slash; null if nobody teaches the subject now. */
  teacher: string | null;
  /** The maximum mark of the main test, which is the exam or, in a class with course work only, the course work. */
  max_mark: number;
  mark: number | null;
  /** The weights of a result that has both parts, such as `Course work 40%, exam 60%`; left out of other results. */
  made?: string;
  /** The percentage of `mark`, as a whole number. */
  percentage: number | null;
  /** The grade, either chosen by the teacher or calculated from the percentage. */
  grade: Grade | null;
  tests: Readonly<Record<ReportTest, ReportTestMark>>;
  application: Rating | null;
  preparedness: Rating | null;
  /** The remark of the subject's teacher; left out when there is none. */
  remark?: string;
  /** The grades from 1 to 5 that replace marks in a class graded by criteria. */
  criteria: readonly { detail: string; grade: number | null }[] | null;
  /** Whether the subject is graded by letter. It then does not count towards the average. */
  isGraded: boolean;
  /** The URL of the dialog that edits the row, or null without the right, or if no marks are stored. */
  editUrl: string | null;
};

/** The state of the class's other reports. */
export type ClassReportProgress = {
  /**
   * The URL of the next report that this person has to sign, or null if there is none, or if the person does not
   * sign.
   */
  nextToSign: string | null;
  /** The students with incomplete reports, such as `Lezama, Amara`, on the last report of the class. */
  incomplete: readonly { name: string; url: string }[] | null;
};

export type ReportSignature = {
  /** The short name of the person who signed; `Admin` for the account without an employee. */
  by: string;
  on: string;
  /** The picture of the signature as it was on that day, or null if there is none; the name is then shown instead. */
  pictureUrl: string | null;
  /** Whether marks, ratings, comments or attendance have changed since. The report can then be signed again. */
  changed: boolean;
  /** Whether the grade scale or pass mark has changed since. The report then shows grades that nobody signed. */
  graded: boolean;
};

/** A report that the principal sent back, until it is resubmitted or signed. `at` is a date and time. */
export type ReturnedReport = { reason: string; by: string; at: string };

/** The day on which the report was released to families, such as `26 Jun 2026`. Later changes are allowed and shown. */
export type ReportPosting = { on: string; changedSince: boolean };

/** The values of a subject's row before it was corrected. A value that was not corrected is missing. */
export type CorrectedSubject = {
  tests: Partial<Record<ReportTest, string>>;
  percentage: string | null;
  grade: string | null;
  /** The earlier grade of each criterion, by its title. */
  criteria: Record<string, string>;
  /** Text such as `D. Seepersad, 2 Dec 2026, 14:08`. */
  by: string;
};

/** An entry in the history of a corrected report. `at` is a timestamp, and `on` is its text. */
export type CorrectionHistoryEntry = {
  at: string;
  on: string;
  by: string;
  words: string | null;
  changes: readonly { title: string; from: string; to: string }[];
};

/** The corrections of a report of a past term, and what can be corrected now. */
export type ReportCorrections = {
  open: readonly CorrectionNotice[];
  isCorrected: boolean;
  subjects: Readonly<Record<number, CorrectedSubject>>;
  averageBefore: string | null;
  history: readonly CorrectionHistoryEntry[];
};

/** Adds the result of a submitted form to the report. */
export function addSaveOutcomeToReport(
  report: Report,
  { outcome, ...posted }: { outcome: RowSaveOutcome; commentStands: boolean; leaveTo: string | null },
): Report {
  return { ...report, ...posted, row: { ...report.row, outcome }, posts: true };
}
