import type { FigureRef, FigureSheet } from "#domain/figures/figure-sheet.ts";
import type { Printed, School } from "../parts/school.ts";

/** What the school reports to the Ministry once a year. Every sum follows from what the sheets count. */
export type AnnualReturn = {
  school: School;
  /** `Annual Statistical Return, Secondary Schools, 2025–2026`. */
  title: string;
  about: string;
  /** `2025–2026`. */
  year: string;
  printed: Printed;
  facts: readonly { label: string; value: string }[];
  /** The figures that should be alike wherever they stand, the first being the one that others are compared with. */
  totals: readonly { title: string; figures: readonly FigureRef[] }[];
  others: readonly { title: string; figure: CoverFigure | null; meaning: string }[];
  incomplete: readonly { title: string; figure: CoverFigure; meaning: string }[];
  note: string;
  sheets: readonly FigureSheet[];
};

/** Out of a sheet, wherever one holds it. */
export type CoverFigure = FigureRef | { count: number };
