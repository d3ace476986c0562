import { linesOf, widthOf } from "../parts/fonts.ts";
import { frameOf, type Orientation } from "../parts/page.ts";
import { SIZE } from "../parts/type.ts";
import type { MarkSheet } from "./data.ts";

/** The orientation of a sheet on paper, and the headings of its criteria columns. */
export type SheetPlan = {
  orientation: Orientation;
  criterionWidth: number;
  criterionLabels: string[];
  /** Criteria too long for a column's head, which are explained by number under the table. */
  criterionKey: string[];
};

/** The space to the left of every column except the first. */
export const GAP = 8;
export const NUMBER_WIDTH = 16;
export const RATING_WIDTH = 62;
const NAME_WIDTH = 150;
const CRITERION_WIDTH = { least: 44, most: 84 };
const MOST_HEAD_LINES = 5;

/**
 * Chooses portrait when the columns fit, or else landscape, and numbers instead of headings when even that is too
 * narrow.
 */
export function planOf(sheet: MarkSheet): SheetPlan {
  const criteria = sheet.scheme.by === "criteria" ? sheet.scheme.criteria.map(({ detail }) => detail) : [];
  for (const orientation of ["portrait", "landscape"] as const) {
    const criterionWidth = Math.min(CRITERION_WIDTH.most, shareOf(sheet, orientation, criteria.length));
    const fits =
      criterionWidth >= CRITERION_WIDTH.least && criteria.every((detail) => isHead(detail, criterionWidth));
    if (fits) return { orientation, criterionWidth, criterionLabels: criteria, criterionKey: [] };
  }
  const numbers = criteria.map((_detail, index) => String(index + 1));
  const criterionWidth = Math.min(CRITERION_WIDTH.least, shareOf(sheet, "landscape", criteria.length));
  return { orientation: "landscape", criterionWidth, criterionLabels: numbers, criterionKey: criteria };
}

function shareOf(sheet: MarkSheet, orientation: Orientation, count: number): number {
  const ratings = sheet.workRatings ? 2 * (RATING_WIDTH + GAP) : 0;
  const room = frameOf(orientation).textWidth - NUMBER_WIDTH - GAP - NAME_WIDTH - ratings;
  return count === 0 ? CRITERION_WIDTH.most : Math.floor(room / count) - GAP;
}

function isHead(detail: string, width: number): boolean {
  const words = detail.split(/\s+/);
  if (words.some((word) => widthOf(word, { size: SIZE.label }) > width)) return false;
  return linesOf(detail, width, { size: SIZE.label }) <= MOST_HEAD_LINES;
}
