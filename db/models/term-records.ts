import type { Rating } from "#domain/grades.ts";
import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  letter,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

const rating = () => nullable(letter<Rating>());

export const TermRecord = table("term_records", {
  term_record_id: identity(integer()),
  student_key: integer(),
  academic_term_id: integer(),
  total_sessions: nullable(smallint()),
  sessions_absent: nullable(smallint()),
  sessions_late: nullable(smallint()),
  /** When the three columns above were counted from the registers; null if somebody entered them. */
  sessions_taken_at: nullable(timestamp()),
  participation: withDefault(text(), ""),
  project: withDefault(text(), ""),
  communication: rating(),
  cooperation: rating(),
  respect: rating(),
  responsibility: rating(),
  attitude: rating(),
  judgement: rating(),
  complete_assignment: rating(),
  class_participation: rating(),
  self_confidence: rating(),
  punctual: rating(),
  teacher_comment: withDefault(text(), ""),
  principal_comment: withDefault(text(), ""),
  promotion_progress: nullable(boolean()),
  promoted_to: nullable(text()),
  repeating: nullable(text()),
  signed_by: nullable(integer()),
  signed_at: nullable(timestamp()),
  signature: nullable(text()),
  signed_fingerprint: nullable(text()),
  returned_by: nullable(integer()),
  returned_at: nullable(timestamp()),
  return_reason: nullable(text()),
  taken_back_reason: nullable(text()),
  ...VERSIONED,
});
export type TermRecord = RowOf<typeof TermRecord>;

/** A posting of reports, which makes them available to families. Without a class, it is for the whole term. */
export const Posting = table("postings", {
  posting_id: identity(integer()),
  academic_term_id: integer(),
  class_id: nullable(integer()),
  posted: boolean(),
  date_posted: nullable(timestamp()),
});

/** A phrase of the comment bank. A phrase without an employee belongs to the whole school. */
export const CommentPhrase = table("comment_phrases", {
  phrase_id: identity(integer()),
  employee_id: nullable(integer()),
  phrase: text(),
  /** The whole percentages of the averages for which the phrase is meant. Both are null for a phrase for any average. */
  average_from: nullable(smallint()),
  average_to: nullable(smallint()),
});
export type CommentPhrase = RowOf<typeof CommentPhrase>;

/** The stored progress of a class's reports in a term. */
export const ReportCount = table("report_counts", {
  academic_term_id: primaryKey(integer()),
  class_id: primaryKey(integer()),
  total: integer(),
  complete: integer(),
  signed: integer(),
  changed: integer(),
  returned: integer(),
  to_sign: integer(),
  is_current: boolean(),
});
export type ReportCount = RowOf<typeof ReportCount>;

/** The stored progress of a mark sheet. It is counted together with the class's reports. */
export const SheetCount = table("sheet_counts", {
  academic_term_id: primaryKey(integer()),
  class_id: primaryKey(integer()),
  lesson_id: primaryKey(integer()),
  test_id: primaryKey(smallint()),
  /** 0 for a test that is not a fortnightly one. */
  fortnightly_test_id: primaryKey(integer()),
  entered: integer(),
  expected: integer(),
});

/** A note by a trigger that a change has made some counts out of date. */
export const CountToRenew = table("counts_to_renew", {
  change_id: identity(bigint()),
  academic_term_id: nullable(integer()),
  class_ids: nullable(json<number[]>()),
  student_keys: nullable(json<number[]>()),
});
