import type { Attendance } from "#domain/attendance.ts";
import type { Grade, Rating } from "#domain/grades.ts";
import type { Missing } from "#domain/report-state.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { RecordRules } from "#fields/term-record.ts";
import type { SessionsSource } from "../sessions/sessions.ts";

/** Everything that one student's term report shows; the loader makes it, the page and its script read it. */
export type Report = {
  /** `classId/termId/studentKey`, as in the URL. */
  key: string;
  /** Of the report without a dialog: where its form posts to. */
  url: string;
  saveUrl: string;
  /** The signed-in account: who types here. */
  accountId: number;
  student: ReportStudent;
  classLabel: string;
  /** The class's teachers, joined by a slash: `D. Ramkissoon / C. Pierre`; empty when nobody leads it. */
  teachers: string;
  yearLabel: string;
  term: number;
  /** '20 of 35': the place in the class list, from 1. */
  position: { place: number; total: number };
  links: ReportLinks;
  can: ReportRights;
  /** Why nothing can be entered at all: a past term, a report that is only read. */
  readOnlyReason: string | null;
  /** Until when reports are written, as `2 Jul 2026, 16:00`; null where there is no end. */
  openUntil: string | null;
  rules: RecordRules;
  /** The record: `row` is the student's key, `values` the fields of `TERM_RECORD`, blank text is null. */
  row: LoadedRow;
  receipt: Receipt;
  /** Where its sessions come from as they were read. */
  sessions: SessionsSource;
  marks: ReportMarks;
  /** What the report still needs, in words; empty when it is complete. */
  missing: readonly Missing[];
  /** Null until somebody signs. */
  signature: Signature | null;
  returned: Returned | null;
  posted: Posted | null;
  progress: ClassProgress;
  timeZone: string;
  /** This page answers the report's form: the row has its `outcome`. */
  posts?: boolean;
  /** The form left the teacher's comment empty, which is not saved. */
  commentStands?: boolean;
  /** Where the person was going when the form was sent. */
  leaveTo?: string | null;
};

export type ReportStudent = {
  key: number;
  studentId: string;
  /** `Amara Lezama`. */
  name: string;
  firstName: string;
  gender: "M" | "F" | null;
  picture: string | null;
};

/** Null where there is nothing to lead to, or where this person may not go. */
export type ReportLinks = {
  prev: string | null;
  next: string | null;
  nextClass: string | null;
  /** The choice of classes; null for who has one class only. */
  chooser: string | null;
  /** The same choice for everybody: of the terms that were. */
  terms: string;
  search: string;
  card: string | null;
  sign: string | null;
  sendBack: string | null;
  takeBack: string | null;
  /** The class as a whole: where each report stands. */
  signAll: string;
};

/** What this person may do to this report now; a field's own right is in `rules.editable`. */
export type ReportRights = {
  teacherComment: boolean;
  principalComment: boolean;
  sign: boolean;
  sendBack: boolean;
  /** The signature is theirs, and can be taken back by them. */
  takeBack: boolean;
  /** Resubmit a report that was sent back: `intent=resubmit`, posted to `url`. */
  resubmit: boolean;
  /** Delete a subject row or change its subject (T6). */
  adminMarks: boolean;
};

export type ReportMarks = {
  columns: MarkColumns;
  subjects: readonly SubjectRow[];
  /** `81.5%`, or null when there is nothing to make it of. */
  average: string | null;
};

/** A test of a subject: the subject's first two fortnightly ones of the term, the term's other assessment, the exam. */
export type Test = "first" | "second" | "course" | "exam";

/** Which columns the table has. */
export type MarkColumns = {
  /** `wideOnly`: where it is narrow, what it says stands under the subject. */
  tests: readonly { test: Test; title: string; wideOnly: boolean }[];
  /** Application and preparedness. */
  workRatings: boolean;
};

/** `most` is what the mark is out of; null where there is no such test. */
export type TestResult = { mark: number | null; most: number | null; attendance: Attendance };

export type SubjectRow = {
  subject_id: number;
  title: string;
  /** Short names, joined by a slash; null where nobody gives the subject (any more). */
  teacher: string | null;
  /** The one that counts: the exam's, or the course's where there is course work only. */
  max_mark: number;
  mark: number | null;
  /** Whole per cent of `mark`. */
  percentage: number | null;
  /** Chosen, or from the percentage. */
  grade: Grade | null;
  tests: Readonly<Record<Test, TestResult>>;
  application: Rating | null;
  preparedness: Rating | null;
  /** Instead of marks, where the class is graded by criteria: a grade from 1 to 5 each. */
  criteria: readonly { detail: string; grade: number | null }[] | null;
  /** Its grade is chosen and counts for no average. */
  isGraded: boolean;
  /** The dialog to delete the row or change its subject; null for who may not, and where nothing is stored. */
  editUrl: string | null;
};

/** The class around this report. */
export type ClassProgress = {
  /** The next report that waits for this person's signature; null for who does not sign, and when none waits. */
  nextToSign: string | null;
  /** At the class's last report whose are not complete, `Lezama, Amara`; null before it, and where nothing can be written. */
  incomplete: readonly { name: string; url: string }[] | null;
};

export type Signature = {
  /** Short name of who signed, on the day; `Admin` for the account without an employee. */
  by: string;
  /** `26 Jun 2026`. */
  on: string;
  /** The signature as it was that day; null: print the name. */
  pictureUrl: string | null;
  /** Marks, ratings, comments or attendance changed since: it can be signed again. */
  changed: boolean;
};

/** Sent back by who signs, until it is resubmitted or signed. `at`: `26 Jun 2026, 10:41`. */
export type Returned = { reason: string; by: string; at: string };

/** Released to families on this day: `26 Jun 2026`; a later change is allowed and shown. */
export type Posted = { on: string; changedSince: boolean };

/** The report as it is now, with what became of the form that was just sent. */
export function withOutcome(
  report: Report,
  { outcome, ...posted }: { outcome: RowOutcome; commentStands: boolean; leaveTo: string | null },
): Report {
  return { ...report, ...posted, row: { ...report.row, outcome }, posts: true };
}
