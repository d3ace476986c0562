import { PRESENT } from "./attendance.ts";
import type { Attendance } from "./attendance.ts";
import { percentage } from "./grades.ts";

/** A subject's mark that counts: the exam's, or the course's where a class has course work only (T9). */
export type AveragedMark = {
  mark: number | null;
  maxMark: number;
  attendance: Attendance;
  /** Its grade is chosen, or it is graded by criteria: in no average (design section 8). */
  isGraded: boolean;
};

const FIGURES = 3;

/**
 * The average of a report: the mean of the whole percentages that the report shows, to 3 significant figures with a %
 * sign (T9). Who was absent or handed in no work has no percentage. @returns null when there is none at all
 */
export function averageText(marks: readonly AveragedMark[]): string | null {
  const percentages = marks.flatMap(percentageOf);
  if (percentages.length === 0) return null;
  const sum = percentages.reduce((total, each) => total + each, 0);
  return `${figures(sum, percentages.length)}%`;
}

function percentageOf({ mark, maxMark, attendance, isGraded }: AveragedMark): number[] {
  if (mark === null || attendance !== PRESENT || isGraded) return [];
  return [percentage(mark, maxMark)];
}

/** Half up, counted in whole numbers: 82.35 is no binary fraction and would be printed as 82.3. */
function figures(sum: number, count: number): string {
  if (sum === 0) return "0";
  const decimals = Math.max(0, FIGURES - 1 - Math.floor(Math.log10(sum / count)));
  const rounded = roundedTo(decimals, sum, count);
  const isLonger = rounded >= 10 ** (FIGURES - decimals);
  return isLonger && decimals > 0 ? rounded.toFixed(decimals - 1) : rounded.toFixed(decimals);
}

function roundedTo(decimals: number, sum: number, count: number): number {
  const scale = 10 ** decimals;
  return Math.floor((2 * sum * scale + count) / (2 * count)) / scale;
}
