import type { School } from "../parts/school.ts";

/** A mark sheet as a spreadsheet that a teacher fills in away from school, and that Termbook reads again. */
export type MarkSheetToFillIn = {
  school: School;
  /** Such as 'Mark Sheet, End of Term, Term 1, 2026-2027'. */
  title: string;
  /** Such as 'Mathematics, 3A, Mr. D. Seepersad'. */
  about: string;
  hint: string;
  /** The sheet has a column with the maximum of each mark. */
  hasMark: boolean;
  columns: readonly FilledColumn[];
  /** The titles of the hidden columns, which Termbook reads. */
  hiddenTitles: readonly string[];
  students: readonly StudentToFillIn[];
};

export type FilledColumn = {
  title: string;
  /** The values that the column accepts; null for a mark. */
  choices: readonly string[] | null;
  /** The words for a student without a result, such as 'Abs'; empty if the column has nothing to do with it. */
  away: readonly string[];
};

export type StudentToFillIn = {
  id: string;
  name: string;
  maxMark: number;
  values: readonly (string | number | null)[];
  hidden: readonly string[];
};
