import type { ListHeading } from "../list/data.ts";
import type { Result } from "../list/result.ts";

/** All subjects of a class on one sheet; of a form class with several classes a sheet each. Every figure is final. */
export type ClassMarkSheet = ListHeading & { classes: readonly SheetOfClass[] };

export type SheetOfClass = {
  /** Over the class's sheet; empty where the document has one class. */
  title: string;
  columns: readonly SheetColumn[];
  students: readonly SheetStudent[];
  /** What Total is out of; null where students take different subjects, whose totals cannot be compared. */
  outOf: string | null;
  /** How many students have a rank; null where no subject has marks of which there could be an average. */
  ranked: number | null;
  /** Rows at the end, such as the class mean. */
  closing: readonly SheetSummary[];
};

export type SheetColumn = {
  /** In short, such as `Lang. Arts`. */
  subject: string;
  /** Where a subject has several, such as `Test 1`. */
  test: string | null;
  /** What its results are: `of 50`, `grade`; empty for what the key says of all. */
  scale: string;
  /** Marks stand under each other, grades and other letters in the middle. */
  hasMarks: boolean;
  /** Not everybody takes it. */
  isOption: boolean;
};

export type SheetStudent = {
  name: string;
  /** One a column. */
  results: readonly Result[];
  total: number | null;
  /** To three figures, without the per cent sign. */
  average: string | null;
  rank: { place: number; isShared: boolean } | null;
};

export type SheetSummary = {
  label: string;
  /** One a column; null where it has none. */
  figures: readonly (string | null)[];
  total: string | null;
  average: string | null;
};
