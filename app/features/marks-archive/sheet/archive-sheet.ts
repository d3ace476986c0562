import type { LoadedRow, RowOutcome } from "#saving/protocol/protocol.ts";

export const ARCHIVE_FORM_ID = "archive";

export type ArchiveSheetRow = LoadedRow & {
  /** The term's name, such as 'Form 2, Term 1'; a calendar term also has its year. */
  name: string;
  level: number;
  term: number;
  /** The classes of the term's level. */
  classes: readonly string[];
  /** The reason why the class cannot be changed; null when it can. */
  closed: string | null;
  /** The text, such as 'Abs', for the tests that the student missed, by cell. */
  away: Readonly<Record<string, string>>;
  historyUrl: string;
};

export type ArchiveSheet = {
  name: string;
  /** Text such as 'IG-10408 · now in 4A · Forms 1 to 3'. */
  about: string;
  /** The pronoun for the student in the sentence 'Choosing a class registers her in that term'. */
  whom: "her" | "him" | "the student";
  rows: readonly ArchiveSheetRow[];
  url: string;
  closeTo: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
  /** Whether the page is the response to a form sent without JavaScript. */
  isPosted: boolean;
};

/** Adds the outcomes of the submitted form to the rows. */
export function addOutcomesToArchive(
  sheet: ArchiveSheet,
  { outcomes }: { outcomes: Readonly<Record<string, RowOutcome>> },
): ArchiveSheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, isPosted: true };
}
