import type { ListHeading, Result } from "../list/data.ts";

/** All subjects of a class on one sheet; for a form class with several classes, a sheet each. Every figure is final. */
export type ClassMarkSheet = ListHeading & { classes: readonly SheetOfClass[] };

export type SheetOfClass = {
  /** The title over the class's sheet; empty when the document has one class. */
  title: string;
  columns: readonly SheetColumn[];
  students: readonly SheetStudent[];
  /** The maximum of Total; null when students take different subjects, because their totals cannot be compared. */
  outOf: string | null;
  /** The number of students with a rank; null when no subject has marks to average. */
  ranked: number | null;
  /** Rows at the end, such as the class mean. */
  closing: readonly SheetSummary[];
};

export type SheetColumn = {
  /** A short form, such as `Lang. Arts`. */
  subject: string;
  /** The test when a subject has several, such as `Test 1`. */
  test: string | null;
  /** The scale of its results, such as `of 50` or `grade`; empty for the scale that the key gives for all. */
  scale: string;
  /** Marks are aligned under one another; grades and other letters are centred. */
  hasMarks: boolean;
  /** Not every student takes the subject. */
  isOption: boolean;
};

export type SheetStudent = {
  name: string;
  /** One per column. */
  results: readonly Result[];
  total: number | null;
  /** Rounded to three digits, without the per cent sign. */
  average: string | null;
  rank: { place: number; isShared: boolean } | null;
};

export type SheetSummary = {
  label: string;
  /** One per column; null for none. */
  figures: readonly (string | null)[];
  total: string | null;
  average: string | null;
};
