import type { LoadedRow, RowOutcome } from "#saving/protocol/protocol.ts";

export const ARCHIVE_FORM = "archive";

/** A term of the grid. */
export type ArchiveSheetRow = LoadedRow & {
  /** A name such as 'Form 2, Term 1'; a calendar term adds its year. */
  name: string;
  level: number;
  term: number;
  /** The classes of the term's level. */
  classes: readonly string[];
  /** The reason why the class cannot be changed; null when it can. */
  closed: string | null;
  /** The cells of tests that the student missed, each with a word such as 'Abs'. */
  away: Readonly<Record<string, string>>;
  historyUrl: string;
};

export type ArchiveSheet = {
  name: string;
  /** A line such as 'IG-10408 · now in 4A · Forms 1 to 3'. */
  about: string;
  /** The pronoun in the sentence 'Choosing a class registers her in that term'. */
  whom: "her" | "him" | "the student";
  rows: readonly ArchiveSheetRow[];
  url: string;
  closeTo: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
  /** The page is the response to the form, sent without scripts. */
  isPosted: boolean;
};

/** Adds the outcomes of a posted form to the rows. */
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
