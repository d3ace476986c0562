import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import type { MarkRules } from "#fields/mark.ts";

/** The id of the sheet's form: links away from it stand outside of it. */
export const SHEET_FORM_ID = "sheet";

/** Everything that one mark sheet shows; the loader makes it, the page and its script read it. */
export type Sheet = {
  /** `lessonId/termId/test`, as in the URL. */
  key: string;
  /** Of the sheet without a dialog: where its form posts to. */
  url: string;
  saveUrl: string;
  /** The choice of sheets of this class and subject. */
  backUrl: string;
  /** Null for who may not print reports. */
  printUrl: string | null;
  /** The same test of the teacher's next lesson; null where there is none. */
  nextSubjectUrl: string | null;
  /** The signed-in account: who types here. */
  accountId: number;
  heading: { subject: string; classLabel: string };
  testTitle: string;
  /** Short name: `D. Ramkissoon`. */
  teacher: string;
  yearLabel: string;
  term: number;
  totalStudents: number;
  canEdit: boolean;
  /** Until when marks are entered, as `1 Jul 2026, 16:00`; null where there is no end. */
  openUntil: string | null;
  /** Why nothing can be entered: a past term, a sheet that is only read, outside the dates of entry. */
  readOnlyReason: string | null;
  timeZone: string;
  rules: MarkRules;
  rows: readonly SheetRow[];
  receipt: Receipt;
  /** This page answers the sheet's form: each row that was changed has its `outcome`. `leaveTo`: it was sent on the way. */
  posted?: { leaveTo: string | null };
};

/** One student. `row` is the student's key; `values` holds the fields of `markFields(rules)`. */
export type SheetRow = LoadedRow & {
  /** From 1. */
  position: number;
  /** As the register has it: `Alexander, Keziah`. */
  name: string;
  /** The student's public number. */
  number: string;
  picture: string | null;
  maxMark: number;
  historyUrl: string;
};

type SheetPosted = { outcomes: Record<string, RowOutcome>; leaveTo: string | null };

/** The sheet as it is now, with what became of the form that was just sent. */
export function withOutcomes(sheet: Sheet, { outcomes, leaveTo }: SheetPosted): Sheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, posted: { leaveTo } };
}
