import type { FigureRef, FigureSheet } from "#domain/figures/figure-sheet.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** The annual return, a school's report to the Ministry. All sums are calculated from the counts. */
export type AnnualReturn = {
  school: School;
  title: string;
  about: string;
  year: string;
  printed: PrintTime;
  facts: readonly { label: string; value: string }[];
  /** Figures that must be the same wherever they occur. The first is compared with the others. */
  totals: readonly { title: string; figures: readonly FigureRef[] }[];
  others: readonly { title: string; figure: CoverFigure | null; meaning: string }[];
  incomplete: readonly { title: string; figure: CoverFigure; meaning: string }[];
  note: string;
  sheets: readonly FigureSheet[];
};

/** A figure on the cover: one of a table, or else a number. */
export type CoverFigure = FigureRef | { count: number };
