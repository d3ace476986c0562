import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";

export const ARCHIVE_FORM = "archive";

/** A term of the grid. */
export type ArchiveSheetRow = LoadedRow & {
  /** 'Form 2, Term 1'; of the calendar with its year. */
  name: string;
  level: number;
  term: number;
  /** The classes of its level. */
  classes: readonly string[];
  /** Why its class cannot be chosen; null where it can. */
  closed: string | null;
  /** Cells of who was not there, in a word. */
  away: Readonly<Record<string, string>>;
  historyUrl: string;
};

export type ArchiveSheet = {
  name: string;
  /** 'IG-10408 · now in 4A · Forms 1 to 3'. */
  about: string;
  /** Whom choosing a class registers. */
  whom: "her" | "him" | "the student";
  rows: readonly ArchiveSheetRow[];
  url: string;
  closeTo: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
  /** It was sent as a form. */
  isPosted: boolean;
};

/** The grid with what came of its form. */
export function withOutcomes(
  sheet: ArchiveSheet,
  { outcomes }: { outcomes: Readonly<Record<string, RowOutcome>> },
): ArchiveSheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, isPosted: true };
}
