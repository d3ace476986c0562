import type { CommentField } from "#domain/term-reports.ts";
import type { Missing } from "#domain/report-state.ts";
import type { ReportStudent, Signature } from "./report.ts";

/** The search dialog: the students of the class, and whose id or name is looked for (`?q=`). */
export type ReportSearch = {
  closeTo: string;
  query: string;
  students: readonly { studentId: string; firstName: string; lastName: string; url: string }[];
};

/** The Sign Report dialog. Its form posts `seen`: what is signed is what was looked at. */
export type SigningView = {
  closeTo: string;
  student: ReportStudent;
  term: number;
  /** The principal's. */
  comment: string | null;
  teacherComment: string | null;
  /** `7 C, 2 S, 1 R`; null when nothing is rated. */
  ratings: string | null;
  average: string | null;
  /** `6 of 122 sessions absent, 3 late`; null when no attendance is written. */
  attendance: string | null;
  missing: readonly Missing[];
  reviewedFingerprint: string;
  /** The signature that will stand there: the person's picture, else the name alone. */
  signs: { by: string; on: string; pictureUrl: string | null };
  /** Signed before: by whom, when, and whether it changed since. */
  before: Signature | null;
};

/** The form posts `reason`, up to `limit` characters, and `seen`: what is sent back is what was looked at. */
export type SendBackView = {
  closeTo: string;
  student: ReportStudent;
  /** Who will read the reason. */
  teachers: string;
  limit: number;
  missing: readonly Missing[];
  /** A signature that is there is taken back with it. */
  isSigned: boolean;
  reviewedFingerprint: string;
  /** The reason that stands already, when it was sent back before. */
  reason: string;
};

/** The form posts `reason`, up to `limit` characters. */
export type TakeBackView = { closeTo: string; student: ReportStudent; limit: number; signature: Signature };

/** The comment bank over a comment; the form posts `phrase_id` and `base`, and appends to what is stored. */
export type PhraseChoice = {
  closeTo: string;
  student: string;
  field: CommentField;
  /** The record's version as it is stored. */
  version: number;
  /** The characters that are left beside the stored comment. */
  room: number;
  /** With the student's first name and pronouns in place. */
  phrases: readonly { id: number; text: string; own: boolean }[];
  /** Where the person's own phrases are kept. */
  bankUrl: string;
};

/** Admin: a subject row of a report. The forms post `intent=delete`, or `intent=change` with `new_subject_id`. */
export type SubjectView = {
  closeTo: string;
  student: string;
  subject: { subject_id: number; title: string };
  /** `End of Term 84 of 100`: what would go, or move. */
  marks: readonly string[];
  /** Subjects it can be changed to: those in which the student has no marks this term come first. */
  subjects: readonly { subject_id: number; title: string; taken: boolean }[];
};
