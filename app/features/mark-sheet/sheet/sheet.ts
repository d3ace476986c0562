import type { LoadedRow, RowSaveOutcome, SaveReceipt } from "#saving/protocol/protocol.ts";
import type { CorrectionNotice } from "#domain/entry/corrections.ts";
import type { TestAttendance } from "#domain/attendance.ts";
import type { MarkRules } from "#fields/mark.ts";

/** The id of the sheet's form, for links outside the form that save it first. */
export const MARK_SHEET_FORM_ID = "sheet";

/** The id of the list of phrases that a browser suggests in the field for a remark. */
export const PHRASE_LIST_ID = "phrases";

/** The data of one mark sheet, as the loader sends it to the page. */
export type MarkSheetView = {
  /** The path `lessonId/termId/test`, as in the URL. */
  key: string;
  /** The URL of the sheet without a dialog, to which its form is submitted. */
  url: string;
  saveUrl: string;
  /** The URL of the list of mark sheets for this class and subject. */
  backUrl: string;
  /** The URL for printing; null for a person who may not print reports. */
  printUrl: string | null;
  /** The URL of the same test in the teacher's next lesson; null if there is none. */
  nextSubjectUrl: string | null;
  accountId: number;
  heading: { subject: string; classLabel: string };
  testTitle: string;
  teacher: string;
  yearLabel: string;
  term: number;
  totalStudents: number;
  canEdit: boolean;
  /** The time when entry of marks ends, such as `1 Jul 2026, 16:00`; null if no end is set. */
  openUntil: string | null;
  /**
   * The reason why nothing can be entered: the term is over, the sheet is read-only for this person, or the entry
   * dates do not include today, or null if marks can be entered.
   */
  readOnlyReason: string | null;
  /** A notice that reports were signed with other grades than the sheet shows; null if there are no such reports. */
  regraded?: string | null;
  /** The phrases of the comment bank that fit into a remark; left out of a sheet without remarks. */
  phrases?: readonly string[];
  /** The notices that this sheet of a past term is open for correction. */
  corrections: readonly CorrectionNotice[];
  timeZone: string;
  rules: MarkRules;
  /** The weights of the result, if the marks of this sheet count together with the marks of another test. */
  result?: { courseWeight: number; isExam: boolean; otherTitle: string };
  rows: readonly MarkSheetRow[];
  /** The rows that cannot be edited because only other students of this sheet are open for correction. */
  otherRows: readonly MarkSheetRow[];
  receipt: SaveReceipt;
  /**
   * Set when the page answers a form sent without JavaScript. Each changed row then has its `outcome`. `leaveTo` is
   * the URL of the link that submitted the form.
   */
  posted?: { leaveTo: string | null };
};

/** A student's row. `row` is the student's key; `values` has the fields of `buildMarkFields(rules)`. */
export type MarkSheetRow = LoadedRow & {
  position: number;
  /** The name as in the register: `Alexander, Keziah`. */
  name: string;
  /** The student's public ID. */
  number: string;
  picture: string | null;
  maxMark: number;
  historyUrl: string;
  /** The student's mark in the other test of a weighted result; left out if nothing is entered there. */
  other?: { mark: number | null; maxMark: number; attendance: TestAttendance };
};

type SheetPosted = { outcomes: Record<string, RowSaveOutcome>; leaveTo: string | null };

export function addSaveOutcomesToMarkSheet(
  sheet: MarkSheetView,
  { outcomes, leaveTo }: SheetPosted,
): MarkSheetView {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, posted: { leaveTo } };
}

/** Returns text such as 'Mathematics, Std 4'. */
export function markSheetTitle({ heading }: Pick<MarkSheetView, "heading">): string {
  return `${heading.subject}, ${heading.classLabel}`;
}
