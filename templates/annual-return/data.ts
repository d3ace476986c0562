import type { FigureRef, FigureSheet } from "#domain/figures/figure-sheet.ts";
import type { Printed, School } from "../parts/school.ts";

/** The school's annual report to the Ministry. Every sum follows from the counted figures. */
export type AnnualReturn = {
  school: School;
  title: string;
  about: string;
  year: string;
  printed: Printed;
  facts: readonly { label: string; value: string }[];
  /** The figures that should be the same wherever they occur; the others are compared with the first. */
  totals: readonly { title: string; figures: readonly FigureRef[] }[];
  others: readonly { title: string; figure: CoverFigure | null; meaning: string }[];
  incomplete: readonly { title: string; figure: CoverFigure; meaning: string }[];
  note: string;
  sheets: readonly FigureSheet[];
};

/** A figure of a sheet, if one has it. */
export type CoverFigure = FigureRef | { count: number };
