import type { Rating } from "#domain/grades.ts";
import {
  bigintColumn,
  booleanColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
  charColumn,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

const rating = () => nullable(charColumn<Rating>());

export const TermRecord = table("term_records", {
  term_record_id: identityColumn(integerColumn()),
  student_key: integerColumn(),
  academic_term_id: integerColumn(),
  total_sessions: nullable(smallintColumn()),
  sessions_absent: nullable(smallintColumn()),
  sessions_late: nullable(smallintColumn()),
  /** The time when the three columns above were counted from the registers; null if somebody entered them. */
  sessions_taken_at: nullable(timestampColumn()),
  participation: withDefault(textColumn(), ""),
  project: withDefault(textColumn(), ""),
  conduct: nullable(textColumn()),
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
  teacher_comment: withDefault(textColumn(), ""),
  principal_comment: withDefault(textColumn(), ""),
  promotion_progress: nullable(booleanColumn()),
  promoted_to: nullable(textColumn()),
  repeating: nullable(textColumn()),
  signed_by: nullable(integerColumn()),
  signed_at: nullable(timestampColumn()),
  signature: nullable(textColumn()),
  signed_fingerprint: nullable(textColumn()),
  returned_by: nullable(integerColumn()),
  returned_at: nullable(timestampColumn()),
  return_reason: nullable(textColumn()),
  taken_back_reason: nullable(textColumn()),
  ...VERSION_COLUMNS,
});
export type TermRecord = RowOf<typeof TermRecord>;

/** A posting of reports, which makes them available to families. Without a class, it is for the whole term. */
export const Posting = table("postings", {
  posting_id: identityColumn(integerColumn()),
  academic_term_id: integerColumn(),
  class_id: nullable(integerColumn()),
  posted: booleanColumn(),
  date_posted: nullable(timestampColumn()),
});

/** A phrase of the comment bank. A phrase without an employee belongs to the whole school. */
export const CommentPhrase = table("comment_phrases", {
  phrase_id: identityColumn(integerColumn()),
  employee_id: nullable(integerColumn()),
  phrase: textColumn(),
  /** The whole percentages of the averages for which the phrase is meant. Both are null for a phrase for any average. */
  average_from: nullable(smallintColumn()),
  average_to: nullable(smallintColumn()),
});
export type CommentPhrase = RowOf<typeof CommentPhrase>;

/** The stored progress of a class's reports in a term. */
export const ReportCount = table("report_counts", {
  academic_term_id: primaryKey(integerColumn()),
  class_id: primaryKey(integerColumn()),
  total: integerColumn(),
  complete: integerColumn(),
  signed: integerColumn(),
  changed: integerColumn(),
  returned: integerColumn(),
  to_sign: integerColumn(),
  is_current: booleanColumn(),
});
export type ReportCount = RowOf<typeof ReportCount>;

/** The stored progress of a mark sheet. It is counted together with the class's reports. */
export const MarkSheetCount = table("sheet_counts", {
  academic_term_id: primaryKey(integerColumn()),
  class_id: primaryKey(integerColumn()),
  lesson_id: primaryKey(integerColumn()),
  test_id: primaryKey(smallintColumn()),
  /** 0 for a test that is not a fortnightly one. */
  fortnightly_test_id: primaryKey(integerColumn()),
  entered: integerColumn(),
  expected: integerColumn(),
});

/** A note by a trigger that a change has made some counts out of date. */
export const StaleCountNote = table("counts_to_renew", {
  change_id: identityColumn(bigintColumn()),
  academic_term_id: nullable(integerColumn()),
  class_ids: nullable(jsonColumn<number[]>()),
  student_keys: nullable(jsonColumn<number[]>()),
});
