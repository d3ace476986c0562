import { halfUp } from "../half-up.ts";

/** What is said of a class by its students' figures. */
export type Summary = { mean: string; highest: number; lowest: number };

/** Of those that have a figure; null where nobody has. The mean keeps its decimals: `71.0`. */
export function summaryOf(figures: readonly (number | null)[], decimals = 1): Summary | null {
  const given = figures.filter((figure) => figure !== null);
  if (given.length === 0) return null;
  return { mean: meanOf(given, decimals), highest: Math.max(...given), lowest: Math.min(...given) };
}

function meanOf(figures: readonly number[], decimals: number): string {
  const hundredths = figures.reduce((sum, figure) => sum + Math.round(100 * figure), 0);
  return halfUp(hundredths, 100 * figures.length, decimals).toFixed(decimals);
}

/** Marks have at most two decimals, and so has their sum: a binary fraction would print more. */
export function totalOf(marks: readonly number[]): number {
  return marks.reduce((sum, mark) => sum + Math.round(100 * mark), 0) / 100;
}

export type Rank = { place: number; isShared: boolean };

/** Places by the averages as they are printed: who has the same shares the place, and who has none has no place. */
export function ranksOf(averages: readonly (string | null)[]): (Rank | null)[] {
  const given = averages.filter((average) => average !== null).map(parseFloat);
  return averages.map((average) => {
    if (average === null) return null;
    const own = parseFloat(average);
    const place = 1 + given.filter((other) => other > own).length;
    return { place, isShared: given.filter((other) => other === own).length > 1 };
  });
}
