import type { FigureReference, FigureSheet } from "#domain/figures/figure-sheet.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** The annual return, which is a school's report to the Ministry. All sums are calculated from the counts. */
export type AnnualReturn = {
  school: School;
  title: string;
  about: string;
  year: string;
  printed: PrintTime;
  facts: readonly { label: string; value: string }[];
  /** Figures that must be the same wherever they occur. The others are compared with the first. */
  totals: readonly { title: string; figures: readonly FigureReference[] }[];
  others: readonly { title: string; figure: CoverFigure | null; meaning: string }[];
  incomplete: readonly { title: string; figure: CoverFigure; meaning: string }[];
  note: string;
  sheets: readonly FigureSheet[];
};

/** A figure on the cover: either a figure of a table, or a count that is in no table. */
export type CoverFigure = FigureReference | { count: number };
