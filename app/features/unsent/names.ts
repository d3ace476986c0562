/** That one request asks about: more than a teacher has sheets in a term. */
export const MOST_SHEETS = 60;

/** What a device asks about: the save addresses of sheets, and the names of rows in them. */
export type AskedSheet = { sheet: string; rows: readonly string[] };

/** A sheet that is, or once was, the person's. What is not named was never theirs to see. */
export type NamedSheet = {
  sheet: string;
  /** 'Mathematics, Std 4'. */
  title: string;
  /** 'End of Term, 2025-2026, Term 3'. */
  about: string;
  /** Where it can be opened; null for what is not theirs any more. */
  url: string | null;
  /** The names of its rows, as the register has them. */
  names: Record<string, string>;
  /** Fields that are called otherwise in each school: the criteria of a sheet. */
  fields: Record<string, string>;
};
