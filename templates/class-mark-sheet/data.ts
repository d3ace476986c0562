import type { ListHeading, TestCell } from "../list/data.ts";

/** A mark sheet with all subjects, one for each class of a form class. All figures are final. */
export type ClassMarkSheet = ListHeading & { classes: readonly SheetOfClass[] };

export type SheetOfClass = {
  /** The title above the class's sheet; empty if the document has only one class. */
  title: string;
  columns: readonly SheetColumn[];
  students: readonly SheetStudent[];
  /** The maximum of the total. Null if students take different subjects, because such totals cannot be compared. */
  outOf: string | null;
  /** The number of students with a rank; null if no subject has marks to average. */
  ranked: number | null;
  /** Rows after the students, such as the mean of the class. */
  closing: readonly SheetSummary[];
};

export type SheetColumn = {
  /** The subject in a short form, such as `Lang. Arts`. */
  subject: string;
  /** The title of the test if a subject has several tests, such as `Test 1`. */
  test: string | null;
  /** The scale of the results, such as `of 50` or `grade`. Empty for the scale that the key explains. */
  scale: string;
  /** True for a column of marks, which is right-aligned. Grades and other letters are centred. */
  hasMarks: boolean;
  /** True if only some students take the subject. */
  isOption: boolean;
};

export type SheetStudent = {
  name: string;
  results: readonly TestCell[];
  total: number | null;
  /** The average, rounded to three digits, without the per cent sign. */
  average: string | null;
  rank: { place: number; isShared: boolean } | null;
};

export type SheetSummary = {
  label: string;
  /** One figure for each column; null if there is none. */
  figures: readonly (string | null)[];
  total: string | null;
  average: string | null;
};
