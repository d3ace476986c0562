import type { LoadedRow, RowOutcome, Receipt } from "#saving/protocol/protocol.ts";
import type { MarkRules } from "#fields/mark.ts";

/** The ID of the sheet's form, for links outside the form. */
export const SHEET_FORM_ID = "sheet";

/** The data of one mark sheet, which the loader sends to the page and its script. */
export type Sheet = {
  /** The path `lessonId/termId/test`, as in the address. */
  key: string;
  /** The address of the sheet without a dialog, to which its form posts. */
  url: string;
  saveUrl: string;
  /** The address of the list of sheets of this class and subject. */
  backUrl: string;
  /** Null for a person who may not print reports. */
  printUrl: string | null;
  /** The address of the same test in the teacher's next lesson; null when there is none. */
  nextSubjectUrl: string | null;
  /** The account that is signed in and types here. */
  accountId: number;
  heading: { subject: string; classLabel: string };
  testTitle: string;
  /** A short name, such as `D. Ramkissoon`. */
  teacher: string;
  yearLabel: string;
  term: number;
  totalStudents: number;
  canEdit: boolean;
  /** The end of entry, such as `1 Jul 2026, 16:00`; null when there is none. */
  openUntil: string | null;
  /** The reason why nothing can be entered: a past term, a read-only sheet, or a day outside the dates of entry. */
  readOnlyReason: string | null;
  timeZone: string;
  rules: MarkRules;
  rows: readonly SheetRow[];
  receipt: Receipt;
  /**
   * The page is the response to the sheet's form, and each changed row has its `outcome`. `leaveTo` is the link that
   * sent the form.
   */
  posted?: { leaveTo: string | null };
};

/** One student. `row` is the student's key; `values` holds the fields of `markFields(rules)`. */
export type SheetRow = LoadedRow & {
  /** The position in the list, from 1. */
  position: number;
  /** The name as in the register: `Alexander, Keziah`. */
  name: string;
  /** The student's public number. */
  number: string;
  picture: string | null;
  maxMark: number;
  historyUrl: string;
};

type SheetPosted = { outcomes: Record<string, RowOutcome>; leaveTo: string | null };

/** Adds the outcomes of a posted form to the sheet's rows. */
export function withOutcomes(sheet: Sheet, { outcomes, leaveTo }: SheetPosted): Sheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, posted: { leaveTo } };
}
